"""One region to its elements: what the layout model says, checked against the words in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.blocks import blocks
from core.parsing.structuring.classify import CONTENTS, FOOTNOTE
from core.parsing.structuring.headings import candidate
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import CAPTION, list_marker, numbering
from core.parsing.structuring.sentence_ends import ends_sentence
from core.parsing.visual_topology.paragraphs import paragraphs
from core.parsing.visual_topology.pictures import figure_of, place_of
from core.parsing.visual_topology.region_tables import table_element
from core.parsing.visual_topology.rows_of_cells import rows_of_cells
from core.reading.line import text_of
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.read_pages import Region
    from core.parsing.structuring.blocks import Block
    from core.parsing.structuring.classify import Classifier
    from core.reading.line import Line
    from core.reading.page_content import PageContent

RUNNING = {"page-header": ElementType.PAGE_HEADER, "page-footer": ElementType.PAGE_FOOTER}
"""Classes of running text."""

SHORT = 6
"""Words that a heading which ends as a sentence does has at most."""

LARGE = 1.3
"""Font size, in times of the running text, from which a sentence may be a heading."""

NUMBERLESS = re.compile(r"^(?:table|figure|tabelle|abbildung)\s*:", re.IGNORECASE)
"""How a caption without a number begins."""


def elements_of(
    region: Region, pieces: Sequence[Line], content: PageContent, classifier: Classifier
) -> list[Element]:
    """The elements of a region that holds these pieces of lines."""
    if region.kind == "picture":
        return figure_of(region, pieces, content)
    lines = merge_pieces(pieces)
    if region.kind in RUNNING:
        return [Element(RUNNING[region.kind], lines, aside="running text")]
    if region.kind == "caption":
        return [Element(ElementType.CAPTION, lines)]
    if region.kind == "formula":
        return [Element(ElementType.FORMULA, lines, regions=(place_of(region.box, content),))]
    if region.kind == "footnote":
        return [Element(ElementType.FOOTNOTE, block) for block in blocks(lines)]
    if region.kind == "list-item":
        return _items(blocks(lines), classifier)
    if region.kind == "table":
        if classifier.lists_pages(lines):
            return [Element(ElementType.DOC_INDEX, lines)]
        table = table_element(region.grid, pieces, content)
        if table is None:
            return classifier.column(blocks(lines), content.height)
        classifier.note_table(table)
        return [table]
    heading = _heading(region, lines, classifier)
    return [heading] if heading else _text(pieces, content, classifier)


def _rows(rows: Sequence[list[Line]], classifier: Classifier) -> list[Element]:
    for row in rows:
        classifier.note_text(row)
    return [Element(ElementType.PARAGRAPH, row) for row in rows]


def _text(pieces: Sequence[Line], content: PageContent, classifier: Classifier) -> list[Element]:
    rows = rows_of_cells(pieces)
    if rows:
        return _rows(rows, classifier)
    elements: list[Element] = []
    for block in paragraphs(merge_pieces(pieces)):
        text = text_of(block)
        marked = list_marker(text) is not None or CAPTION.match(text) or FOOTNOTE.match(text)
        large = block[0].size >= LARGE * classifier.body.size
        if ends_sentence(text) and not marked and not large and len(text.split()) > SHORT:
            classifier.note_text(block)
            elements.append(Element(ElementType.PARAGRAPH, block))
        else:
            elements += classifier.column([block], content.height)
    return elements


def _heading(region: Region, lines: list[Line], classifier: Classifier) -> Element | None:
    """The heading of a region; a caption where it begins as one; None where it is text."""
    if region.kind not in ("section-header", "title"):
        return None
    text = text_of(lines)
    if NUMBERLESS.match(text) or (CAPTION.match(text) and not text.lower().startswith("box")):
        return Element(ElementType.CAPTION, lines)
    first = next((char for char in text if char.isalnum()), "")
    if not first or (first.islower() and numbering(text) is None):
        return None
    classifier.in_contents = bool(CONTENTS.match(text.strip()))
    return classifier.heading(lines)


def _items(parts: Sequence[Block], classifier: Classifier) -> list[Element]:
    """List items; a block without a mark goes on with the item before it."""
    items: list[Element] = []
    for block in parts:
        text = text_of(block)
        marked = list_marker(text) is not None
        if _is_heading(text, block, classifier):
            items.append(classifier.heading(block))
            continue
        classifier.note_text(block)
        if items and not marked and _is_marked(items[-1].text):
            items[-1].lines += block
        else:
            items.append(Element(ElementType.LIST_ITEM, block))
    return items


def _is_marked(text: str) -> bool:
    """Whether an item begins with a bullet or a number, which may be that of a clause."""
    number = numbering(text)
    return list_marker(text) is not None or (number is not None and number.depth > 1)


def _is_heading(text: str, block: Block, classifier: Classifier) -> bool:
    """Whether a block that the model takes for an item is a heading with a section number."""
    number = numbering(text)
    deep = number is not None and (number.depth > 1 or number.pattern.startswith("worded"))
    return deep and candidate(block, classifier.body) is not None
