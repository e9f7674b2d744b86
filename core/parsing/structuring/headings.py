"""Headings and their levels, from numbering, fonts and the outline.

Source: TopoChunker, section 3.1 (numbering patterns and font sizes mapped to levels).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.parsing.structuring.markers import BULLET, CAPTION, Numbering, numbering

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.profile import Profile
    from core.reading.line import Line

DEEPEST = 6
"""Levels below this one are not told apart."""

LONGEST = 220
"""Characters; a longer block is text, whatever it looks like."""

LARGER = 1.12
"""How much larger than running text a heading is set at least."""


@dataclass(frozen=True, slots=True)
class Style:
    """What headings of one level have in common."""

    size: float
    bold: bool
    capitals: bool


@dataclass(slots=True)
class Candidate:
    """A block that looks like a heading; `outline` is its level there, if it has one.

    `plain` says that nothing but its number sets it apart from running text.
    """

    style: Style
    number: Numbering | None
    outline: int | None = None
    plain: bool = False


def candidate(block: Sequence[Line], usual: Profile) -> Candidate | None:
    """What makes a block a heading, or None where nothing does."""
    text = " ".join(line.text for line in block)
    if not _may_be_heading(text, block):
        return None
    style = style_of(block)
    number = numbering(text)
    larger = style.size >= usual.size * LARGER
    stands_out = style.bold and not usual.bold and style.size >= usual.size * 0.9
    capitals = style.capitals and style.size >= usual.size * 0.95 and len(text) > 4
    limit = 4 if larger else 2
    if len(block) > limit:
        return None
    if larger or stands_out:
        return None if _is_sentence(text) and not larger else Candidate(style, number)
    if capitals and len(block) == 1:
        return Candidate(style, number)
    if number and _is_numbered_heading(text, number, block):
        return Candidate(style, number, plain=True)
    return None


def style_of(block: Sequence[Line]) -> Style:
    """The style of a block: its largest line, bold if all of it is."""
    letters = [char for line in block for word in line.words for char in word if char.isalpha()]
    capitals = len(letters) > 3 and all(char.isupper() for char in letters)
    size = max(line.size for line in block)
    return Style(round(size * 2) / 2, all(line.bold for line in block), capitals)


def _may_be_heading(text: str, block: Sequence[Line]) -> bool:
    if len(text) > LONGEST or sum(char.isalpha() for char in text) < 2 or BULLET.match(text):
        return False
    if CAPTION.match(text) and not text.lower().startswith("box"):
        return False
    first = next(char for char in text if char.isalnum())
    if text[-1] in ",;" or (first.islower() and numbering(text) is None):
        return False
    return sum(char.isalpha() or char.isspace() for char in text) >= 0.5 * len(text)


def _is_sentence(text: str) -> bool:
    return text[-1] in ".:" and len(text.split()) > 6


def _is_numbered_heading(text: str, number: Numbering, block: Sequence[Line]) -> bool:
    """Whether a numbered line in the font of the text is a heading."""
    if len(block) > 1 or _is_sentence(text) or text[-1] in ".;:" or len(text) > 90:
        return False
    rest = text[len(number.number) :].lstrip(" .")
    if number.pattern == "decimal":
        return number.depth >= 2 and rest[:1].isupper()
    return number.pattern.startswith("worded") and len(text.split()) <= 10


def assign_levels(found: Sequence[Candidate]) -> list[int]:
    """A level for each heading, 1 the highest: the outline's, else by style and numbering."""
    ranks = _ranks(found)
    levels = [ranks[_group(heading)] for heading in found]
    known = [(h, h.outline) for h in found if h.outline is not None]
    if known:
        by_group: dict[tuple[float, ...], list[int]] = {}
        for heading, level in known:
            by_group.setdefault(_group(heading), []).append(level)
        deepest = max(level for _, level in known)
        for index, heading in enumerate(found):
            same = by_group.get(_group(heading))
            below = same is None
            levels[index] = heading.outline or (
                min(deepest + 1, DEEPEST) if below else max(set(same), key=same.count)
            )
    return _without_gaps([min(level, DEEPEST) for level in levels])


def _group(heading: Candidate) -> tuple[float, ...]:
    """Headings of one group have one level; groups sort from the highest to the lowest."""
    style, number = heading.style, heading.number
    pattern = 9.0
    depth = 0
    if number is not None:
        depth = number.depth
        pattern = {"roman": 1.0, "letter": 5.0, "decimal": 6.0}.get(number.pattern, 0.0)
        if number.pattern.startswith("worded"):
            pattern = 0.1 * int(number.pattern.split()[1])
    return (-style.size, not style.bold, pattern, depth, not style.capitals)


def _ranks(found: Sequence[Candidate]) -> dict[tuple[float, ...], int]:
    """The level of each group: fonts in order of size, numbered ones kept to their depth."""
    fonts = sorted({_group(h)[:2] for h in found})
    ranks: dict[tuple[float, ...], int] = {}
    level = 0
    for font in fonts:
        groups = sorted({_group(h) for h in found if _group(h)[:2] == font})
        numbered = [group for group in groups if group[2] < 9]
        for group in numbered:
            level += 1
            ranks[group] = level
        plain = [group for group in groups if group[2] >= 9]
        if plain and not numbered:
            level += 1
        for group in plain:
            ranks[group] = max(level, 1)
    for group in ranks:
        if group[2] < 1:
            ranks[group] = min(rank for other, rank in ranks.items() if other[2] == group[2])
    _align_decimals(ranks)
    return ranks


def _align_decimals(ranks: dict[tuple[float, ...], int]) -> None:
    """Makes 1.2.3 two levels deeper than 1, whatever the fonts are."""
    decimals = [group for group in ranks if group[2] == 6.0]
    if not decimals:
        return
    base = min(ranks[group] - (int(group[3]) - 1) for group in decimals)
    for group in decimals:
        ranks[group] = max(base, 1) + int(group[3]) - 1


def _without_gaps(levels: list[int]) -> list[int]:
    """Levels with those that nobody uses left out."""
    dense = {level: rank for rank, level in enumerate(sorted(set(levels)), start=1)}
    return [dense[level] for level in levels]
