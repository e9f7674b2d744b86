"""Recommendations that are set as tables: boxes, and rows that a column grades."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import row_spans, whole
from core.recommendations.labels import (
    NUMERIC,
    heads_recommendations,
    is_name,
    label_of,
    named_label,
    without_status,
)
from core.recommendations.statements import GRAMMARS, Sort, is_note
from core.recommendations.stating import matched, text_of
from core.recommendations.unit_spans import UnitSpans, without_notes
from core.sir import ElementType
from core.spans import Span
from core.text.word_tables import any_of, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir

_LISTS: dict[str, list[str]] = word_table(__file__)
_NUMBER_COLUMN = any_of([rf"\W*(?:{'|'.join(_LISTS['number_column'])})\W*"])
_MARK = any_of(_LISTS["mark"])
_TITLES = 3
"""Rows among which that of the names of the columns is: a title may stand above it."""
_FEWEST_WORDS = 3
"""Words of the shortest text in a box."""
_NUMBER_CELL = re.compile(r"\W*(?P<number>[A-Z]{0,2}\d+(?:\.\d+)*[a-z]?)\.?\W*")


def units_of_tables(sir: Sir) -> Iterator[UnitSpans]:
    """The recommendations in tables: rows that a column grades, else boxes."""
    for node in range(sir.flow):
        if sir.nodes[node].type is not ElementType.TABLE:
            continue
        rows = [
            child
            for child in sir.nodes[node].children
            if sir.nodes[child].type is ElementType.TABLE_ROW and row_spans(sir, child)
        ]
        graded = [
            unit for row, header in _graded(sir, rows) if (unit := _graded_row(sir, row, header))
        ]
        yield from graded or _marked(sir, rows) or _boxes(sir, rows)


def _graded(sir: Sir, rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The rows below the row that says which column is recommended and which grades it."""
    header = next((row for row in rows[:_TITLES] if _names_columns(sir, row)), None)
    if header is not None:
        yield from ((row, header) for row in rows[rows.index(header) + 1 :])


def _names_columns(sir: Sir, row: int) -> bool:
    cells = row_spans(sir, row)
    graded = any(_grades(sir, span, Sort.GRADE) for span in cells)
    return graded and any(heads_recommendations(text_of(sir, span)) for span in cells)


def _marked(sir: Sir, rows: Sequence[int]) -> list[UnitSpans]:
    """Boxes whose text stands behind a sign such as SIGN's "R" or tick; none if a row has none."""
    cells = [row_spans(sir, row) for row in rows]
    if not all(len(each) == 2 and _is_marked(sir, *each) for each in cells):
        return []
    return [UnitSpans(None, (mark,), (text,)) for mark, text in cells]


def _is_marked(sir: Sir, mark: Span, text: Span) -> bool:
    words = text_of(sir, text)
    is_sentence = len(words.split()) >= _FEWEST_WORDS and words.endswith(".")
    return is_sentence and _MARK.fullmatch(text_of(sir, mark)) is not None


def _boxes(sir: Sir, rows: Sequence[int]) -> Iterator[UnitSpans]:
    """The boxes that a table is made of; each row that begins with a label begins another."""
    labels = [_row_label(sir, row) for row in rows]
    starts = [place for place, label in enumerate(labels) if label]
    if not starts or starts[0] != 0:
        return
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        if label := labels[start]:
            cells = [span for row in rows[start:end] for span in row_spans(sir, row)]
            if unit := _boxed(sir, *label, cells):
                yield unit


def _row_label(sir: Sir, row: int) -> tuple[Span, str] | None:
    """The number and name in the first cell of a row, or in this and the second."""
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
    """Whether a cell is neither a name, nor a note, nor a list of references by number."""
    return any(map(str.isalpha, text)) and not is_name(text) and not is_note(text)


def _graded_row(sir: Sir, row: int, header: int) -> UnitSpans | None:
    """A row of a table that grades recommendations, as the header row says."""
    names = sir.nodes[header].children
    cells = sir.nodes[row].children
    if len(names) != len(cells):
        return None
    pairs = [
        (whole(sir, name), whole(sir, cell))
        for name, cell in zip(names, cells, strict=True)
        if sir.nodes[cell].text.strip()
    ]
    columns = tuple(pair for pair in pairs if _grades(sir, pair[0], *Sort))
    numbers = {cell: number for name, cell in pairs if (number := _number_cell(sir, name, cell))}
    apart = {cell for _, cell in columns} | set(numbers)
    number = next(iter(numbers.values()), None)
    text = tuple(cell for _, cell in pairs if cell not in apart)
    if any(_grades(sir, cell, *Sort) for _, cell in columns):
        return None
    notes = tuple(cell for _, cell in columns)
    if not text or not any(_grades(sir, name, Sort.GRADE) for name, _ in columns):
        return None
    if number is None and (match := NUMERIC.match(text_of(sir, text[0]))):
        number = matched(text[0], match, "number")
        text = (Span(text[0].node, text[0].start + match.end(), text[0].end), *text[1:])
    return UnitSpans(number, (), text, notes, columns)


def _grades(sir: Sir, heading: Span, *sorts: Sort) -> bool:
    """Whether a column is of grades, levels or votes."""
    return any(GRAMMARS[sort].label.fullmatch(text_of(sir, heading)) for sort in sorts)


def _number_cell(sir: Sir, heading: Span, cell: Span) -> Span | None:
    """The number in a cell of a column of numbers."""
    match = _NUMBER_CELL.fullmatch(text_of(sir, cell))
    if match is None or not _NUMBER_COLUMN.fullmatch(text_of(sir, heading)):
        return None
    return matched(cell, match, "number")
