"""Drawings: charts, plans, circuit diagrams and the like, whose words are labels and no text."""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING

from core.geometry import area, bounds, clusters, contains_centre, is_near
from core.parsing.elements import Element
from core.parsing.structuring.line_groups import LABEL, grouped
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import CAPTION
from core.parsing.structuring.slots import LARGEST, SMALLEST, Slot
from core.parsing.structuring.xy_cut import columns_of
from core.reading.cell_rows import MOST_DRAWINGS
from core.reading.line import around, text_of
from core.reading.visibility import is_white
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.geometry import Box
    from core.parsing.read_pages import TableGrid
    from core.reading.line import Line
    from core.reading.page_content import PageContent, Vector

DENSE = 20
"""Drawings close to each other from which on they are a chart."""

CLOSE = 6.0
"""Points between two drawings of one chart at most."""

CURVED = 12
"""Curves and slanted lines from which on drawings that hold words are no boxes around them."""

SLANTED = 0.1
"""Their share of all drawings there at least; a form with a logo has fewer."""

LINES = 12
"""Drawings of lines, not filled areas, at least: icons beside words have fewer."""

BARE = 3
"""Drawings for each word from which on a single curve is enough."""

GROUND = 0.25
"""Share of the page from which a filled area is a ground for what stands on it."""

PROSE = 0.2
"""Share of the words of a drawing that may be text: sentences, or longer lines than labels have."""

STOPS = tuple(".!?。！？")
"""How a sentence ends; code ends with other signs."""

UNSPACED = re.compile("[\u2e80-\U0010ffff]")
"""A character of Chinese or Japanese, which stands without blanks."""

BAR = 4.0
"""Height of a bar of words, in times of their font size, at most."""

FLAT = 0.1
"""Height of a bar, in times of its width, at most."""

BLOCK = 40
"""Words that stand near each other, if they are most of all, from which on they are a text."""

LARGER = 1.1
"""Font size of a label beside a drawing, in times of the usual one of the page, at most."""


def charts(content: PageContent) -> list[Box]:
    """Where many drawings lie close to each other, but for the grounds below them."""
    seen = [v for v in content.vectors[:MOST_DRAWINGS] if not _is_ground(v, content)]
    joined = clusters([vector.box for vector in seen], CLOSE)
    dense = ([seen[at] for at in cluster] for cluster in joined if len(cluster) >= DENSE)
    return [content.clipped(_around(vectors)) for vectors in dense]


def _around(vectors: Sequence[Vector]) -> Box:
    """The box around drawings.

    That of a line with corners or curves leaves room for the longest mitre there may be: not more
    than the smallest of them is wide.
    """
    bent = {v.box for v in vectors if v.stroked and not v.straight}
    room = min((min(box[2] - box[0], box[3] - box[1]) / 2 for box in bent), default=0.0)
    inner = [
        (left + room, top + room, right - room, bottom - room) for left, top, right, bottom in bent
    ]
    return bounds([*inner, *(v.box for v in vectors if v.box not in bent)])


def drawings(
    content: PageContent, tables: Iterable[tuple[TableGrid, Sequence[Line]]]
) -> list[Slot]:
    """A slot for each drawing, whose words and images are taken out of `content`.

    What has nothing but upright and level lines may as well be tables and framed text. Most words
    of it must stand in none of `tables`, the drawn grids with their lines; but the lines of a
    drawing may cross as if they were a grid, most of whose cells are empty.
    """
    if all(vector.straight for vector in content.vectors):
        return []
    filled = {line: _words_as_read(own) >= len(grid.cells) for grid, own in tables for line in own}
    slots: list[Slot] = []
    for box in sorted(charts(content), key=area, reverse=True):
        if area(box) < SMALLEST * content.area or any(contains_centre(s.box, box) for s in slots):
            continue
        inside = [line for line in content.visible if contains_centre(box, line.box)]
        in_tables = (line for line in inside if filled.get(line))
        is_table = _words_as_read(in_tables) * 2 > _words_as_read(inside)
        groups = grouped(inside)
        if not is_table and _shows(box, groups, content):
            labels = [group for group in groups if not _is_caption(group)]
            others = [line for line in content.visible if line not in {*inside, *filled}]
            slots.append(_slot(box, [*labels, *_beside(box, labels, others)], content))
    return slots


def _words_as_read(lines: Iterable[Line]) -> int:
    """How many words lines have; where none are parted by blanks, two characters are one."""
    every = [(len(line.words), len(UNSPACED.findall(line.text))) for line in lines]
    return sum(max(words, unspaced // 2) for words, unspaced in every)


def _is_ground(vector: Vector, content: PageContent) -> bool:
    size = area(vector.box) / content.area
    return size > LARGEST or (not vector.stroked and (size > GROUND or is_white(vector.colour)))


def _shows(box: Box, inside: Sequence[list[Line]], content: PageContent) -> bool:
    """Whether drawings show something, and are no frames or bars for the groups of lines inside."""
    vectors = content.vectors[:MOST_DRAWINGS]
    drawn = [vector for vector in vectors if contains_centre(box, vector.box)]
    curved, words = sum(not vector.straight for vector in drawn), sum(map(_words_as_read, inside))
    many = curved >= max(CURVED, SLANTED * len(drawn))
    bare = curved > 0 and len(drawn) >= BARE * words
    lines = sum(vector.stroked for vector in drawn) >= LINES
    return lines and (many or bare) and not _is_bar(box, inside) and not _is_text(inside)


def _is_bar(box: Box, inside: Sequence[list[Line]]) -> bool:
    left, top, right, bottom = box
    size = max((line.type_size for group in inside for line in group), default=0.0)
    return bottom - top <= max(BAR * size, FLAT * (right - left))


def _is_text(inside: Sequence[list[Line]]) -> bool:
    """Whether words are no labels, but long lines, sentences, or one block of them."""
    counts = [_words_as_read(group) for group in inside]
    text = sum(map(_words_of_text, inside))
    return text > PROSE * sum(counts) or max(counts, default=0) > max(BLOCK, sum(counts) / 2)


def _words_of_text(group: Sequence[Line]) -> int:
    """Words of a group that is a sentence, or those in long lines."""
    count = _words_as_read(group)
    if count > LABEL and text_of(group).endswith(STOPS):
        return count
    return _words_as_read(line for line in group if _words_as_read([line]) > LABEL)


def _beside(box: Box, inside: Sequence[list[Line]], others: Sequence[Line]) -> Iterator[list[Line]]:
    """The labels at the edges of a drawing, and those that stand beside them in turn."""
    usual = median(line.type_size for line in others) if others else 0.0
    groups = [group for group in grouped(others) if _is_label(group, usual)]
    reach = bounds([box, *map(around, inside)])
    while near := [g for g in groups if is_near(reach, around(g), max(x.type_size for x in g))]:
        yield from near
        groups = [group for group in groups if group not in near]
        reach = bounds([reach, *map(around, near)])


def _is_label(group: Sequence[Line], usual: float) -> bool:
    few = _words_as_read(group) <= LABEL or all(_words_as_read([line]) == 1 for line in group)
    plain = all(line.type_size <= LARGER * usual for line in group)
    listing = len(group) > 1 and all(line.monospaced for line in group)
    return few and plain and not listing and not _is_caption(group)


def _is_caption(group: Sequence[Line]) -> bool:
    return CAPTION.match(text_of(group)) is not None


def _slot(box: Box, labels: Sequence[list[Line]], content: PageContent) -> Slot:
    """The slot of a drawing; takes its labels and the images in it out of `content`."""
    taken = {line for group in labels for line in group}
    content.lines = [line for line in content.lines if line not in taken]
    content.images = [image for image in content.images if not contains_centre(box, image)]
    element = figure(box, [merge_pieces(group) for group in labels], content)
    return Slot.of(content.number, bounds([box, *map(around, labels)]), element)


def figure(box: Box, blocks: Sequence[list[Line]], content: PageContent) -> Element:
    """The figure of a box and of the labels at its edges, each block of lines as one child."""
    order = [index for column in columns_of([*map(around, blocks)]) for index in column]
    children = [Element(ElementType.PARAGRAPH, blocks[index]) for index in order]
    whole = content.clipped(bounds([box, *map(around, blocks)]))
    return Element(ElementType.FIGURE, children=children, regions=(content.fraction(whole),))
