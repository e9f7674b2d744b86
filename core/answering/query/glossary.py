"""What a document itself says of its words: which there are, and what abbreviations stand for."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from core.evidence.table_rows import row_of
from core.sir import ElementType
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir

_DEFINED = re.compile(
    r"((?:[^\W\d_][\w-]*\s+){1,6}?[^\W\d_][\w-]*)\s*\(([A-ZÄÖÜ][A-Za-z0-9-]{1,7})\)"
)
"""Words, and behind them in brackets what they are called for short."""
_LONGEST = 60
"""Characters of what an abbreviation stands for."""


class Glossary:
    """The words of a document, and its abbreviations."""

    def __init__(self, sir: Sir) -> None:
        """Reads nothing yet."""
        self._sir = sir

    @cached_property
    def vocabulary(self) -> Counter[str]:
        """Its words in lower case, counted."""
        words: Counter[str] = Counter()
        for node in self._sir.nodes[: self._sir.flow]:
            words.update(word_list(node.text))
        return words

    @cached_property
    def abbreviations(self) -> dict[str, str]:
        """What abbreviations stand for: in brackets behind it, or in a row of two cells."""
        meanings: dict[str, str] = {}
        for index, node in enumerate(self._sir.nodes[: self._sir.flow]):
            for words, short in _DEFINED.findall(node.text):
                if full := _initials(words, short):
                    meanings.setdefault(short, full)
            if node.type is ElementType.TABLE_CELL and (full := self._beside(index)):
                meanings.setdefault(node.text.strip(), full)
        return meanings

    def _beside(self, cell: int) -> str:
        """The second cell of a row whose first cell is nothing but an abbreviation."""
        text, row = self._sir.nodes[cell].text.strip(), row_of(self._sir, cell)
        if row is None or not re.fullmatch(r"[A-ZÄÖÜ][A-Za-zÄÖÜ0-9-]{1,7}", text):
            return ""
        cells = self._sir.nodes[row].children
        if cells[0] != cell or len(cells) < 2 or sum(map(str.isupper, text)) < 2:
            return ""
        full = self._sir.nodes[cells[1]].text.strip()
        return full if 0 < len(full) <= _LONGEST and full.split()[0][:1] == text[:1] else ""


def _initials(words: str, short: str) -> str:
    """The fewest last words that hold the letters of an abbreviation in order, its first first."""
    parts = words.split()
    letters = [letter.lower() for letter in short if letter.isupper()]
    for length in range(1, len(parts) + 1):
        tail = " ".join(parts[-length:]).lower()
        if len(letters) > 1 and tail[0] == letters[0] and _in_order(letters, tail):
            return " ".join(parts[-length:])[-_LONGEST:]
    return ""


def _in_order(letters: Sequence[str], text: str) -> bool:
    """Whether a text has letters in this order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)
