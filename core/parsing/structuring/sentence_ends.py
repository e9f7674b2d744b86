"""Where a sentence ends: at its stop, also where quotes, brackets or reference marks follow."""

from __future__ import annotations

import re

from core.parsing.structuring.markers import ABBREVIATED

ENDS = tuple(".!?:;")
"""How a sentence ends, or announces what follows."""

ENDINGS = tuple(".:;!?\u201d\u00bb)。！？；：")
"""Characters after which a new paragraph may begin."""

STOPS = tuple('.:!?\u201d"。！？：')
"""Characters after which a line that is set in begins a new paragraph."""

CLOSING = "\"'\u201d\u2019\u00bb)]"
"""Characters that may stand behind the end of a sentence."""

_NUMBERS = r"\d{1,3}(?:\s?[,\u2013-]\s?\d{1,3})*"
_DIGIT = "[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]"
_RAISED = rf"{_DIGIT}+(?:[,\u207b]{_DIGIT}+)*"
_BEHIND_STOP = rf"(?:(?<=[^\W\d_][.!?\u2026])|(?<=[.!?\u2026][{re.escape(CLOSING)}])|(?<=[。！？]))"

_EDITION = r"\[[^\[\]]{0,40}\b(?:19|20)\d\d\b[^\[\]]{0,40}\]"
_MARKS = re.compile(
    rf"(?:\s?\[{_NUMBERS}\]|\s?{_EDITION}|{_BEHIND_STOP}(?:{_NUMBERS}|{_RAISED}))+$"
)
"""Marks that refer to sources and notes: numbers in brackets, or right behind a stop. Also when a
recommendation was made or changed, in brackets, as "[2019, amended 2024]".

What stands behind a stop and a digit is the rest of a decimal number.
"""


def without_marks(text: str) -> str:
    """The text without the marks that stand at its end, as "4", "[2, 5]" and "[2019]"."""
    text = text.rstrip()
    is_marked = text.endswith("]") or text[-1:].isdigit()
    match = _MARKS.search(text) if is_marked else None
    if match is None or ABBREVIATED.search(text[: match.start()]):
        return text
    return text[: match.start()].rstrip()


def is_stopped(text: str) -> bool:
    """Whether what is set in below a text begins a new paragraph: it ends in a stop, or in a
    bracket behind one.
    """
    return text.endswith(STOPS) or text.rstrip(CLOSING).endswith(STOPS)


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does, or announces what follows."""
    return without_marks(text).rstrip(CLOSING).endswith(ENDS)
