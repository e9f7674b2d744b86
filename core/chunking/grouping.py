"""The plan that rules make of a document: one group for each section, fragments joined.

Source: W-RAC, appendix A.1, whose rules are followed as far as they need no reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking.plans import Group, Repair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.plan_units import Outline, Unit

_SMALL = 8
"""A group under an eighth of the maximum is a fragment, which joins what it belongs to."""


def rule_groups(outline: Outline, window: Group, size: int) -> list[Group]:
    """Groups of the units of a window: sections, procedures whole, fragments with their kin.

    A group may pass `size`, in tokens, if its section does.
    """
    owners = [unit.section for unit in outline.units[window[0] : window[1]]]
    return without_fragments(outline, Repair(outline).joined(owners, window[0]), size)


def without_fragments(outline: Outline, groups: Sequence[Group], size: int) -> list[Group]:
    """The groups with each fragment put to a neighbour of its section or of a sister of it."""
    found: list[Group] = []
    for group in groups:
        if found and _joins(outline, found[-1], group, size):
            found[-1] = (found[-1][0], group[1])
        else:
            found.append(group)
    return found


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
