"""Slices planned by a language model: numbered sentences in, numbers of boundaries out.

Of a narrative without headings, paragraphs take the place of sentences.

Source: TopoChunker, section 3.3.1 (Semantic_Slicer).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel, Field

from core.chunking.asking import Answers, fitting, numbered
from core.errors import ModelError, ReplyUnusable
from core.llm.base import Request, user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.slicing import Piece
    from core.llm.model import Task
    from core.progress import Progress
    from core.tokens import TokenStream

WINDOW = 3000
"""Tokens that the model is shown at once."""
_INSTRUCTIONS = (
    "You divide a long passage into parts that can each be read alone. The passage comes as "
    "numbered {unit}s: [S0], [S1] and so on. Name the {unit}s with which a new part begins, "
    "because the topic, the step of a procedure or the time changes there. A part should have "
    "{fewest} to {most} words. Answer with the numbers alone, ascending, each once; 0 is never "
    "among them, since the first part begins there anyway. Never answer with text of the passage."
)
_NONE = " Where nothing changes, name none."
WORDS = 0.7
"""Words of a token, about."""


class SliceBoundaries(BaseModel):
    """Numbers of the sentences that begin a new part."""

    boundaries: list[int] = Field(description="Numbers n of the sentences [Sn], ascending")


class _Window(NamedTuple):
    passage: int
    low: int
    pieces: Sequence[Piece]


def plan(
    task: Task,
    stream: TokenStream,
    passages: Sequence[Sequence[Piece]],
    capacity: int,
    progress: Progress | None = None,
    *,
    paragraphs: bool = False,
) -> Answers[list[int]]:
    """The places where the model would slice each passage. No error of the model leaves it.

    With `paragraphs`, pieces are paragraphs, and a passage need not be sliced.

    Raises:
        Cancelled: `progress` asked for it.
    """
    windows = [
        _Window(passage, low, parts[low:high])
        for passage, parts in enumerate(passages)
        for low, high in fitting([piece.end - piece.start for piece in parts], WINDOW)
        if high - low > 1
    ]

    unit = "paragraph" if paragraphs else "sentence"

    def check(number: int, reply: SliceBoundaries) -> None:
        shown = windows[number].pieces
        may_stay_whole = paragraphs and not reply.boundaries
        if not may_stay_whole and not usable(reply.boundaries, shown)[0]:
            raise ReplyUnusable(
                f"None of these numbers is that of a {unit} which may begin a part. Choose from "
                f"1 to {len(shown) - 1}."
            )

    requests = [_request(stream, window.pieces, capacity, unit) for window in windows]
    planned = Answers[list[int]](len(requests), [None] * len(passages))
    replies = task.ask_all(requests, SliceBoundaries, check, progress)
    for (passage, low, shown), reply in zip(windows, replies, strict=True):
        if isinstance(reply, ModelError):
            planned.errors.append(reply)
            continue
        places, wrong = usable(reply.boundaries, shown)
        before = planned.parts[passage] or []
        planned.parts[passage] = [*before, *(low + place for place in places)]
        planned.repairs += [f"Long section {passage + 1}: {each}" for each in wrong]
    return planned


def usable(boundaries: Sequence[int], parts: Sequence[Piece]) -> tuple[list[int], list[str]]:
    """Numbers of pieces that a slice may begin with, ascending, and what was wrong with others."""
    inside = sorted({number for number in boundaries if 0 < number < len(parts)})
    places = [number for number in inside if not parts[number].attached]
    unknown = {number for number in boundaries if not 0 <= number < len(parts)}
    counts = {
        f"{len(unknown)} numbers that no sentence has were dropped": len(unknown),
        "0, where the section begins anyway, was dropped": 0 in boundaries,
        "numbers named twice count once": len(set(boundaries)) < len(boundaries),
        "numbers out of order were put in order": list(boundaries) != sorted(boundaries),
        f"{len(inside) - len(places)} boundaries that would part a heading, a caption or a colon "
        "from what follows were dropped": len(inside) - len(places),
    }
    return places, [f"{fault}." for fault, happened in counts.items() if happened]


def _request(stream: TokenStream, parts: Sequence[Piece], capacity: int, unit: str) -> Request:
    most = max(int(capacity * WORDS), 2)
    lines = numbered((stream.text(piece.start, piece.end) for piece in parts), 0, "S")
    instructions = _INSTRUCTIONS.format(unit=unit, fewest=most // 4, most=most)
    instructions += _NONE if unit == "paragraph" else ""
    return user_says(f"{instructions} {DATA_RULE}", fenced(lines, f"{unit}s"))
