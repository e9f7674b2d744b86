"""Names with their values, one below the other, made an area of pairs: bills, covers, glossaries.

Each pair is found and quoted by itself, while the area stays together.

Source: thesis, table A.1 (KEY_VALUE, KEY_VALUE_AREA).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.key_rows import DISTINCT, FEWEST, key_rows
from core.parsing.structuring.line_rows import gaps
from core.parsing.structuring.markers import CAPTION
from core.reading.line import text_of
from core.sir import LISTING, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.reading.line import Line

NAME = re.compile(r"^[^\W_a-z](?:[^:.;]|\.(?!\s)){0,39}:(?=\s|$)")
"""A name, which begins with a capital or a number, up to its colon; "Order no.:" is one."""

WORDS = 5
"""Words of a name at most."""

LONGEST = 25
"""Words of a pair at most."""

PHRASE = 8
"""Words from which a value that ends in a full stop is a sentence, and so is its paragraph."""


def group_key_values(elements: Sequence[Element]) -> list[Element]:
    """Elements with the pairs of paragraphs, next to each other, held by an area.

    Pairs are known by colons, or by the gap that sets them apart in one row after the other.
    """
    grouped: list[Element] = []
    for is_paired, run in groupby(
        _with_rows_apart(elements), key=lambda each: bool(pairs_of(each))
    ):
        members = list(run)
        pairs = [pair for element in members for pair in pairs_of(element)] if is_paired else []
        if _is_area(pairs):
            grouped.append(_area(pairs))
        else:
            grouped += members
    return grouped


def _area(pairs: Sequence[list[Line]]) -> Element:
    children = [Element(ElementType.KEY_VALUE, pair) for pair in pairs]
    return Element(ElementType.KEY_VALUE_AREA, children=children)


def _with_rows_apart(elements: Sequence[Element]) -> Iterator[Element]:
    """Elements, the rows of keys and meanings in their paragraphs as areas by themselves."""
    for is_text, run in groupby(elements, key=_may_hold_rows):
        members, done = list(run), 0
        lines = [line for element in members for line in element.lines] if is_text else []
        for start, pairs, end in key_rows(lines):
            yield from _between(members, done, start)
            yield _area(pairs)
            done = end
        yield from _between(members, done, len(lines)) if done else members


def _may_hold_rows(element: Element) -> bool:
    plain = LISTING not in element.metadata and bool(element.lines) and not pairs_of(element)
    return element.type is ElementType.PARAGRAPH and plain


def _between(paragraphs: Sequence[Element], start: int, end: int) -> Iterator[Element]:
    """Paragraphs, of all their lines those from `start` to `end`."""
    begins = 0
    for paragraph in paragraphs:
        count = len(paragraph.lines)
        if lines := paragraph.lines[max(start - begins, 0) : max(end - begins, 0)]:
            yield paragraph if len(lines) == count else replace(paragraph, lines=lines)
        begins += count


def pairs_of(element: Element) -> list[list[Line]]:
    """The lines of each pair of a paragraph; none where it is anything else.

    What stands below a pair, and not in front of it, goes on with it; pairs may stand side by side.
    """
    is_text = element.type is ElementType.PARAGRAPH and LISTING not in element.metadata
    if not is_text or CAPTION.match(element.text):
        return []
    pairs: list[list[Line]] = []
    row: list[list[Line]] = []
    for line in element.lines:
        if _name(line.text):
            row = [[part] for part in _parts(line, named=True)]
            pairs += row
        elif row:
            for part in _parts(line, named=len(row) == 1):
                above = [pair for pair in row if pair[0].left <= part.left] or row[:1]
                above[-1].append(part)
        else:
            return []
    return pairs if all(map(_is_pair, pairs)) else []


def _parts(line: Line, *, named: bool) -> list[Line]:
    """A line, cut at its wide gaps; with `named`, only where a name begins behind one."""
    cuts = [cut for cut in gaps(line) if not named or _name(" ".join(line.words[cut:]))]
    edges = [0, *cuts, len(line.words)]
    return [line.part(range(*edge)) for edge in pairwise(edges)] if cuts else [line]


def _name(text: str) -> str:
    """The name with which a text begins; empty if it does not."""
    match = NAME.match(text)
    name = match.group() if match else ""
    return name if sum(map(str.isalpha, name)) > 1 and len(name.split()) <= WORDS else ""


def _is_pair(lines: Sequence[Line]) -> bool:
    text = text_of(lines)
    words = len(text.split())
    return words <= LONGEST and not (words > PHRASE and text.endswith((".", "?", "!")))


def _is_area(pairs: Sequence[Sequence[Line]]) -> bool:
    """Whether pairs are enough, differ in their names, and mostly have a value."""
    texts = [text_of(pair) for pair in pairs]
    names = [_name(text) for text in texts]
    valued = sum(text != name for text, name in zip(texts, names, strict=True))
    enough = len(pairs) >= FEWEST and valued * 2 > len(pairs)
    return enough and len(set(names)) >= DISTINCT * len(pairs)
