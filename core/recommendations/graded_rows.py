"""Recommendations in rows of tables that grade them: which column says what.

The headings of the columns tell, as "Population | Recommendation | Grade". A table without them is
read as the others of its document that have as many columns, if its cells fit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import row_spans, whole
from core.recommendations.direction import speaks_for
from core.recommendations.labels import NUMERIC, heads_recommendations
from core.recommendations.statements import BOTH_LABEL, GRAMMARS, Sort
from core.recommendations.stating import matched
from core.recommendations.unit_spans import UnitSpans
from core.spans import Span, text_of
from core.text.word_tables import any_of, word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir

_LISTS: dict[str, list[str]] = word_table(__file__)
_NUMBER_COLUMN, _PEOPLE_COLUMN = (
    any_of([rf"\W*(?:{'|'.join(_LISTS[name])})\W*"]) for name in ("number", "population")
)
_TITLES = 3
"""Rows among which that of the names of the columns is: a title may stand above it."""
_NUMBER_CELL = re.compile(r"\W*(?P<number>[A-Z]{0,2}\d+(?:\.\d+)*[a-z]?)\.?\W*")


def column_names(sir: Sir, rows: Sequence[int]) -> int | None:
    """The row that says which column is recommended and which grades it."""
    return next((row for row in rows[:_TITLES] if _names_columns(sir, row)), None)


def graded_rows(sir: Sir, rows: Sequence[int], headers: Sequence[int]) -> list[UnitSpans]:
    """The recommendations of a table; `headers` are the rows of names of all tables."""
    header = column_names(sir, rows)
    if header is not None:
        below = rows[rows.index(header) + 1 :]
        return [unit for row in below if (unit := _graded_row(sir, row, header))]
    if not headers:
        return []
    full = [row for row in rows if len(row_spans(sir, row)) > 1]
    header = _shared_header(sir, full, headers)
    units = [_graded_row(sir, row, header) for row in full] if header is not None else []
    graded = [unit for unit in units if unit and _fits(sir, unit)]
    recommending = sum(speaks_for(text_of(sir, unit.text[0])) is not None for unit in graded)
    return graded if len(graded) == len(full) and 2 * recommending > len(full) else []


def _shared_header(sir: Sir, rows: Sequence[int], headers: Sequence[int]) -> int | None:
    widths = {len(sir.nodes[row].children) for row in rows}
    alike = [row for row in headers if {len(sir.nodes[row].children)} == widths]
    names = {tuple(sir.nodes[i].text.casefold() for i in sir.nodes[row].children) for row in alike}
    return alike[0] if len(names) == 1 else None


def _fits(sir: Sir, unit: UnitSpans) -> bool:
    return all(
        any(
            grammar.label.fullmatch(text_of(sir, heading))
            and grammar.cell.fullmatch(text_of(sir, cell))
            for grammar in GRAMMARS.values()
        )
        for heading, cell in unit.columns
    )


def _names_columns(sir: Sir, row: int) -> bool:
    cells = row_spans(sir, row)
    graded = any(_grades(sir, span, Sort.GRADE) for span in cells)
    return graded and any(heads_recommendations(text_of(sir, span)) for span in cells)


def _graded_row(sir: Sir, row: int, header: int) -> UnitSpans | None:
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
    number = next(iter(numbers.values()), None)
    apart = {cell for _, cell in columns} | set(numbers)
    people = tuple(c for name, c in pairs if _PEOPLE_COLUMN.fullmatch(text_of(sir, name)))
    text = tuple(cell for _, cell in pairs if cell not in apart | set(people))
    if any(_grades(sir, cell, *Sort) for _, cell in columns):
        return None
    notes = (*people, *(cell for _, cell in columns))
    if not text or not any(_grades(sir, name, Sort.GRADE) for name, _ in columns):
        return None
    if number is None and (match := NUMERIC.match(text_of(sir, text[0]))):
        number = matched(text[0], match, "number")
        text = (Span(text[0].node, text[0].start + match.end(), text[0].end), *text[1:])
    return UnitSpans(number, (), text, notes, columns, people=people)


def _grades(sir: Sir, heading: Span, *sorts: Sort) -> bool:
    text = text_of(sir, heading)
    both = Sort.CONSENSUS not in sorts[:1] and BOTH_LABEL.fullmatch(text) is not None
    return both or any(GRAMMARS[sort].label.fullmatch(text) for sort in sorts)


def _number_cell(sir: Sir, heading: Span, cell: Span) -> Span | None:
    match = _NUMBER_CELL.fullmatch(text_of(sir, cell))
    if match is None or not _NUMBER_COLUMN.fullmatch(text_of(sir, heading)):
        return None
    return matched(cell, match, "number")
