"""Plans of groups of units, by rules or by a model: nothing is lost or doubled in what comes out.

Together the passages hold every unit once and keep together what is tied. Each repair of what a
model returned is counted and said in words.

Source: W-RAC, appendix A.1, as far as its rules need no reading; that every id is accounted for
is Sightline's own rule.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from core.chunking.base import length
from core.chunking.unit_ids import UnitIds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.unit_outline import Outline
    from core.chunking.units import Group, Unit

_SMALL = 8
"""A group under an eighth of the maximum is a fragment, which joins what it belongs to."""

MOST_PIECES = 5
"""Pieces of a passage at the most: one that gathers more is no passage, but an index."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Units that become a chunk if they fit: pieces in reading order that are no neighbours.

    `repeated` are places of headings that the plan names above it and another passage holds.
    """

    pieces: tuple[Group, ...]
    repeated: tuple[int, ...] = ()


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


def rule_groups(outline: Outline, window: Group, size: int) -> list[Group]:
    """Groups of the units of a window: sections, procedures whole, fragments with their kin.

    A group may pass `size`, in tokens, if its section does.
    """
    owners = [unit.section for unit in outline.units[slice(*window)]]
    return without_fragments(outline, Repair(outline).joined(owners, window[0]), size)


def without_fragments(outline: Outline, groups: Sequence[Group], size: int) -> list[Group]:
    """The groups with each fragment put to a neighbour of its section or of a sister of it."""
    merged = list(groups[:1])
    for group in groups[1:]:
        if _is_one(outline, merged[-1], group, size):
            merged[-1] = (merged[-1][0], group[1])
        else:
            merged.append(group)
    return merged


def _is_one(outline: Outline, earlier: Group, later: Group, size: int) -> bool:
    """Whether groups belong together, since they follow each other and one is a fragment.

    Their sections are the same, sisters, or one below the other.
    """
    small = min(outline.length(*earlier), outline.length(*later)) < size // _SMALL
    apart = earlier[1] != later[0]
    if not small or apart or outline.length(earlier[0], later[1]) > size:
        return False
    first, second = (_path(outline, group[0]) for group in (earlier, later))
    return first[:-1] == second[:-1] or first[-1] in second or second[-1] in first


def _path(outline: Outline, place: int) -> tuple[int, ...]:
    section = outline.units[place].section
    return (*(outline.stream.sir.lineage(section) if section >= 0 else ()), section)


@dataclass
class Repair:
    """Puts plans of one document right; `flaws` counts what was wrong so far."""

    outline: Outline
    flaws: Counter[Flaw] = field(default_factory=Counter)

    @property
    def _units(self) -> Sequence[Unit]:
        return self.outline.units

    def passages(self, plan: Sequence[str], window: Group, leap: int) -> list[Passage]:
        """The passages of the units of a window in reading order, each unit in one.

        Groups of units that are no neighbours are kept up to `leap` tokens, else divided. A
        heading that a plan names again for a group below it is no fault.
        """
        named, repeated = self._owners(plan, window)
        owners = self._adopted(named)
        groups = self.joined(owners, window[0])
        heaviest = [self._heaviest(group, owners, window[0]) for group in groups]
        pieces: dict[int, list[Group]] = {}
        for group, owner in zip(groups, heaviest, strict=True):
            own = pieces.setdefault(owner, [])
            if own and own[-1][1] == group[0]:
                group = (own.pop()[0], group[1])
            own.append(group)
        kept = {owner for owner, own in pieces.items() if owner < 0 or self._leaps(own, leap)}
        divided = [own for owner, own in pieces.items() if owner not in kept and len(own) > 1]
        self.flaws[Flaw.SCATTERED] += len(divided)
        made = [
            Passage(part, tuple(repeated.get(owner, ())))
            for owner, own in pieces.items()
            for part in ([tuple(own)] if owner in kept and owner >= 0 else [(one,) for one in own])
        ]
        return sorted(made, key=lambda passage: passage.pieces)

    def _leaps(self, pieces: Sequence[Group], leap: int) -> bool:
        """Whether pieces may be one passage; a single one always is."""
        tokens = length(*(self.outline.tokens(*piece) for piece in pieces))
        return len(pieces) == 1 or (tokens <= leap and len(pieces) <= MOST_PIECES)

    def _heaviest(self, group: Group, owners: Sequence[int], first: int) -> int:
        """The owner of most tokens of a group that may have taken in headings of others."""
        weights: Counter[int] = Counter()
        for place in range(*group):
            weights[owners[place - first]] += self._units[place].tokens
        return weights.most_common(1)[0][0]

    def joined(self, owners: list[int], first: int) -> list[Group]:
        """Runs of units with the same owner, tied units and headings with what follows them."""
        self._tie(owners, first)
        ends = [first]
        for _, run in groupby(owners):
            ends.append(ends[-1] + len(list(run)))
        return self._led(ends)

    def _owners(
        self, plan: Sequence[str], window: Group
    ) -> tuple[dict[int, int | None], dict[int, list[int]]]:
        """The number of the group of each place, None for a unit that is in none.

        And the headings that each group names though another one has them.
        """
        ids = UnitIds(self.outline, window, plan)
        owner: dict[int, int | None] = dict.fromkeys(range(*window))
        repeated: dict[int, list[int]] = {}
        for number, passage in enumerate(plan):
            named, unknown = ids.read(passage)
            own = [place for place in named if place in owner]
            fresh = [place for place in dict.fromkeys(own) if owner[place] is None]
            again = (Counter(own) - Counter(fresh)).elements()
            self.flaws[Flaw.UNKNOWN] += unknown
            self.flaws[Flaw.DOUBLED] += sum(not self._units[place].is_heading for place in again)
            self.flaws[Flaw.ORDER] += fresh != sorted(fresh)
            others = {place for place in named if place not in fresh}
            repeated[number] = sorted(n for n in others if self._units[n].is_heading)
            owner.update(dict.fromkeys(fresh, number))
        return owner, repeated

    def _adopted(self, owner: dict[int, int | None]) -> list[int]:
        """The owners, where there was none that of a neighbour in the section, else a new one."""
        neighbours = list(pairwise(owner))
        self.flaws[Flaw.MISSING] += list(owner.values()).count(None)
        for before, place in neighbours:
            if owner[place] is None and self._same_section(before, place):
                owner[place] = owner[before]
        for place, after in reversed(neighbours):
            if owner[place] is None and self._same_section(place, after):
                owner[place] = owner[after]
        return [
            -2 - self._units[place].section if group is None else group
            for place, group in owner.items()
        ]

    def _same_section(self, unit: int, following: int) -> bool:
        """Whether neighbours stand under one heading, or one is the heading of the other."""
        first, second = self._units[unit], self._units[following]
        if second.is_heading:
            return first.is_heading and first.node in self.outline.lineage(following)
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
        borders = [ends[0]]
        for end in ends[1:]:
            place = end
            while end < ends[-1] and place > borders[-1] and self._leads(place - 1, end):
                place -= 1
            self.flaws[Flaw.STRANDED] += end - place
            if place == borders[-1]:
                continue
            group = self._units[borders[-1] : place]
            if len(borders) > 1 and all(unit.is_heading for unit in group):
                self.flaws[Flaw.STRANDED] += place - borders.pop()
            borders.append(place)
        return list(pairwise([*borders[:-1], ends[-1]]))

    def _leads(self, heading: int, following: int) -> bool:
        """Whether a heading belongs to what follows: above it, or without any text of its own."""
        if not self._units[heading].is_heading:
            return False
        above = self.outline.lineage(following)
        return self._units[heading].node in above or self.outline.lineage(heading) == above
