"""Text order of lines written from right to left.

PDFs place such text glyph by glyph, and punctuation or numbers may come in any order. The
visual order is certain, so it is taken from the boxes and turned round: characters from the
right to the left, but numbers and words of other scripts from the left to the right.

Source: Unicode Standard Annex 9, rules W4, N1 and L2, for lines of one paragraph direction.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from core.reading.characters import is_rtl, make_word, split_words
from core.reading.runs import Item, runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.reading.characters import Char, Word

SEPARATORS = frozenset(".,:/-\u2013'")
"""Characters that belong to a number or foreign word that they stand inside of."""

MIRROR = str.maketrans("()[]{}", ")(][}{")

THIN = 0.01
"""Width in points up to which a letter has no place of its own: it is a part of a ligature."""

WIDE = 0.6
"""Gap between two characters, in times of the font size, that ends a word without a space."""


def runs_left(text: str) -> bool:
    """Whether most letters of a line belong to a script written from right to left."""
    if text.isascii():
        return False
    strong = sum(map(is_rtl, text))
    return strong > 0 and strong * 2 >= sum(char.isalpha() for char in text)


def logical_words(chars: Sequence[Char]) -> list[Word]:
    """The words of a line that runs from right to left, in reading order."""
    words = [part for word in split_words(_from_the_right(chars)) for part in _unglued(word)]
    words = [make_word(_numbers_turned(word.chars)) for word in words]
    return _with_brackets_facing(_turned(words, [_is_foreign(word.text) for word in words]))


def _from_the_right(chars: Sequence[Char]) -> list[Char]:
    """Characters by their middle, the letters of a ligature behind the one that has its width.

    MuPDF puts the others at the right edge of the ligature, in the file's order or turned round.
    """
    keys: list[tuple[float, int]] = []
    for index, (_, box, _) in enumerate(chars):
        base = _ligature(chars, index)
        left, _, right, _ = box if base is None else chars[base][1]
        keys.append((-(left + right), 0 if base is None else abs(base - index)))
    return [chars[index] for index in sorted(range(len(chars)), key=keys.__getitem__)]


def _ligature(chars: Sequence[Char], index: int) -> int | None:
    """Where the first letter of a ligature stands that a letter without width is a part of."""
    if not _is_thin(chars[index]):
        return None
    edge = chars[index][1][0]
    for way in (range(index + 1, len(chars)), range(index - 1, -1, -1)):
        base = next((at for at in way if not _is_thin(chars[at])), None)
        if base is not None and is_rtl(chars[base][0]) and abs(chars[base][1][2] - edge) < THIN:
            return base
    return None


def _is_thin(char: Char) -> bool:
    return char[0].isalpha() and char[1][2] - char[1][0] < THIN


def _with_brackets_facing(words: list[Word]) -> list[Word]:
    """Words with all brackets turned round if more of them find their partner so.

    Some producers note a bracket as it looks, others as it is meant.
    """
    text = " ".join([word.text for word in words])
    if _single(text) <= _single(text.translate(MIRROR)):
        return words
    return [word._replace(text=word.text.translate(MIRROR)) for word in words]


def _single(text: str) -> int:
    """Number of brackets that have no partner."""
    is_open, single = 0, 0
    for char in text:
        if char in "([{":
            is_open += 1
        elif char in ")]}" and is_open:
            is_open -= 1
        elif char in ")]}":
            single += 1
    return single + is_open


def _unglued(word: Word) -> list[Word]:
    """The word cut where its characters lie far apart."""
    parts = runs(word.chars, lambda part, char: part[-1][1][0] - char[1][2] <= WIDE * char[2][0])
    return [make_word(part) for part in parts]


def _numbers_turned(chars: list[Char]) -> list[Char]:
    """Characters from right to left with each run of the other direction turned back."""
    other = [char[0].isdigit() or (char[0].isalpha() and not is_rtl(char[0])) for char in chars]
    for index in range(1, len(chars) - 1):
        if chars[index][0] in SEPARATORS and other[index - 1] and other[index + 1]:
            other[index] = True
    return _turned(chars, other)


def _turned(items: Sequence[Item], foreign: Sequence[bool]) -> list[Item]:
    """Items with each run of those that are foreign turned round."""
    turned: list[Item] = []
    for is_foreign, run in groupby(zip(foreign, items, strict=True), key=itemgetter(0)):
        turned += [item for _, item in run][:: -1 if is_foreign else 1]
    return turned


def _is_foreign(text: str) -> bool:
    return any(char.isalpha() for char in text) and not any(map(is_rtl, text))
