"""Units of measurement, in symbols and in English and German words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from core.text.word_tables import word_table


@dataclass(frozen=True, slots=True)
class Unit:
    """What is measured, and how many of its base units this one is."""

    dimension: str
    factor: Fraction = Fraction(1)

    def by(self, other: Unit) -> Unit:
        """This unit for each of the other one; the order of several divisions does not count."""
        above, *below = self.dimension.split("/")
        parts = [above, *sorted([*below, other.dimension])]
        return Unit("/".join(parts), self.factor / other.factor)


_LISTS = word_table(__file__)
_PHRASES: dict[str, str] = _LISTS["phrases"]


def _fractions(table: dict[str, str]) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in table.items()}


def _table() -> dict[str, Unit]:
    """Units by name: `others`, and those that stand behind a prefix such as "milli"."""
    units = {
        name: Unit(dimension, Fraction(factor))
        for dimension, factor, names in _LISTS["others"]
        for name in names.split()
    }
    prefixes, words = _fractions(_LISTS["prefixes"]), _LISTS["prefix_words"]
    for dimension, names in _LISTS["prefixed"].items():
        for name in names.split():
            if name.islower() and len(name) > 3:
                for word, prefix in {"": "", **words}.items():
                    units[f"{word}{name}"] = Unit(dimension, prefixes[prefix])
            else:
                for prefix, factor in prefixes.items():
                    units.setdefault(f"{prefix}{name}", Unit(dimension, factor))
    large = {"": Fraction(1), **_fractions(_LISTS["large_prefixes"])}
    for dimension, names in _LISTS["largely_prefixed"].items():
        for name in names.split():
            for prefix, factor in large.items():
                units.setdefault(f"{prefix}{name}", Unit(dimension, factor))
    return units


UNITS = _table()
PHRASES = tuple(_PHRASES)
"""Units of two words, as they are looked up by `unit_of`."""
PERIODS = frozenset({"second", "month", "working day"})
"""Dimensions of time."""
_ALIKE = ({"pound", "lb"}, {"pound", "pound sterling"})
"""Dimensions that a word does not tell apart."""


def comparable(first: str, second: str) -> bool:
    """Whether two dimensions may be the same: "pounds" are a weight or money."""
    return first == second or {first, second} in _ALIKE


def unit_of(word: str) -> Unit | None:
    """The unit that a word or symbol names; case counts for symbols, not for words."""
    lowered = " ".join(word.lower().split())
    word = _PHRASES.get(lowered, word)
    if word in UNITS:
        return UNITS[word]
    return UNITS.get(lowered) if len(lowered) > 2 else None
