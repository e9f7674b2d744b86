"""Plans of groups of units: what a model returned, put right so that nothing is lost or doubled.

Whatever comes back, the groups that come out follow each other, hold every unit once and keep
together what is tied. Each repair is counted and said in words.

Source: W-RAC, appendix A.1; that every id is accounted for is Sightline's own rule.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.plan_units import Outline, Unit

Group = tuple[int, int]
"""Half-open range of places of units."""


class Flaw(StrEnum):
    """What can be wrong with a plan, and what is made of it."""

    UNKNOWN = "Ids of no unit, left out"
    DOUBLED = "Ids named more than once, kept where they stood first"
    MISSING = "Units left out by the plan, put with their neighbours under the same heading"
    ORDER = "Groups out of reading order, put into it"
    TORN = "Lists, procedures and captions torn apart, put together"
    SCATTERED = "Groups of units that are not neighbours, divided at the gaps"
    FRAGMENT = "Fragments that such gaps left, put with what they belong to"
    STRANDED = "Headings parted from what stands below them, put with it"
    LONG = "Groups over the maximum, divided"


def in_words(flaws: Counter[Flaw]) -> tuple[str, ...]:
    """A sentence with a number for each kind of repair, in the order in which they are made."""
    return tuple(f"{flaw.value}: {flaws[flaw]:,}." for flaw in Flaw if flaws[flaw])


@dataclass
class Repair:
    """Puts plans of one document right; `flaws` counts what was wrong so far."""

    outline: Outline
    flaws: Counter[Flaw] = field(default_factory=Counter)

    @property
    def _units(self) -> Sequence[Unit]:
        return self.outline.units

    def groups(self, plan: Sequence[Sequence[str]], first: int, last: int) -> list[Group]:
        """The groups of the units `first:last`, in reading order, each unit in one.

        A heading that a plan names again for a group below it is no fault: a chunk carries the
        headings above it anyway.
        """
        return self.joined(self._adopted(self._owners(plan, first, last)), first)

    def joined(self, owners: list[int], first: int) -> list[Group]:
        """Runs of units with the same owner, tied units and headings with what follows them."""
        self._tie(owners, first)
        runs = [(owner, len(list(run))) for owner, run in groupby(owners)]
        counts = Counter(owner for owner, _ in runs)
        self.flaws[Flaw.SCATTERED] += sum(count > 1 for count in counts.values())
        ends = [first]
        for _, length in runs:
            ends.append(ends[-1] + length)
        return self._led(ends)

    def _owners(
        self, plan: Sequence[Sequence[str]], first: int, last: int
    ) -> dict[int, int | None]:
        """The number of the group of each place, None for a unit that is in none."""
        places = {self._units[place].id: place for place in range(first, last)}
        earlier = {unit.id for unit in self._units[:first] if unit.is_heading}
        owner: dict[int, int | None] = dict.fromkeys(range(first, last))
        for number, group in enumerate(plan):
            named = [places[name] for name in group if name in places]
            unknown = [name for name in group if name not in places and name not in earlier]
            fresh = [place for place in dict.fromkeys(named) if owner[place] is None]
            again = Counter(named) - Counter(fresh)
            self.flaws[Flaw.UNKNOWN] += len(unknown)
            self.flaws[Flaw.DOUBLED] += sum(
                count for place, count in again.items() if not self._units[place].is_heading
            )
            self.flaws[Flaw.ORDER] += fresh != sorted(fresh)
            owner.update(dict.fromkeys(fresh, number))
        return owner

    def _adopted(self, owner: dict[int, int | None]) -> list[int]:
        """The owners, where there was none that of a neighbour in the section, else a new one."""
        places = list(owner)
        self.flaws[Flaw.MISSING] += sum(held is None for held in owner.values())
        for place in places[1:]:
            if owner[place] is None and self._same_section(place - 1, place):
                owner[place] = owner[place - 1]
        for place in places[-2::-1]:
            if owner[place] is None and self._same_section(place, place + 1):
                owner[place] = owner[place + 1]
        return [
            -2 - self._units[place].section if held is None else held
            for place, held in owner.items()
        ]

    def _same_section(self, one: int, two: int) -> bool:
        """Whether neighbours stand under one heading, or one is the heading of the other."""
        first, second = self._units[one], self._units[two]
        if second.is_heading:
            return first.is_heading and first.node in self._lineage(second.node)
        return first.section == second.section

    def _tie(self, owners: list[int], first: int) -> None:
        """Put tied units into one group: the one that holds most of them."""
        places = range(first, first + len(owners))
        for _, run in groupby(places, key=self.outline.atoms.__getitem__):
            tied = list(run)
            weights: Counter[int] = Counter()
            for place in tied:
                weights[owners[place - first]] += self._units[place].tokens
            if len(weights) > 1:
                self.flaws[Flaw.TORN] += 1
                best = weights.most_common(1)[0][0]
                owners[tied[0] - first : tied[-1] + 1 - first] = [best] * len(tied)

    def _led(self, ends: list[int]) -> list[Group]:
        """Groups between the borders, moved so that no heading is parted from what is below it.

        Headings that lead to nothing go with what stands before them.
        """
        kept = [ends[0]]
        for end in ends[1:]:
            place = end
            while end < ends[-1] and place > kept[-1] and self._leads(place - 1, end):
                place -= 1
            self.flaws[Flaw.STRANDED] += end - place
            if place == kept[-1]:
                continue
            if len(kept) > 1 and all(unit.is_heading for unit in self._units[kept[-1] : place]):
                self.flaws[Flaw.STRANDED] += place - kept.pop()
            kept.append(place)
        return list(pairwise([*kept[:-1], ends[-1]]))

    def _lineage(self, node: int) -> tuple[int, ...]:
        return self.outline.stream.sir.lineage(node)

    def _leads(self, heading: int, following: int) -> bool:
        """Whether a heading belongs to what follows: above it, or without any text of its own."""
        one, two = self._units[heading], self._units[following]
        if not one.is_heading:
            return False
        above = self._lineage(two.node)
        return one.node in above or self._lineage(one.node) == above
