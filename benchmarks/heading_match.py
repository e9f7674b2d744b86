"""Headings beside the entries of an outline: which are the same, and how well they agree.

An entry is found by a heading on its page whose text is the same, or nearly (rapidfuzz ratio of
at least `NEAR`), in small letters and digits only. What one begins with to count chapters ("2:",
"CHAPTER TWO:") and the other lacks does not count. Each entry takes one heading, each heading
one entry.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.gold.title_likeness import NEAR, key, likeness
from core.evaluation.metrics.overlap import Overlap

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence


class Title(NamedTuple):
    """A heading or an entry of an outline: its level, text and 1-based page.

    1 is the highest level; 0 is the name of a document.
    """

    level: int
    text: str
    page: int


@dataclass(frozen=True, slots=True)
class Match:
    """Headings beside an outline; `pairs` are indexes of entries and of the headings they found.

    `printed` says for each entry whether it can be found: it has letters, and they stand on its
    page.
    """

    entries: Sequence[Title]
    headings: Sequence[Title]
    printed: Sequence[bool]
    pairs: Sequence[tuple[int, int]]

    def f1(self) -> float | None:
        """F1 over the entries that can be found, and the headings no deeper than those found.

        None if no entry can be found.
        """
        return Overlap(len(self.pairs), sum(self.printed), self.counted()).f1

    def counted(self) -> int:
        """Headings no deeper than the deepest that has an entry: outlines stop at some level."""
        deepest = max((self.headings[found].level for _, found in self.pairs), default=6)
        return sum(heading.level <= deepest for heading in self.headings)

    def nested(self) -> int:
        """How many found headings have the same found heading above them as in the outline.

        What is not found closes the sections before it all the same. Entries of one page come in
        the order they are printed in. The name of the whole document is above none of them.
        """
        heading_of = dict(self.pairs)
        named = _name(self.entries)
        holds = {
            entry: heading
            for entry, heading in self.pairs
            if entry != named and self.headings[heading].level
        }
        levels = {index: self.entries[index].level for index in self._as_printed()}
        above_entry = _above(levels, holds)
        levels = {index: heading.level for index, heading in enumerate(self.headings)}
        above_heading = _above(levels, set(holds.values()))
        return sum(
            above_heading[heading] == heading_of.get(above_entry[entry], -1)
            for entry, heading in self.pairs
        )

    def _as_printed(self) -> list[int]:
        """Indexes of the entries, those of one page in the order of the headings they found."""
        heading_of = dict(self.pairs)
        order: list[int] = []
        for _, page in groupby(
            range(len(self.entries)), key=lambda index: self.entries[index].page
        ):
            places: dict[int, int] = {}
            for index in page:
                before = next(reversed(places.values()), -1)
                places[index] = heading_of.get(index, before)
            order += sorted(places, key=lambda index: places[index])
        return order


def match(entries: Sequence[Title], found: Sequence[Title], pages: Mapping[int, str]) -> Match:
    """Entries and headings of one document; `pages` holds the text of each page by its number."""
    on_page: defaultdict[int, list[int]] = defaultdict(list)
    for index, heading in enumerate(found):
        on_page[heading.page].append(index)
    pairs: dict[int, int] = {}
    for least in (100.0, NEAR):
        taken = set(pairs.values())
        for index, entry in enumerate(entries):
            if index in pairs or not any(map(str.isalnum, entry.text)):
                continue
            free = [heading for heading in on_page[entry.page] if heading not in taken]
            same = [i for i in free if likeness(entry.text, found[i].text) >= least]
            if same:
                pairs[index] = same[0]
                taken.add(same[0])
    texts = {number: key(text) for number, text in pages.items()}
    printed = [i in pairs or _is_printed(e, texts) for i, e in enumerate(entries)]
    return Match(entries, found, printed, sorted(pairs.items()))


def _is_printed(entry: Title, texts: Mapping[int, str]) -> bool:
    title = key(entry.text)
    return any(map(str.isalpha, title)) and title in texts.get(entry.page, "")


def _name(entries: Sequence[Title]) -> int:
    """The index of the first entry if all others stand below it, as below a document's name; -1."""
    levels = [entry.level for entry in entries]
    return 0 if len(levels) > 2 and all(levels[0] < level for level in levels[1:]) else -1


def _above(levels: Mapping[int, int], found: Container[int]) -> dict[int, int]:
    """For each title the index of the nearest one that holds it and was found, or -1.

    `levels` of the titles by their index, in the order they are printed in.
    """
    above: dict[int, int] = {}
    stack: list[int] = []
    for index, level in levels.items():
        while stack and levels[stack[-1]] >= level:
            stack.pop()
        above[index] = next((upper for upper in reversed(stack) if upper in found), -1)
        stack.append(index)
    return above
