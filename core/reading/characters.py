"""Words from characters: split at white space, without characters drawn twice."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from core.geometry import bounds
from core.reading.soft_hyphens import SOFT, with_hyphens_told_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.geometry import Box

Style = tuple[float, bool, bool, int, int, float | None, int]
"""Font size, bold, italic, ink, colour, where capitals of the line end (a coordinate across the
line), None where the font does not say, and opacity (0 to 255)."""

SIZE, HEAVY, INK, COLOUR, CAPITALS, ALPHA = 0, 1, 3, 4, 5, 6
"""Places in a style."""

UNPAINTED, FAINT, PLAIN_INK = 0, 1, 2
"""Inks: none; painted so that it may not be seen (white, tiny, not opaque); painted plainly."""

Char = tuple[str, "Box", Style]

IGNORED = frozenset("\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
"""Marks without width that steer layout and are no text."""

LEADER = "....."
"""A row of dots this long is no part of the word before it."""

PARTS = re.compile(r"\.{5,}|(?:(?!\.{5}).)+")

LOOSE = 0.13
"""Distance of two letters, in times of the font size and more than is usual in the word, from
which a blank was lost between them. Lost ones measure 0.14 to 0.17, wide pairs up to 0.11."""

NARROWEST = 0.07
"""The same, beyond no distance at all, that is looked at."""

SHORTEST = 6
"""Letters of a word in which a blank may be lost, so that there is a usual distance."""

STOPS = ",.;:!?)"
"""Characters behind which a blank may be lost as well."""


class Chars(NamedTuple):
    """The characters of one line in columns, its angle, and how many inks it is painted in."""

    text: str
    boxes: list[Box]
    styles: list[Style]
    angle: int
    inks: int = 1

    @property
    def axis(self) -> tuple[int, int]:
        """The edges of boxes along the line."""
        return (1, 3) if self.angle in (90, 270) else (0, 2)

    def listed(self) -> list[Char]:
        """The characters one by one."""
        return list(zip(self.text, self.boxes, self.styles, strict=True))


class Word(NamedTuple):
    """A run of characters without white space; `chars` are kept for reordering.

    `goes_on` says that it follows the word before without a blank, in another ink.
    """

    text: str
    box: Box
    style: Style
    chars: list[Char]
    goes_on: bool = False

    @property
    def painted(self) -> bool:
        """Whether the word leaves any ink."""
        return self.style[INK] != UNPAINTED


def split_words(chars: Sequence[Char], axis: tuple[int, int] = (0, 2)) -> list[Word]:
    """The words of a line in the order given; `axis` are the edges of boxes along the line.

    A character drawn twice in the same place (fake bold), or given a second time without width,
    is taken once. A word also ends where the ink changes, since nobody may see a part of it.
    """
    low, high = axis
    if any(SOFT in char[0] for char in chars):
        chars = with_hyphens_told_apart(chars, low, high)
    words: list[Word] = []
    run: list[Char] = []
    goes_on = False
    for char in chars:
        text, box, style = char
        if text.isspace():
            _flush(run, words, goes_on=goes_on)
            run, goes_on = [], False
            continue
        if text in IGNORED or (text < " " or "\x7f" <= text < "\xa0"):
            continue
        if run:
            last_text, last_box, last_style = run[-1]
            same = text == last_text and bool(style[INK]) == bool(last_style[INK])
            if same and is_repeat(text, box[low], box[high], last_box[low]):
                continue
            if style[INK] != last_style[INK]:
                _flush(run, words, goes_on=goes_on)
                run, goes_on = [], True
        run.append(char)
    _flush(run, words, goes_on=goes_on)
    return words


def is_repeat(text: str, low: float, high: float, before: float) -> bool:
    """Whether a character is the one before it once more: in its place, or without width.

    Without width are also the letters of ligatures, but never signs behind the first plane of
    Unicode, which a pair of codes stands for.
    """
    near = abs(low - before) < 0.3 * (high - low)
    return near or (high - low < 0.01 and text > "\uffff")


def make_word(chars: list[Char]) -> Word:
    """The word of characters in text order; the style is that of most of them."""
    texts, boxes, styles = zip(*chars, strict=True)
    return Word(storable("".join(texts)), bounds(boxes), most(styles), chars)


def most(styles: Sequence[Style]) -> Style:
    """The style of most characters, the first of equals."""
    if styles[0] == styles[-1]:
        return styles[0]
    return max(dict.fromkeys(styles), key=styles.count)


def storable(text: str) -> str:
    """The text with `?` for halves of pairs, which no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _flush(run: list[Char], words: list[Word], *, goes_on: bool) -> None:
    if run:
        first, *others = parted(make_word(run))
        words += [first._replace(goes_on=goes_on), *others]


def parted(word: Word) -> list[Word]:
    """The word cut where a row of dots begins or ends, as between a title and its page.

    Likewise where lines are set so tight that no blank was seen between two words.
    """
    if len(word.text) != len(word.chars):
        return [word]
    if LEADER in word.text:
        return [make_word(word.chars[m.start() : m.end()]) for m in PARTS.finditer(word.text)]
    if cuts := _lost_blanks(word):
        edges = pairwise([0, *cuts, len(word.chars)])
        return [make_word(word.chars[start:end]) for start, end in edges]
    return [word]


def _lost_blanks(word: Word) -> list[int]:
    """Numbers of the letters that stand much farther from the one before than others do."""
    if len(word.chars) < SHORTEST:
        return []
    gaps = [after[1][0] - before[1][2] for before, after in pairwise(word.chars)]
    size = word.style[SIZE]
    if max(gaps) <= NARROWEST * size:
        return []
    least = sorted(gaps)[len(gaps) // 2] + LOOSE * size
    text = word.text
    return [
        end
        for end, gap in enumerate(gaps, 1)
        if gap > least
        and text[end].isalpha()
        and (text[end - 1].isalpha() or text[end - 1] in STOPS)
    ]


def is_rtl(char: str) -> bool:
    """Whether a character belongs to a script written from right to left."""
    return char >= "\u0590" and unicodedata.bidirectional(char) in ("R", "AL")
