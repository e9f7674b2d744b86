"""What the process that draws does: a picture of a page or of a part of it, or a small PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.geometry import BoundingBox
from core.jobs.messages import Reply
from core.rendering.crop import render_crop
from core.rendering.excerpt import excerpt
from core.rendering.page import render_page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.progress import Progress
    from core.rendering.opening import Source
    from core.rendering.page_image import PageImage


def prepare() -> Callable[..., Reply]:
    """The function that answers; importing this module takes longer than drawing a page."""
    return answer


def answer(
    kind: str, arguments: Mapping[str, Any], name: str, source: Source, progress: Progress
) -> Reply:
    """The bytes of a `page`, `crop` or `excerpt` of a file, and for pictures their size."""
    match kind:
        case "excerpt":
            return Reply(None, excerpt(source, arguments["pages"], name))
        case "crop":
            return _picture(render_crop(source, BoundingBox(*arguments["box"]), name))
        case _:
            return _picture(render_page(source, name=name, **arguments))


def _picture(image: PageImage) -> Reply:
    return Reply({"width": image.width, "height": image.height}, image.data)
