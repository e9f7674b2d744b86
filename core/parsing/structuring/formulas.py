"""Formulas set apart from the text: lines of signs and letters, with hardly a word among them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.parsing.structuring.line_rows import gaps
from core.parsing.structuring.slots import Slot

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from core.reading.line import Line

RELATION = re.compile(
    r"[=<>\u2192\u2208\u221d\u2248\u2260\u2261\u2264\u2265\u226a\u226b\u2282\u2286]"
)
"""Signs that say how the two sides of a formula stand to each other."""

NUMBER = re.compile(r"\(\d{1,3}(?:\.\d{1,3})*[a-z]?\)")
"""The number of a formula, the last word of its line."""

WORD = re.compile(r"[^\W\d_]{3,}(?![^\W\d_]|\()")
"""Letters in a row that are no function, which a bracket follows."""

VOWEL = re.compile(r"[aeiouy\u00c0-\u00ff\u0400-\u1cff\u3040-\ud7ff]", re.IGNORECASE)
"""A letter that words have and names of variables in a row mostly lack; in other scripts than Latin
and Greek, which formulas are written in, any.
"""

FUNCTIONS = frozenset(
    "arg cos cosh cot det dim exp inf ker lim liminf limsup log max min mod sgn sin sinh sup tan "
    "tanh var cov".split()
)

WORDS = 0.2
"""Share of words in a formula with a number at most; one without a number has none."""

FEWEST = 3
"""Tokens of a formula at least."""

SET_IN = 1.5
"""Times the font size by which a formula begins to the right of its column, as most do."""

CLOSE = 0.3
"""Times the font size between a sign and the limits above and below it, at most."""


def main_lines(lines: Iterable[Line], left: float) -> set[int]:
    """Ids of the lines that are a formula by themselves, or most of one.

    `left` is where their column begins.
    """
    return {id(line) for line in lines if _is_main(line, left)}


def is_formula(lines: Sequence[Line], mains: Container[int]) -> bool:
    """Whether lines are a formula and nothing else; `mains` are the main lines of their column.

    Numerators, denominators and indices are lines of their own.
    """
    return any(id(line) in mains for line in lines) and all(
        id(line) in mains or _is_part(line) for line in lines
    )


def parts_formula(block: Sequence[Line], line: Line, mains: Container[int]) -> bool:
    """Whether a formula begins or ends between a block and the line below it."""
    is_main = id(line) in mains
    if is_formula(block, mains):
        return (is_main and _is_numbered(block[-1])) or not (is_main or _is_part(line))
    return is_main and not all(map(_is_part, block))


def is_limit(before: Line, line: Line) -> bool:
    """Whether a line is closely below another, as the limits of a sum and its sign are."""
    near = line.top - before.bottom < CLOSE * max(line.size, before.size)
    return near and line.left < before.right and line.right > before.left


def _is_main(line: Line, left: float) -> bool:
    if isinstance(line, Slot) or line.angle or line.rtl or len(line.words) < FEWEST:
        return False
    set_in, numbered = _is_set_in(line, left), _is_numbered(line)
    if not (set_in or numbered) or not any(map(str.isalpha, line.text)):
        return False
    related = RELATION.search(line.text) is not None
    if numbered and (related or set_in):
        words = _words(line)
        return words <= WORDS * len(line.words) if related and set_in else not words
    return related and set_in and not _words(line) and not gaps(line)


def _is_part(line: Line) -> bool:
    """Whether a line may be a part of a formula above or below the main line."""
    return not isinstance(line, Slot) and not _words(line)


def _is_set_in(line: Line, left: float) -> bool:
    return line.left - left >= SET_IN * line.size


def _is_numbered(line: Line) -> bool:
    return NUMBER.fullmatch(line.words[-1]) is not None


def _words(line: Line) -> int:
    """How many words of a language a line has."""
    letters = WORD.findall(line.text)
    return sum(1 for word in letters if VOWEL.search(word) and word.lower() not in FUNCTIONS)
