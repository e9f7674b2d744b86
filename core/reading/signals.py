"""What a page measures up to: the figures by which its route is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.reading.content import PageContent


@dataclass(frozen=True, slots=True)
class PageSignals:
    """Measures of one page. Shares are of the page's area, or of its characters."""

    characters: int
    image_share: float


def measure(content: PageContent) -> PageSignals:
    """The signals of a page that was read by rule."""
    area = content.width * content.height
    images = sum((box[2] - box[0]) * (box[3] - box[1]) for box in content.images)
    visible = [line for line in content.lines if not line.hidden]
    return PageSignals(sum(len(line.text) for line in visible), min(images / area, 1.0))


def sight_needed(signals: PageSignals) -> tuple[bool, str]:
    """Whether a page must be read by sight, and the measured reason."""
    if not signals.characters and signals.image_share > 0.1:
        return True, f"no text, images cover {signals.image_share:.0%}"
    return False, f"{signals.characters} characters of text"
