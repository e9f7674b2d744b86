"""Labels that end in a colon, and their values on the same line: pairs within paragraphs."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from core.parsing.structuring.key_values.labels import are_enough, area, is_label
from core.parsing.structuring.line_rows import gaps
from core.parsing.structuring.markers import CAPTION
from core.reading.line import text_of
from core.sir import LISTING, ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.elements import Element
    from core.reading.line import Line

NAME = re.compile(r"^[^\W_a-z](?:[^:.;]|\.(?!\s)){0,39}:(?=\s|$)")
"""A name, which begins with a capital or a number, up to its colon; "Order no.:" is one."""

LONGEST = 25
"""Words of a pair at most."""

PHRASE = 8
"""Words from which a value that ends in a full stop is a sentence, and so is its paragraph."""


def with_pairs_by_colon(elements: Sequence[Element]) -> list[Element]:
    """Elements with the pairs of paragraphs, next to each other, held by an area.

    In a listing colons have another meaning.
    """
    grouped: list[Element] = []
    for is_paired, run in groupby(
        elements, key=lambda each: LISTING not in each.metadata and bool(pairs_of(each))
    ):
        members = list(run)
        pairs = [pair for element in members for pair in pairs_of(element)] if is_paired else []
        grouped += [area(pairs)] if _are_area(pairs) else members
    return grouped


def pairs_of(element: Element) -> list[list[Line]]:
    """The lines of each pair of a paragraph; none where it is anything else.

    What stands below a pair, and not in front of it, goes on with it; pairs may stand side by side.
    """
    if element.type is not ElementType.PARAGRAPH or CAPTION.match(element.text):
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
    """The label with which a text begins, its colon included; empty if it does not."""
    match = NAME.match(text)
    return match.group() if match and is_label(match.group()) else ""


def _is_pair(lines: Sequence[Line]) -> bool:
    text = text_of(lines)
    words = len(text.split())
    return words <= LONGEST and not (words > PHRASE and text.endswith((".", "?", "!")))


def _are_area(pairs: Sequence[list[Line]]) -> bool:
    """Whether pairs are enough, and mostly have a value."""
    texts = [text_of(pair) for pair in pairs]
    names = [_name(text) for text in texts]
    valued = sum(text != name for text, name in zip(texts, names, strict=True))
    return are_enough(names) and valued * 2 > len(pairs)
