"""Whether a claim tells of one column of a table what a row has in another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.quantities.extraction import sure_quantities
from core.quantities.quantity import same_number
from core.verification.clauses import content

if TYPE_CHECKING:
    from core.text.language import Language
    from core.verification.source import Source

_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
"""What a name of a column adds, as a unit."""


class _Cell(NamedTuple):
    """A cell beside a claim: whether that names its column, and has all or some of its words."""

    column: str
    text: str
    is_named: bool
    is_told: bool
    is_touched: bool


def of_another_column(claim: str, language: Language, source: Source) -> str:
    """What is said if a claim names a column and has the value of another; empty if it has not.

    The claim has nothing of what its rows hold in the columns that it names, but all of what one of
    them holds in one that it does not name. The first cell says which row it is; those that the
    claim names by it are its rows, all if it names none.
    """
    message = ""
    for row in _rows_named(claim, language, source) or source.rows:
        cells = [_compared(claim, language, source.language, *pair) for pair in row[1:]]
        named = [cell for cell in cells if cell.is_named]
        told = [cell for cell in cells if cell.is_told and cell.column and not cell.is_named]
        if any(cell.is_touched for cell in named):
            return ""
        if named and told and not message:
            own, other = named[0].column, told[0]
            message = f"“{other.text}” stands under “{other.column}”, not under “{own}”."
    return message


def _rows_named(
    claim: str, language: Language, source: Source
) -> list[tuple[tuple[str, str], ...]]:
    """The rows all words of whose first cells a claim has."""
    said = content(claim, language)
    firsts = [content(row[0][1], source.language) for row in source.rows]
    pairs = zip(source.rows, firsts, strict=True)
    return [row for row, words in pairs if words and words <= said]


def _compared(claim: str, language: Language, theirs: Language, column: str, text: str) -> _Cell:
    said, words = content(claim, language), content(text, theirs)
    names = content(_IN_BRACKETS.sub(" ", column), theirs)
    asked, numbers = sure_quantities(claim, language), sure_quantities(text, theirs)
    if numbers:
        is_told = all(any(same_number(one, other) for other in asked) for one in numbers)
    else:
        is_told = bool(words) and words <= said
    # A unit may stand in the name of the column alone.
    values = [one.values & other.values for one in numbers for other in asked]
    is_touched = any(values) or not words.isdisjoint(said)
    return _Cell(column, text, bool(names) and names <= said, is_told, is_touched)
