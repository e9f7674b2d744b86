"""The text of one block as it is gathered from the inline elements of a page."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.library.structured.blocks import NoteMark

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACES = re.compile(r"[ \t\n\r\f]+")
_WORD = re.compile(r"[^\W_]*\Z")
_FEW = 8


class InlineText:
    """Text with its spaces evened out as browsers do it, and the marks of footnotes in it."""

    def __init__(self) -> None:
        self.marks: list[NoteMark] = []
        self._parts: list[str] = []
        self._length = 0
        self._last = "\n"

    def add(self, text: str) -> None:
        """Adds text; spaces at a border are one."""
        text = _SPACES.sub(" ", text)
        if self._last in " \n":
            text = text.removeprefix(" ")
        if text:
            self._parts.append(text)
            self._length += len(text)
            self._last = text[-1]

    def break_line(self) -> None:
        """The next text begins a line."""
        if self._last == " ":
            self._parts[-1] = self._parts[-1][:-1]
            self._length -= 1
        if self._length:
            self._parts.append("\n")
            self._length += 1
        self._last = "\n"

    @contextmanager
    def marking(self, note: str) -> Iterator[None]:
        """What is added within is the mark of this footnote."""
        start = self._length
        yield
        if self._length > start:
            self.marks.append(NoteMark(start, self._length, note))

    @property
    def word(self) -> str:
        """The letters and digits that what is added now stands behind, the last few at least."""
        end = ""
        for part in reversed(self._parts):
            end = part[-_FEW:] + end
            if len(end) >= _FEW:
                break
        match = _WORD.search(end)
        return match[0] if match else ""

    def text(self) -> str:
        """All of it, without space at its end."""
        return "".join(self._parts).rstrip()
