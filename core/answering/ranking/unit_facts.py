"""What a quotable unit is and names, whatever is asked."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.answering.ranking.number_matches import Amounts
from core.quantities.population import People
from core.text.content_words import stem_list, stems_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from core.answering.ranking.number_matches import Meeting
    from core.evidence.quotable_units import Unit
    from core.quantities.quantity import Quantity
    from core.text.language import Language

_BEGINNING = 70
"""Characters in which a definition names what it defines."""


@dataclass(frozen=True)
class Facts:
    """What is known of a unit; each made once, where it is first needed."""

    unit: Unit
    language: Language

    @cached_property
    def own(self) -> frozenset[int]:
        """Stems of its text."""
        return frozenset(stems_of(self.unit.text, self.language))

    @cached_property
    def read(self) -> frozenset[int]:
        """Stems of its text, its context and the headings above it."""
        above = " ".join((*self.unit.path[-2:], self.unit.context))
        return self.own | frozenset(stems_of(above, self.language))

    @cached_property
    def beginning(self) -> frozenset[int]:
        """Stems of its first words."""
        return frozenset(stems_of(self.unit.text[:_BEGINNING], self.language))

    @cached_property
    def pairs(self) -> frozenset[tuple[int, int]]:
        """Pairs of stems that follow each other."""
        return frozenset(itertools.pairwise(stems_of(self.unit.searched, self.language)))

    @cached_property
    def amounts(self) -> Amounts:
        """The numbers of its text; those of a row cell by cell."""
        return Amounts.of(self.unit.text.split("\t"), self.language)

    @cached_property
    def around(self) -> Amounts:
        """The numbers of its context and of the heading above it."""
        return Amounts.of((*self.unit.context.split("\n"), self.unit.heading), self.language)

    @cached_property
    def people(self) -> People:
        """Whom it is about: by its own words, else by its context, else by the headings above."""
        unit = self.unit
        named = map(People.of, (unit.text, unit.context, unit.heading))
        ages = next((people.ages for people in named if people.ages), ())
        wide = People.of("\n".join((unit.text, *unit.path[-3:], unit.context)))
        return People(ages, wide.pregnant)

    def meet(self, number: Quantity) -> tuple[Meeting, Meeting]:
        """How its own numbers, and those around it, meet a number of a question."""
        return self.amounts.meet(number), self.around.meet(number)

    def only_repeats(self, words: Sequence[str]) -> bool:
        """Whether its text has no word that is not among these."""
        return self.own <= frozenset(stem_list(words, self.language))

    def holds(self, word: str) -> bool:
        """Whether it is read with a word."""
        return all(stem in self.read for stem in stem_list([word], self.language))

    def share(self, terms: Mapping[str, float], stems: Collection[int]) -> float:
        """Share, by weight, of the words `terms` that are among stems of the unit, 0 to 1."""
        total = sum(terms.values()) or 1.0
        return (
            sum(
                weight
                for word, weight in terms.items()
                if all(stem in stems for stem in stem_list([word], self.language))
            )
            / total
        )
