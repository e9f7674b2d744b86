"""The plan that rules make of a document: one group for each section, fragments joined.

Source: W-RAC, appendix A.1, whose rules are followed as far as they need no reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking.plans import Group, Repair

if TYPE_CHECKING:
    from core.chunking.units import Outline, Unit

_SMALL = 8
"""A group under an eighth of the maximum is a fragment, which joins what it belongs to."""


def rule_groups(outline: Outline, window: Group, size: int) -> list[Group]:
    """Groups of the units of a window: sections, procedures whole, fragments with their kin.

    A group may pass `size`, in tokens, if its section does.
    """
    units = outline.units[window[0] : window[1]]
    owners = [unit.section for unit in units]
    groups: list[Group] = []
    for group in Repair(outline).joined(owners, window[0]):
        if groups and _joins(outline, groups[-1], group, size):
            groups[-1] = (groups[-1][0], group[1])
        else:
            groups.append(group)
    return groups


def _joins(outline: Outline, one: Group, two: Group, size: int) -> bool:
    """Whether two groups that follow each other are one, since one of them is a fragment."""
    small = min(outline.length(*one), outline.length(*two)) < size // _SMALL
    fits = outline.length(one[0], two[1]) <= size
    return small and fits and _kin(outline, outline.units[one[0]], outline.units[two[0]])


def _kin(outline: Outline, one: Unit, two: Unit) -> bool:
    """Whether the sections of two units are the same, sisters, or one below the other."""
    lineage = outline.stream.sir.lineage
    first = (*(lineage(one.section) if one.section >= 0 else ()), one.section)
    second = (*(lineage(two.section) if two.section >= 0 else ()), two.section)
    return first[:-1] == second[:-1] or one.section in second or two.section in first
