"""Where the recommendations of a document stand: label, text with its list, and what follows.

A recommendation is known by a label ("Recommendation 3.1"), by a number below a heading such as
"Recommendations", by a table whose first row is such a label, or by a table one column of which
grades its rows. A text that only sounds like advice is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.evidence.quotable_units import groups
from core.evidence.table_rows import header_cells, row_of, row_spans, whole
from core.recommendations.stating import matched, text_of
from core.sir import ElementType
from core.spans import Span
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir

_LISTS: dict[str, list[str]] = word_table(__file__)
_NAMES = f"(?i:{'|'.join(_LISTS['label'])})"
_BY_NAME = re.compile(
    rf"^\W*{_NAMES}\s+(?i:no\.?\s*|nr\.?\s*)?(?P<number>[A-Z]{{0,2}}\d+(?:[.-]\d+)*[a-z]?)\b\.?"
    r"(?=$|\s*[:|([–—-]|\s+[A-ZÄÖÜ\d])"
)
_BY_NUMBER = re.compile(rf"^\W*(?P<number>\d+(?:\.\d+)+[a-z]?)\.?\s+{_NAMES}(?!\w)")
_NUMERIC = re.compile(r"^(?P<number>\d+(?:\.\d+){1,3})\.?\s+(?=\S)")
_SECTION = re.compile(
    rf"^(?:\d+(?:\.\d+)*\.?\s+)?(?:{'|'.join(_LISTS['section'])})\W*$", re.IGNORECASE
)
_NO_SECTION = whole_words(_LISTS["no_section"])
_NOTE = any_of([rf"^\W*(?:{'|'.join(_LISTS['note'])})\b"])
_GRADE_COLUMN = any_of([rf"^\W*(?:{'|'.join(_LISTS['grade_column'])})\W*[a-z]?$"])
_GRADING_COLUMN = any_of(
    [rf"^\W*(?:{'|'.join([*_LISTS['grade_column'], *_LISTS['level_column']])})\W*[a-z]?$"]
)
_LABEL_UP_TO = 120
"""Characters of a line that only labels a recommendation."""
_PARAGRAPHS = 4
"""Paragraphs a labelled recommendation may have, if what follows them says that they are of it."""


@dataclass(frozen=True, slots=True)
class UnitSpans:
    """The parts of a recommendation: its number, the line that labels it, its text, its notes."""

    number: Span | None
    label: tuple[Span, ...]
    text: tuple[Span, ...]
    notes: tuple[Span, ...] = ()
    columns: tuple[tuple[Span, Span], ...] = ()
    """In a table that grades its rows: the heading and the cell of each column that does."""

    @property
    def whole(self) -> tuple[Span, ...]:
        """All of it in reading order, each place once."""
        spans = {*self.label, *self.text, *self.notes}
        return tuple(sorted(spans | ({self.number} if self.number and not self.label else set())))


def units(sir: Sir) -> Iterator[UnitSpans]:
    """The recommendations of a document, in reading order."""
    every = [*_in_text(sir), *_in_tables(sir)]
    yield from sorted(every, key=lambda unit: unit.whole[0])


def is_recommending(sir: Sir, lineage: Sequence[int]) -> bool:
    """Whether headings say that recommendations stand below them."""
    path = [sir.nodes[index].text for index in lineage]
    return any(map(_SECTION.match, path)) and not any(map(_NO_SECTION.search, path))


def _in_text(sir: Sir) -> Iterator[UnitSpans]:
    every = [group for group in groups(sir) if row_of(sir, group[0]) is None]
    for place, group in enumerate(every):
        spans = [whole(sir, node) for node in group]
        if label := _label(sir, spans[0]):
            yield _labelled(sir, label, [*spans, *_rest(sir, group, every[place + 1 :])])
        elif head := _labelling_heading(sir, every, place):
            rest = [*spans, *_rest(sir, group, every[place + 1 :])]
            yield _labelled(sir, head, [_heading_span(sir, group[0]), *rest])
        elif numbered := _numbered(sir, spans):
            yield numbered


def _label(sir: Sir, span: Span) -> Span | None:
    """The number of a recommendation, where a text begins with its label."""
    text = text_of(sir, span)
    match = _BY_NAME.match(text) or _BY_NUMBER.match(text)
    return matched(span, match, "number") if match else None


def _heading_span(sir: Sir, node: int) -> Span:
    return whole(sir, sir.lineage(node)[-1])


def _labelling_heading(sir: Sir, every: Sequence[list[int]], place: int) -> Span | None:
    """The number in the heading of a group, if the heading is a label and the group its first."""
    lineage = sir.lineage(every[place][0])
    if not lineage or (place and sir.lineage(every[place - 1][0]) == lineage):
        return None
    return _label(sir, whole(sir, lineage[-1]))


def _rest(sir: Sir, group: Sequence[int], after: Sequence[list[int]]) -> list[Span]:
    """What else is of a labelled recommendation: up to the last line on its vote or its sources.

    Without such a line nothing tells whether a further paragraph is of it or about it.
    """
    spans: list[Span] = []
    end = 0
    for following in after[:_PARAGRAPHS]:
        first = whole(sir, following[0])
        if sir.lineage(following[0]) != sir.lineage(group[0]) or _label(sir, first):
            break
        spans += [whole(sir, node) for node in following]
        if _NOTE.match(text_of(sir, first)):
            end = len(spans)
    return spans[:end]


def _labelled(sir: Sir, number: Span, spans: Sequence[Span]) -> UnitSpans:
    first, *others = spans
    text = text_of(sir, first)
    notes = tuple(span for span in others if _NOTE.match(text_of(sir, span)))
    said = tuple(span for span in others if span not in notes)
    if said and len(text) <= _LABEL_UP_TO:
        return UnitSpans(number, (first,), said, notes)
    begin = (
        number.end
        + len(text[number.end - first.start :])
        - len(text[number.end - first.start :].lstrip(" .:|)]–—-"))
    )
    label, own = Span(first.node, first.start, number.end), Span(first.node, begin, first.end)
    return UnitSpans(number, (label,), (own, *said), notes)


def _numbered(sir: Sir, spans: Sequence[Span]) -> UnitSpans | None:
    """A paragraph with a number of its own below a heading that promises recommendations."""
    first = spans[0]
    match = _NUMERIC.match(text_of(sir, first))
    if not match or not is_recommending(sir, sir.lineage(first.node)):
        return None
    own = Span(first.node, first.start + match.end(), first.end)
    return UnitSpans(matched(first, match, "number"), (), (own, *spans[1:]))


def _in_tables(sir: Sir) -> Iterator[UnitSpans]:
    for node in range(sir.flow):
        if sir.nodes[node].type is not ElementType.TABLE:
            continue
        rows = [
            child
            for child in sir.nodes[node].children
            if sir.nodes[child].type is ElementType.TABLE_ROW
        ]
        cells = [span for row in rows for span in row_spans(sir, row)]
        if cells and (number := _label(sir, cells[0]) or _split_label(sir, cells)):
            yield _boxed(sir, number, cells)
        else:
            yield from (unit for row in rows if (unit := _graded_row(sir, row)))


def _split_label(sir: Sir, cells: Sequence[Span]) -> Span | None:
    """The number in the first cell of a box, where the second says what is numbered."""
    if len(cells) < 2:
        return None
    both = f"{text_of(sir, cells[0])} {text_of(sir, cells[1])}"
    match = _BY_NUMBER.match(both) or _BY_NAME.match(both)
    inside = match and match.end("number") <= len(text_of(sir, cells[0]))
    return matched(cells[0], match, "number") if match and inside else None


def _boxed(sir: Sir, number: Span, cells: Sequence[Span]) -> UnitSpans:
    """A box: its longest cell is what is recommended, all else says of what sort it is."""
    longest = max(cells, key=lambda span: span.end - span.start)
    place = cells.index(longest)
    return UnitSpans(number, tuple(cells[:place]), (longest,), tuple(cells[place + 1 :]))


def _graded_row(sir: Sir, row: int) -> UnitSpans | None:
    """A row of a table that grades recommendations, as the header row says."""
    header = header_cells(sir, row)
    if not header or not any(map(_names_recommendations, _texts(sir, header))):
        return None
    names = sir.nodes[sir.nodes[header[0].node].parent].children
    cells = sir.nodes[row].children
    if len(names) != len(cells):
        return None
    columns = tuple(
        (whole(sir, name), whole(sir, cell))
        for name, cell in zip(names, cells, strict=True)
        if sir.nodes[cell].text.strip() and _GRADING_COLUMN.match(sir.nodes[name].text.strip())
    )
    text = tuple(s for s in row_spans(sir, row) if all(s != cell for _, cell in columns))
    notes = tuple(cell for _, cell in columns)
    graded = any(_GRADE_COLUMN.match(text_of(sir, name)) for name, _ in columns)
    return UnitSpans(None, (), text, notes, columns) if text and graded else None


def _texts(sir: Sir, spans: Sequence[Span]) -> list[str]:
    return [text_of(sir, span).strip() for span in spans]


def _names_recommendations(heading: str) -> bool:
    return _SECTION.match(heading) is not None
