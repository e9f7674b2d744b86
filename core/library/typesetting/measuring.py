"""Words measured and broken into lines that fit a width."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pymupdf


REGULAR, BOLD, MONOSPACED = "notos", "notosbo", "cour"
"""Faces: Noto Sans, Noto Sans Bold, and the Courier of every PDF reader."""


class Row(NamedTuple):
    """Words that fit a line, and what stands between it and the next (see `TextLine.after`)."""

    words: tuple[str, ...]
    after: str


@lru_cache
def _font(face: str) -> pymupdf.Font:
    """A face, loaded once: a PDF then holds it once for all sizes."""
    import pymupdf

    return pymupdf.Font(face)


class Ruler:
    """Widths of words in one font and size, in points."""

    def __init__(self, size: float, face: str = REGULAR) -> None:
        """`size` in points; `face` is one of those above."""
        self.size, self.face = size, face
        self._known: dict[str, float] = {}
        self._advances: dict[str, float] = {}

    @cached_property
    def font(self) -> pymupdf.Font:
        """A font of many scripts; for what it lacks the library takes others."""
        return _font(self.face)

    @cached_property
    def space(self) -> float:
        """Width of a space."""
        return self.width(" ")

    def width(self, word: str) -> float:
        """Width of a word."""
        if word not in self._known:
            # What the font's own measure of a text comes to, which asks for each letter anew.
            self._known[word] = sum(map(self._advance, word)) * self.size
        return self._known[word]

    def _advance(self, letter: str) -> float:
        if letter not in self._advances:
            self._advances[letter] = self.font.glyph_advance(ord(letter))
        return self._advances[letter]

    def rows(self, lines: Sequence[str], room: float) -> Iterator[Row]:
        """Lines of a text as lines of a page; one without words is left out."""
        for line in lines:
            yield from self._broken(line.split(), room)

    def _broken(self, words: Sequence[str], room: float) -> Iterator[Row]:
        fitting: list[str] = []
        used = 0.0
        for word in words:
            width = self.width(word)
            if fitting and used + self.space + width > room:
                yield Row(tuple(fitting), " ")
                fitting, used = [], 0.0
            if width > room:
                for part, more in self._parts(word, room):
                    if more:
                        yield Row((part,), "")
                    word = part
                width = self.width(word)
            used += width + (self.space if fitting else 0.0)
            fitting.append(word)
        if fitting:
            yield Row(tuple(fitting), "\n")

    def _parts(self, word: str, room: float) -> Iterator[tuple[str, bool]]:
        """Pieces of a word that is wider than the room, and whether more of it follow.

        Each has a character at least.
        """
        begin, used = 0, 0.0
        for at, letter in enumerate(word):
            width = self.width(letter)
            if at > begin and used + width > room:
                yield word[begin:at], True
                begin, used = at, 0.0
            used += width
        yield word[begin:], False
