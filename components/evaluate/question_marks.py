"""What two settings retrieved for a question, and its gold lines, as marks on pages."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from components.evaluate.figures import A_COLOUR, B_COLOUR
from components.widgets.legend_line import filled, outlined
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
    (filled(A_COLOUR), "retrieved by A only"),
    (filled(B_COLOUR), "by B only"),
    (filled(BOTH_COLOUR), "by both"),
    (outlined(FOUND_COLOUR), "evidence that was found"),
    (outlined(MISSED_COLOUR), "evidence that neither found"),
)
"""What the colours mean, as a legend shows it."""


@dataclass(frozen=True)
class Side:
    """What a setting retrieved in a document: ranks from 1 with their tokens in the stream."""

    name: str
    stream: TokenStream
    chunks: tuple[tuple[int, Retrieved], ...]


def side_of(name: str, stream: TokenStream, taken: Sequence[Retrieved], document: str) -> Side:
    """What setting A or B retrieved in a document."""
    own = [(rank, chunk) for rank, chunk in enumerate(taken, 1) if chunk.document == document]
    return Side(name, stream, tuple(own))


def fits(side: Side) -> bool:
    """Whether the places are still those of the tree: the document may have been read anew."""
    return all(
        chunk.pieces[-1][1] <= len(side.stream) and _on_page(side.stream, chunk)
        for _, chunk in side.chunks
    )


def retrieved_marks(side_a: Side, side_b: Side) -> list[Mark]:
    """The lines of both, each piece in the colour of who retrieved it, with its ranks.

    Where both read the document by one parser, pieces are told apart by the word; else by line.
    """
    if side_a.stream is side_b.stream:
        return [mark for piece in _pieces(side_a, side_b) for mark in _marks(side_a.stream, *piece)]
    return [*_by_line(side_a, side_b), *_by_line(side_b, side_a)]


def evidence_marks(question: Question, document: str, side_a: Side, side_b: Side) -> list[Mark]:
    """The gold lines of a document, outlined, in the colour of found or of missed."""
    boxes = {side.name: _boxes(side) for side in (side_a, side_b)}
    return [
        _evidence(
            line,
            [name for name, held_boxes in boxes.items() if line_recall([line.box], held_boxes)],
        )
        for piece in question.evidence
        if piece.document == document
        for line in piece.lines
    ]


def ranks_on(side: Side) -> dict[int, list[int]]:
    """The ranks of the chunks that have text on a page, by page."""
    by_page: dict[int, list[int]] = {}
    for rank, start, end in _held(side):
        for page in sorted({int(number) for number in side.stream.page[start:end] if number}):
            by_page.setdefault(page, []).append(rank)
    return by_page


def _on_page(stream: TokenStream, chunk: Retrieved) -> bool:
    if not chunk.page:
        return True
    return any(chunk.page in stream.page[start:end] for start, end in chunk.pieces)


def _pieces(
    side_a: Side, side_b: Side
) -> Iterator[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """Runs of tokens that the same chunks hold, with the ranks of these in either setting."""
    edges = sorted(
        {at for side in (side_a, side_b) for _, start, end in _held(side) for at in (start, end)}
    )
    for start, end in itertools.pairwise(edges):
        ranks = [
            tuple(sorted({rank for rank, low, high in _held(side) if low <= start and end <= high}))
            for side in (side_a, side_b)
        ]
        if any(ranks):
            yield start, end, ranks[0], ranks[1]


def _marks(
    stream: TokenStream, start: int, end: int, ranks_a: tuple[int, ...], ranks_b: tuple[int, ...]
) -> Iterator[Mark]:
    for line in range_lines(stream, (start, end)):
        yield _mark(line.box, line.location, ranks_a, ranks_b)


def _mark(
    box: BoundingBox, location: Location, ranks_a: tuple[int, ...], ranks_b: tuple[int, ...]
) -> Mark:
    lines = [
        f"Rank {rank} of {name}" for name, own in (("A", ranks_a), ("B", ranks_b)) for rank in own
    ]
    badge = " ".join([*(f"A{rank}" for rank in ranks_a), *(f"B{rank}" for rank in ranks_b)])
    colour = BOTH_COLOUR if ranks_a and ranks_b else A_COLOUR if ranks_a else B_COLOUR
    return Mark(f"got-{badge}", box, "\n".join(lines), MarkRole.OWN, colour, location, badge=badge)


def _boxes(side: Side) -> list[BoundingBox]:
    """Boxes of all that the chunks hold, headings that are put in front as well."""
    ranges = (span for _, chunk in side.chunks for span in chunk.ranges)
    return [line.box for span in ranges for line in range_lines(side.stream, span)]


def _held(side: Side) -> list[tuple[int, int, int]]:
    """Rank, start and end of each piece of the chunks, with what it repeats of the one before.

    Headings are left out: those at the top of a document would be marked for every chunk.
    """
    return [(rank, *piece) for rank, chunk in side.chunks for piece in chunk.pieces]


def _by_line(side: Side, beside: Side) -> Iterator[Mark]:
    """The lines of one setting; those that the other has as well in the colour of both."""
    boxes = _boxes(beside)
    for rank, start, end in _held(side):
        for line in range_lines(side.stream, (start, end)):
            first, second = ((rank,), ()) if side.name == "A" else ((), (rank,))
            mark = _mark(line.box, line.location, first, second)
            if line_recall([line.box], boxes):
                label = f"{mark.label}\nin the other setting, too"
                mark = replace(mark, label=label, colour=BOTH_COLOUR)
            yield mark


def _evidence(line: GoldLine, found_by: Sequence[str]) -> Mark:
    finders = f"found by {' and '.join(found_by)}" if found_by else "found by neither"
    colour = FOUND_COLOUR if found_by else MISSED_COLOUR
    name = "gold-found" if found_by else "gold-missed"
    return Mark(name, line.box, f"Evidence, {finders}", MarkRole.HEADING, colour)
