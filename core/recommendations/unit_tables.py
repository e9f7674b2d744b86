"""Recommendations that are set as tables: boxes, and rows that a column grades."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evidence.table_rows import has_text, row_spans
from core.recommendations.direction import speaks_for
from core.recommendations.graded_rows import column_names, graded_rows
from core.recommendations.labels import (
    is_name,
    label_of,
    named_label,
    names_recommendations,
    without_status,
)
from core.recommendations.marks import Marks, is_mark
from core.recommendations.statements import is_note
from core.recommendations.stating import matched
from core.recommendations.unit_spans import UnitSpans, without_notes
from core.sir import ElementType, Sir
from core.spans import Span, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_NAME_UP_TO = 40
"""Characters of the name of a column."""
_FEWEST_WORDS = 3
"""Words of the shortest text in a box."""


def units_of_tables(sir: Sir, marks: Marks) -> Iterator[UnitSpans]:
    """The recommendations in tables: rows that a column grades, else boxes."""
    tables = [
        [child for child in sir.nodes[node].children if has_text(sir, child)]
        for node in range(sir.flow)
        if sir.nodes[node].type is ElementType.TABLE
    ]
    headers = [header for rows in tables if (header := column_names(sir, rows)) is not None]
    for rows in tables:
        if rows:
            yield from (
                graded_rows(sir, rows, headers)
                or _marked(sir, rows)
                or _in_margin(sir, rows, marks)
                or _key_box(sir, rows)
                or _boxes(sir, rows)
            )


def _marked(sir: Sir, rows: Sequence[int]) -> list[UnitSpans]:
    """Boxes whose text stands behind a sign such as SIGN's "R" or tick; none if a row has none."""
    cells: list[tuple[Span, ...]] = []
    for row in rows:
        cells.append(row_spans(sir, row))
        if len(cells[-1]) != 2 or not _is_marked(sir, *cells[-1]):
            return []
    return [UnitSpans(None, (mark,), (text,), mark=mark) for mark, text in cells]


def _in_margin(sir: Sir, rows: Sequence[int], marks: Marks) -> list[UnitSpans]:
    """What stands in cells beside marks in the margin, in rows that may hold other text as well.

    Where columns have names, these say what the letters are.
    """
    units: list[UnitSpans] = []
    names = [text_of(sir, span) for span in row_spans(sir, rows[0])]
    if len(names) > 1 and all(map(_may_name_column, names)):
        return units
    for mark, span in (
        m for row in rows for c in row_spans(sir, row) for m in marks.beside(c.node)
    ):
        text, notes = without_notes(sir, [span])
        units.append(UnitSpans(None, (mark,), text or (span,), notes, mark=mark))
    return units


def _may_name_column(text: str) -> bool:
    return len(text) <= _NAME_UP_TO and not text.endswith(".") and not is_mark(text)


def _key_box(sir: Sir, rows: Sequence[int]) -> list[UnitSpans]:
    """What stands in a box below a title such as "Key recommendations"."""
    if not names_recommendations(text_of(sir, row_spans(sir, rows[0])[0])):
        return []
    if any(len(row_spans(sir, row)) != 1 for row in rows):
        return []
    cells = [row_spans(sir, row)[0] for row in rows[1:]]
    texts = [span for span in cells if speaks_for(text_of(sir, span)) is not None]
    return [UnitSpans(None, (), (span,)) for span in texts if not label_of(sir, span)]


def _is_marked(sir: Sir, mark: Span, text: Span) -> bool:
    words = text_of(sir, text)
    is_sentence = len(words.split()) >= _FEWEST_WORDS and words.endswith(".")
    return is_sentence and is_mark(text_of(sir, mark))


def _boxes(sir: Sir, rows: Sequence[int]) -> Iterator[UnitSpans]:
    """The boxes that a table is made of; each row that begins with a label begins another."""
    if not _row_label(sir, rows[0]):
        return
    labels = [_row_label(sir, row) for row in rows]
    starts = [place for place, label in enumerate(labels) if label]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        if label := labels[start]:
            cells = [span for row in rows[start:end] for span in row_spans(sir, row)]
            if unit := _boxed(sir, *label, cells):
                yield unit


def _row_label(sir: Sir, row: int) -> tuple[Span, str] | None:
    cells = row_spans(sir, row)
    if label := label_of(sir, cells[0]):
        return label
    if len(cells) < 2:
        return None
    first = text_of(sir, cells[0])
    match = named_label(f"{first} {text_of(sir, cells[1])}")
    if match is None or match.end("number") > len(first):
        return None
    return matched(cells[0], match, "number"), match["name"]


def _boxed(sir: Sir, number: Span, name: str, cells: Sequence[Span]) -> UnitSpans | None:
    """A box: its longest cell is what is recommended, all else says of what sort it is.

    None where no cell is a text, as in a table of what has changed.
    """
    label = cells[0]
    own = without_status(text_of(sir, label)[max(number.end - label.start, 0) :])
    if number.node != label.node or len(own.split()) < _FEWEST_WORDS:
        own = ""
    texts = [span for span in cells[not own :] if _is_prose(text_of(sir, span))] or cells[not own :]
    longest = max(texts, key=lambda span: span.end - span.start, default=label)
    place = cells.index(longest)
    before = tuple(cells[:place])
    if place == 0:
        before = (Span(label.node, label.start, number.end),)
        longest = Span(label.node, label.end - len(own), label.end)
    if len(text_of(sir, longest).split()) < _FEWEST_WORDS:
        return None
    text, notes = without_notes(sir, [longest])
    after = (*notes, *cells[place + 1 :])
    return UnitSpans(number, before, text or (longest,), after, (), name)


def _is_prose(text: str) -> bool:
    return any(map(str.isalpha, text)) and not is_name(text) and not is_note(text)
