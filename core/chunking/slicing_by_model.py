"""Slices planned by a language model: numbered sentences in, numbers of boundaries out.

Source: TopoChunker, section 3.3.1 (Semantic_Slicer).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.errors import ModelError, ReplyUnusable
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.slicing import Piece
    from core.llm.base import Request
    from core.llm.model import Task
    from core.progress import Progress
    from core.tokens import TokenStream

_WINDOW = 3000
"""Tokens that the model is shown at once."""
_INSTRUCTIONS = (
    "You divide a long passage into parts that can each be read alone. The passage comes as "
    "numbered sentences: [S0], [S1] and so on. Name the sentences with which a new part begins, "
    "because the topic, the step of a procedure or the time changes there. A part should have "
    "{fewest} to {most} words. Answer with the numbers alone, ascending, each once; 0 is never "
    "among them, since the first part begins there anyway. Never answer with text of the passage."
)
_WORDS = 0.7
"""Words of a token, about."""


class SliceBoundaries(BaseModel):
    """Numbers of the sentences that begin a new part."""

    boundaries: list[int] = Field(description="Numbers n of the sentences [Sn], ascending")


@dataclass
class Plan:
    """What the model planned: places for each passage, None where it gave none that is usable."""

    places: list[list[int] | None]
    repairs: list[str] = field(default_factory=list)
    errors: list[ModelError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Window:
    """Pieces `low:high` of a passage, by its number."""

    passage: int
    low: int
    high: int


def plan(
    task: Task,
    stream: TokenStream,
    passages: Sequence[Sequence[Piece]],
    capacity: int,
    progress: Progress | None = None,
) -> Plan:
    """Where the model would slice each passage. No error of the model leaves it.

    Raises:
        Cancelled: `progress` asked for it.
    """
    windows = [window for n, found in enumerate(passages) for window in _windows(n, found)]

    def check(number: int, reply: SliceBoundaries) -> None:
        window = windows[number]
        if not usable(reply.boundaries, passages[window.passage][window.low : window.high])[0]:
            raise ReplyUnusable(
                "None of these numbers is that of a sentence which may begin a part. Choose from "
                f"1 to {window.high - window.low - 1}."
            )

    requests = [_request(stream, passages[w.passage][w.low : w.high], capacity) for w in windows]
    replies = task.ask_all(requests, SliceBoundaries, check, progress)
    made = Plan([None] * len(passages))
    for window, reply in zip(windows, replies, strict=True):
        if isinstance(reply, ModelError):
            made.errors.append(reply)
            continue
        shown = passages[window.passage][window.low : window.high]
        places, wrong = usable(reply.boundaries, shown)
        before = made.places[window.passage] or []
        made.places[window.passage] = [*before, *(window.low + place for place in places)]
        made.repairs += [f"Long section {window.passage + 1}: {each}" for each in wrong]
    return made


def usable(boundaries: Sequence[int], found: Sequence[Piece]) -> tuple[list[int], list[str]]:
    """Numbers of pieces that a slice may begin with, ascending, and what was wrong with others."""
    inside = sorted({number for number in boundaries if 0 < number < len(found)})
    places = [number for number in inside if not found[number].held]
    unknown = sorted({number for number in boundaries if not 0 <= number < len(found)})
    counts = {
        f"{len(unknown)} numbers that no sentence has were dropped": len(unknown),
        "0, where the section begins anyway, was dropped": 0 in boundaries,
        "numbers named twice count once": len(set(boundaries)) < len(boundaries),
        "numbers out of order were put in order": list(boundaries) != sorted(boundaries),
        f"{len(inside) - len(places)} boundaries that would part a heading, a caption or a colon "
        "from what follows were dropped": len(inside) - len(places),
    }
    return places, [f"{said}." for said, happened in counts.items() if happened]


def _windows(passage: int, found: Sequence[Piece]) -> list[_Window]:
    """A passage in parts that the model can be shown at once; a part of one piece is not asked."""
    bounds = [0]
    for number, piece in enumerate(found):
        if piece.end - found[bounds[-1]].start > _WINDOW and number > bounds[-1]:
            bounds.append(number)
    bounds.append(len(found))
    return [_Window(passage, low, high) for low, high in pairwise(bounds) if high - low > 1]


def _request(stream: TokenStream, found: Sequence[Piece], capacity: int) -> Request:
    most = max(int(capacity * _WORDS), 2)
    lines = [
        f"[S{number}] {' '.join(stream.text(piece.start, piece.end).split())}"
        for number, piece in enumerate(found)
    ]
    said = _INSTRUCTIONS.format(fewest=most // 4, most=most)
    return user_says(f"{said} {DATA_RULE}", fenced("\n".join(lines), "sentences"))
