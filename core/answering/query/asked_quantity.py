"""The kinds of quantities that a question asks for, and whether a text states one of them.

Stricter than the dimensions of `question_type`, which only order what was found: what is said here
is shown to people, so a kind is told where the words leave no doubt, and a text is taken to state
it also in words that are no number, such as "until recovery" for a duration.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from core.quantities.extraction import sure_quantities
from core.quantities.measurement_units import unit_of
from core.text.language import language_of
from core.text.word_tables import any_of, word_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from core.quantities.quantity import Quantity

_TABLE = word_table(__file__)
_PART = re.compile(r"<(\w[\w ]*)>")
_AROUND = 30
"""Characters before and after a number that may say that it is of another kind."""
_BARE, _YEAR, _ANY = "number", "year", "any"
"""Units of the table that are no dimensions: without a unit, without one and maybe a year, all."""
_COUNTED, _MEASURED = "number", "amount"
"""Names of kinds."""
_CELLS = "\t"
"""Parts the cells of a row, whose units may stand in the head of the table."""
_IS_NUMBER = re.compile(r"\W*\d(?!\d*[+-]+\s*$)(?:\S*\s+){0,3}\S*$")
"""A cell that is a number and few words, and no level of evidence such as 1+."""
_REFERENCE = re.compile(r"\[[\d,;\s–-]+\]")


@dataclass(frozen=True)
class QuantityKind:
    """A kind of quantity, such as a dose: the words that ask for it, and what states it."""

    name: str
    noun: str
    """As in "None of these lines states a dose"."""
    asks: re.Pattern[str]
    units: frozenset[str]
    but: frozenset[str]
    spelt: re.Pattern[str] | None
    only_after: re.Pattern[str] | None
    not_after: re.Pattern[str] | None
    not_before: re.Pattern[str] | None

    @property
    def words(self) -> str:
        """The noun with its article."""
        return f"{'an' if self.noun[0] in 'aeiou' else 'a'} {self.noun}"

    def is_stated(self, text: str, named: frozenset[Fraction] = frozenset()) -> bool:
        """Whether a text states one; `named` are numbers (scaled) that the question names itself.

        A year may be chosen among those named. In a row of a table a cell that is a number without
        a unit may be of any kind, but for the first cell, which may only number the row.
        """
        if self.spelt and self.spelt.search(text):
            return True
        first, *cells = text.split(_CELLS)
        return self._is_stated_in(first, named, in_row=False) or any(
            self._is_stated_in(cell, named, in_row=_IS_NUMBER.match(cell) is not None)
            for cell in cells
        )

    def _is_stated_in(self, text: str, named: frozenset[Fraction], *, in_row: bool) -> bool:
        text = _REFERENCE.sub("", text)
        return any(
            self._fits(text, number, in_row=in_row)
            for number in sure_quantities(text, language_of(text))
            if number.calendar or not number.scaled & named
        )

    def _fits(self, text: str, number: Quantity, *, in_row: bool) -> bool:
        if number.is_label:
            return False
        unit = _unit(number)
        if in_row and unit == _BARE:
            return bool(self.units)
        if unit in self.but or not self.units & {unit, _ANY}:
            return False
        before, after = text[: number.start][-_AROUND:], text[number.end :][:_AROUND]
        return not (
            (self.only_after and not self.only_after.search(before))
            or (self.not_after and self.not_after.search(before))
            or (self.not_before and self.not_before.search(after))
        )


def _unit(number: Quantity) -> str:
    """The dimension above the line of a division; for a number without one, what it may be."""
    if number.dates:
        return "date"
    if number.unit is None:
        is_year = bool(number.calendar) and re.fullmatch(r"\d{4}", number.text.strip())
        return _YEAR if is_year else _BARE
    return number.dimension.split("/")[0]


def _spelt_out(words: str) -> str:
    """An expression of the table with its named parts put in."""
    while _PART.search(words):
        words = _PART.sub(lambda match: _TABLE["parts"][match[1]], words)
    return words


def _kind(name: str, row: dict[str, Any]) -> QuantityKind:
    def optional(key: str) -> re.Pattern[str] | None:
        return re.compile(_spelt_out(row[key]), re.IGNORECASE) if key in row else None

    words = [_spelt_out(each) for each in row["words"]]
    return QuantityKind(
        name,
        row["noun"],
        any_of([rf"(?<!\w)(?:{_spelt_out(each)})" for each in row["asks"]]),
        frozenset(row["units"]),
        frozenset(row.get("but", ())),
        any_of([rf"(?<!\w)(?:{each})(?!\w)" for each in words]) if words else None,
        optional("only_after"),
        optional("not_after"),
        optional("not_before"),
    )


@cache
def quantity_kinds() -> dict[str, QuantityKind]:
    """All kinds by name; where words ask for several of them, the first is meant."""
    # Not made before they are needed: their patterns would be a twentieth of the program's start.
    return {name: _kind(name, row) for name, row in _TABLE["kinds"].items()}


def asked_kinds(question: str) -> tuple[QuantityKind, ...]:
    """The kinds that a question asks for, in the order of its words; empty if it asks for none."""
    first: dict[int, QuantityKind] = {}
    for kind in quantity_kinds().values():
        for match in kind.asks.finditer(question):
            first.setdefault(match.start(), _measured(kind, question, match.end()))
    return tuple(dict.fromkeys(kind for _, kind in sorted(first.items(), key=lambda at: at[0])))


def _measured(kind: QuantityKind, question: str, end: int) -> QuantityKind:
    """The kind; an amount where what is counted from `end` on is a unit: "how many degrees"."""
    word = re.match(r"\s+([^\W\d_]+)", question[end:])
    counts = kind.name == _COUNTED and word is not None and unit_of(word[1]) is not None
    return quantity_kinds()[_MEASURED] if counts else kind


def numbers_of(question: str) -> frozenset[Fraction]:
    """The numbers that a question names, in base units."""
    numbers = sure_quantities(question, language_of(question))
    return frozenset(value for number in numbers for value in number.scaled)


def unstated(question: str, texts: Sequence[str]) -> tuple[QuantityKind, ...]:
    """The kinds that a question asks for, if none of the texts states any of them; else nothing."""
    kinds, named = asked_kinds(question), numbers_of(question)
    stated = any(kind.is_stated(text, named) for kind in kinds for text in texts)
    return () if stated else kinds
