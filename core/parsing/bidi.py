"""Text order of lines written from right to left.

PDFs place such text glyph by glyph, and punctuation or numbers may come in any order. The
visual order is certain, so it is taken from the boxes and turned round: words from the right
to the left, and inside a word all but numbers and left-to-right runs.

Source: Unicode Standard Annex 9, rules L2 and N1, for lines of one paragraph direction.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from core.parsing.characters import is_rtl, make_word

if TYPE_CHECKING:
    from core.parsing.characters import Char, Word


def logical(words: list[Word]) -> tuple[list[Word], bool]:
    """Words in reading order, and whether the line runs from right to left."""
    if not any(char >= "\u0590" for word in words for char in word.text):
        return words, False
    text = "".join(word.text for word in words)
    strong = sum(map(is_rtl, text))
    if not strong or strong * 2 < sum(char.isalpha() for char in text):
        return words, False
    ordered = [_turned(word) for part in words for word in _unglued(part)]
    ordered.sort(key=lambda word: -word.box[2])
    return _left_to_right_runs(ordered), True


def _unglued(word: Word) -> list[Word]:
    """The word cut where neighbours in text order lie far apart on the page."""
    runs: list[list[Char]] = [[word.chars[0]]]
    for before, char in zip(word.chars, word.chars[1:], strict=False):
        size = char[2][0]
        gap = max(char[1][0] - before[1][2], before[1][0] - char[1][2])
        if gap > size:
            runs.append([])
        runs[-1].append(char)
    return [make_word(run) for run in runs]


def _turned(word: Word) -> Word:
    """The word with its characters in reading order."""
    chars = sorted(word.chars, key=lambda char: -(char[1][0] + char[1][2]))
    turned: list[Char] = []
    for left_to_right, run in groupby(chars, key=lambda char: _is_ltr(char[0])):
        turned += list(run)[:: -1 if left_to_right else 1]
    return make_word(turned)


def _is_ltr(char: str) -> bool:
    return char.isdigit() or (char.isalpha() and not is_rtl(char))


def _left_to_right_runs(words: list[Word]) -> list[Word]:
    """Neighbouring words of a left-to-right script turned back into their order."""
    ordered: list[Word] = []
    for latin, run in groupby(words, key=lambda word: _is_latin(word.text)):
        ordered += list(run)[:: -1 if latin else 1]
    return ordered


def _is_latin(text: str) -> bool:
    return any(char.isalpha() for char in text) and not any(map(is_rtl, text))
