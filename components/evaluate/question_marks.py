"""What two settings retrieved for a question, and its gold lines, as marks on pages."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from components.evaluate.figures import A_COLOUR, B_COLOUR
from components.widgets.page_view import Mark, MarkRole
from core.chunking.assembly import range_lines
from core.colours import CYCLE
from core.evaluation.metrics.attribution import line_recall

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.evaluation.outcome import Retrieved
    from core.evaluation.questions.base import GoldLine, Question
    from core.geometry import BoundingBox
    from core.sir import Location
    from core.tokens import TokenStream

BOTH_COLOUR, FOUND_COLOUR, MISSED_COLOUR = CYCLE[3], CYCLE[1], CYCLE[5]
"""Of lines that both settings retrieved, of evidence that was found, and of evidence that was
not."""
LOOKS = (
    ("filled", A_COLOUR, "retrieved by A only"),
    ("filled", B_COLOUR, "by B only"),
    ("filled", BOTH_COLOUR, "by both"),
    ("outlined", FOUND_COLOUR, "evidence that was found"),
    ("outlined", MISSED_COLOUR, "evidence that neither found"),
)
"""What the colours mean, in the order of a legend."""


@dataclass(frozen=True)
class Side:
    """What a setting retrieved in a document: ranks from 1 with their tokens in the stream."""

    name: str
    stream: TokenStream
    chunks: tuple[tuple[int, Retrieved], ...]


def side_of(name: str, stream: TokenStream, taken: Sequence[Retrieved], document: str) -> Side:
    """What setting A or B retrieved in a document."""
    own = [(rank, one) for rank, one in enumerate(taken, 1) if one.document == document]
    return Side(name, stream, tuple(own))


def fits(side: Side) -> bool:
    """Whether the places are still those of the tree: the document may have been read anew."""
    return all(one.end <= len(side.stream) and _on_page(side.stream, one) for _, one in side.chunks)


def retrieved_marks(one: Side, other: Side) -> list[Mark]:
    """The lines of both, each piece in the colour of who retrieved it, with its ranks.

    Where both read the document by one parser, pieces are told apart by the word; else by line.
    """
    if one.stream is other.stream:
        return [mark for piece in _pieces(one, other) for mark in _marks(one.stream, *piece)]
    return [*_by_line(one, other), *_by_line(other, one)]


def evidence_marks(question: Question, document: str, one: Side, other: Side) -> list[Mark]:
    """The gold lines of a document, outlined, in the colour of found or of missed."""
    boxes = {side.name: _boxes(side) for side in (one, other)}
    return [
        _evidence(line, [name for name, held in boxes.items() if line_recall([line.box], held)])
        for piece in question.evidence
        if piece.document == document
        for line in piece.lines
    ]


def ranks_on(side: Side) -> dict[int, list[int]]:
    """The ranks of the chunks that have text on a page, by page."""
    found: dict[int, list[int]] = {}
    for rank, start, end in _held(side):
        for page in sorted({int(number) for number in side.stream.page[start:end] if number}):
            found.setdefault(page, []).append(rank)
    return found


def _on_page(stream: TokenStream, one: Retrieved) -> bool:
    return one.page == 0 or one.page in stream.page[one.start : one.end]


def _pieces(one: Side, other: Side) -> Iterator[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """Runs of tokens that the same chunks hold, with the ranks of these in either setting."""
    edges = sorted(
        {at for side in (one, other) for _, start, end in _held(side) for at in (start, end)}
    )
    for start, end in itertools.pairwise(edges):
        ranks = [
            tuple(sorted({rank for rank, low, high in _held(side) if low <= start and end <= high}))
            for side in (one, other)
        ]
        if any(ranks):
            yield start, end, ranks[0], ranks[1]


def _marks(
    stream: TokenStream, start: int, end: int, one: tuple[int, ...], other: tuple[int, ...]
) -> Iterator[Mark]:
    for line in range_lines(stream, (start, end)):
        yield _mark(line.box, line.location, one, other)


def _mark(
    box: BoundingBox, location: Location, one: tuple[int, ...], other: tuple[int, ...]
) -> Mark:
    said = [f"Rank {rank} of {name}" for name, own in (("A", one), ("B", other)) for rank in own]
    badge = " ".join([*(f"A{rank}" for rank in one), *(f"B{rank}" for rank in other)])
    colour = BOTH_COLOUR if one and other else A_COLOUR if one else B_COLOUR
    return Mark(f"got-{badge}", box, "\n".join(said), MarkRole.OWN, colour, location, badge=badge)


def _boxes(side: Side) -> list[BoundingBox]:
    """Boxes of all that the chunks hold, headings that are put in front as well."""
    ranges = (held for _, one in side.chunks for held in one.ranges)
    return [line.box for held in ranges for line in range_lines(side.stream, held)]


def _held(side: Side) -> list[tuple[int, int, int]]:
    """Rank, start and end of the tokens of each chunk, with those that it repeats.

    Headings are left out: those at the top of a document would be marked for every chunk.
    """
    return [(rank, one.start - one.overlap, one.end) for rank, one in side.chunks]


def _by_line(side: Side, beside: Side) -> Iterator[Mark]:
    """The lines of one setting; those that the other has as well in the colour of both."""
    held = _boxes(beside)
    for rank, start, end in _held(side):
        for line in range_lines(side.stream, (start, end)):
            box, location = line.box, line.location
            mine = (rank,)
            both = bool(line_recall([box], held))
            first, second = (mine, ()) if side.name == "A" else ((), mine)
            mark = _mark(box, location, first, second)
            yield Mark(
                mark.id,
                box,
                mark.label + ("\nin the other setting, too" if both else ""),
                MarkRole.OWN,
                BOTH_COLOUR if both else mark.colour,
                location,
                badge=mark.badge,
            )


def _evidence(line: GoldLine, found_by: Sequence[str]) -> Mark:
    said = f"found by {' and '.join(found_by)}" if found_by else "found by neither"
    colour = FOUND_COLOUR if found_by else MISSED_COLOUR
    name = "gold-found" if found_by else "gold-missed"
    return Mark(name, line.box, f"Evidence, {said}", MarkRole.HEADING, colour)
