"""The outline of a document: titles with their pages and levels, and which block is which."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Self

from core.parsing.structuring.markers import BULLET
from core.reading.display_list import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    import pymupdf

LONGEST = 300
"""Characters of a text that may be a title."""

TELLING = 12
"""Letters and digits with which a long title begins that are enough to know it."""

SHORTEST = 3
"""Letters and digits of a title that is known without its number, at least."""

_NUMBER = re.compile(
    r"^\W*(?P<number>\d+(?:\.\d+)*)[\W_]*(?=[^\W\d_])"
    r"|^\W*(?P<letters>[ivxlc]+|[a-z])[\W_]+(?=\w)",
    re.IGNORECASE,
)
"""The number that a title begins with: in digits, as a numeral, or a letter."""


class Entry(NamedTuple):
    """A title of an outline: its level there, 1 the highest, and its 1-based page, if known."""

    level: int
    title: str
    page: int


class Outline:
    """Entries in their order, to be asked which of them a block is."""

    def __init__(self, entries: Sequence[Entry], slack: int = 0) -> None:
        """An outline; entries without letters or digits are left out.

        A title may stand up to `slack` pages before or behind the page of its entry.
        """
        self.entries = [entry for entry in entries if title_key(entry.title)]
        self._parted = [_parted(entry.title) for entry in self.entries]
        self._by_page: dict[int, dict[str, int]] = {}
        for off in sorted(range(-slack, slack + 1), key=abs):
            for index, entry in enumerate(self.entries):
                titles = self._by_page.setdefault(entry.page + off, {})
                titles.setdefault(title_key(entry.title), index)

    @classmethod
    def of(cls, pdf: pymupdf.Document) -> Self:
        """The outline that a PDF has; empty if it has none, or none that can be read."""
        try:
            return cls([Entry(*entry) for entry in pdf.get_toc(simple=True)])
        except UNREADABLE:
            return cls([])

    def __len__(self) -> int:
        return len(self.entries)

    def find(self, page: int, text: str) -> int | None:
        """The index of the entry that points to this page and reads like the text."""
        titles = self._by_page.get(page)
        if not titles or len(text) > LONGEST or BULLET.match(text):
            return None
        key = title_key(text)
        if key in titles:
            return titles[key]
        number, bare = _parted(text)
        for title, index in titles.items():
            listed_number, listed_bare = self._parted[index]
            same = bare == listed_bare and len(bare) >= SHORTEST
            one_numbered = not (number and listed_number)
            if (same and one_numbered) or (len(key) >= TELLING and title.startswith(key)):
                return index
        return None

    def levels(self, printed: Container[int]) -> dict[int, int]:
        """The level of each entry that is printed, 1 below the nearest one that holds it.

        What stands under a title that is nowhere printed takes its level, so that it does not
        seem to belong to the section before.
        """
        levels: dict[int, int] = {}
        above: list[int] = []
        for index, entry in enumerate(self.entries):
            while above and self.entries[above[-1]].level >= entry.level:
                above.pop()
            if index in printed:
                levels[index] = 1 + sum(other in levels for other in above)
            above.append(index)
        return levels


def _parted(title: str) -> tuple[str, str]:
    """The key of the number that a title begins with, empty without one, and that of the rest."""
    match = _NUMBER.match(title)
    end = match.end() if match else 0
    return title_key(title[:end]), title_key(title[end:])


def title_key(text: str) -> str:
    """Letters and digits of a title, small."""
    return re.sub(r"[\W_]+", "", text).lower()
