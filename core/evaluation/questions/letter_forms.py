"""The letters of a text as they are compared: without spaces, in one form each."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = re.compile(r"\S+")
_CLUSTER = re.compile(r".[\u0300-\u036f]*", re.DOTALL)
_BULLETS = frozenset("•‣▪◦●○■□")
"""Signs that begin an item; alone between spaces they are layout, not text."""
_FORMS = str.maketrans(
    {
        **dict.fromkeys("\u00ad\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    }
)
_SAME = frozenset({"<compat>", "<font>", "<wide>", "<narrow>", "<noBreak>", "<super>"})
"""Kinds of characters that are other forms of the same letters, such as ligatures; also a raised
2, which other programs write as a 2. Source: Unicode Standard Annex 44, section 5.7.3."""


class Before(IntEnum):
    """What stands before a letter."""

    LETTER = 0
    SPACE = 1
    HYPHEN = 2
    """One that was left out, with the space behind it if there was any."""


@dataclass(frozen=True)
class Letters:
    """Letters of a text: `text` of n letters, spaces and hyphens between letters left out.

    `place` (n,) is the character that each comes from, `before` (n,) is of `Before`.
    """

    text: str
    place: NDArray[np.int64]
    before: NDArray[np.int8]

    def is_whole(self, start: int, end: int) -> bool:
        """Whether no word is cut at either end of a half-open range."""
        return not (self._goes_on(start) or self._goes_on(end))

    def spaced_alike(self, at: int, other: Letters) -> bool:
        """Whether spaces stand where they do in another text of the same letters from `at` on."""
        own = self.before[at + 1 : at + len(other.text)] == Before.SPACE
        return bool(np.array_equal(own, other.before[1:] == Before.SPACE))

    def _goes_on(self, at: int) -> bool:
        if not 0 < at < len(self.text) or self.before[at] != Before.LETTER:
            return False
        return self.text[at - 1].isalnum() and self.text[at].isalnum()


def letters_of(text: str) -> Letters:
    """The letters of a text."""
    letters: list[str] = []
    place: list[int] = []
    before: list[int] = []
    for match in _WORD.finditer(text):
        word, offsets = _plain(match.group())
        if word and match.group() not in _BULLETS:
            letters.append(word)
            place += [match.start() + offset for offset in offsets]
            before += [Before.SPACE, *[Before.LETTER] * (len(word) - 1)]
    return _joined("".join(letters), np.array(place, np.int64), np.array(before, np.int8))


def _joined(text: str, place: NDArray[np.int64], before: NDArray[np.int8]) -> Letters:
    """The letters with words put together that a hyphen joins or a line end broke."""
    keep = np.ones(len(text), bool)
    for match in re.finditer(r"(?<=\w)-(?=\w)", text):
        at = match.start()
        if before[at] == Before.SPACE:
            continue
        keep[at] = not (text[at - 1].isalpha() and text[at + 1].isalpha())
        before[at + 1] = Before.LETTER if keep[at] else Before.HYPHEN
    return Letters("".join(np.array(list(text))[keep].tolist()), place[keep], before[keep])


@lru_cache(maxsize=100_000)
def _plain(word: str) -> tuple[str, tuple[int, ...]]:
    """The letters of a word in one form each, and the character that each comes from."""
    letters: list[str] = []
    offsets: list[int] = []
    for match in _CLUSTER.finditer(word):
        forms = "".join(map(_form, unicodedata.normalize("NFC", match.group())))
        letters.append(forms)
        offsets += [match.start()] * len(forms)
    return "".join(letters), tuple(offsets)


def _form(letter: str) -> str:
    """A character as it is compared; nothing for one that cannot be seen."""
    plain = letter.translate(_FORMS)
    if plain != letter:
        return plain
    if unicodedata.category(letter) == "Cf":
        return ""
    if unicodedata.decomposition(letter).split(" ")[0] in _SAME:
        return unicodedata.normalize("NFKC", letter).translate(_FORMS).replace(" ", "")
    return letter
