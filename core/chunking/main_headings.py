"""Which headings of a document begin its main sections, and which only name the document.

A heading names the document if sections stand below it and it is of type title, or alone on its
level: else a document of one title would be one section. What comes next in the tree is an
anchor, the H1 of structured chunking. Levels are counted by nesting from there, as the figures
that parsers give may skip some.

Source: structured chunking v2, section 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Sequence


LEVELS = 3
"""Levels of headings that structured chunking knows."""


def headings(sir: Sir) -> list[int]:
    """Indexes of all headings of the flow, in reading order."""
    return [i for i in range(sir.flow) if sir.nodes[i].type in HEADINGS]


def titles(sir: Sir) -> frozenset[int]:
    """Headings that name the document; their sections are the main ones."""
    below: dict[int, list[int]] = {-1: []}
    for index in headings(sir):
        below.setdefault(next(reversed(sir.lineage(index)), -1), []).append(index)
    level, naming = below[-1], set[int]()
    while named := [i for i in level if i in below and _names(sir, i, level)]:
        naming.update(named)
        level = [i for i in level if i not in naming] + [i for n in named for i in below[n]]
    return frozenset(naming)


def numbered(sir: Sir) -> dict[int, int]:
    """The level of each heading: 0 for a title, 1 for an anchor, 2 and more below it."""
    named = titles(sir)
    return {i: len(sectioned([*sir.lineage(i), i], named)) for i in headings(sir)}


def sectioned(path: Sequence[int], named: frozenset[int]) -> list[int]:
    """The headings of a path without titles, the anchor first."""
    return [index for index in path if index not in named]


def _names(sir: Sir, heading: int, level: Sequence[int]) -> bool:
    return sir.nodes[heading].type is ElementType.TITLE or len(level) == 1
