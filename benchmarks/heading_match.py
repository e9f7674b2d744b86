"""Headings beside the entries of an outline: which are the same, and how well they agree.

An entry is found by a heading on its page whose text is the same, or nearly (rapidfuzz ratio of
at least `NEAR`), in small letters and digits only. What one begins with to count chapters ("2:",
"CHAPTER TWO:") and the other lacks does not count. Each entry takes one heading, each heading
one entry.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.gold.title_likeness import NEAR, key, likeness
from core.evaluation.metrics.overlap import Overlap

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class Title(NamedTuple):
    """A heading or an entry of an outline: its level (1 the highest), text and 1-based page."""

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

        What is not found closes the sections before it all the same.
        """
        heading_of = dict(self.pairs)
        above_entry = _above([entry.level for entry in self.entries], set(heading_of))
        found = set(heading_of.values())
        above_heading = _above([heading.level for heading in self.headings], found)
        return sum(
            above_heading[heading] == heading_of.get(above_entry[entry], -1)
            for entry, heading in self.pairs
        )


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


def _above(levels: Sequence[int], found: Collection[int]) -> list[int]:
    """For each title the index of the nearest one that holds it and was found, or -1."""
    above: list[int] = []
    stack: list[int] = []
    for index, level in enumerate(levels):
        while stack and levels[stack[-1]] >= level:
            stack.pop()
        above.append(next((upper for upper in reversed(stack) if upper in found), -1))
        stack.append(index)
    return above
