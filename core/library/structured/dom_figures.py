"""Tables, figures and pictures of a web page as blocks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from core.library.structured.blocks import Block, Look
from core.library.structured.dom import TEXT, attribute, children
from core.library.structured.dom_tables import placed_cells
from core.library.structured.pictures import SMALLEST_FIGURE, data_uri, picture_of
from core.library.structured.set_aside import HIDDEN, is_hidden
from core.sir import ElementType

_PLACEHOLDER = 2
"""Pixels of the longer side of what stands in for a picture that a program fetches later."""

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from core.library.structured.dom_reader import DomReader
    from core.library.structured.surroundings import Around


def read_table(reader: DomReader, node: LexborNode, here: Around) -> None:
    """Adds a table to the blocks of a reader; pictures in its cells come behind it."""
    table = reader.traced(Block(ElementType.TABLE, indent=here.indent), here)
    captions = [child for child in node.iter() if child.tag == "caption"]
    shown = [reader.phrased(each, ElementType.CAPTION, here, Look.SMALL) for each in captions]
    table.caption = shown[0] if shown else None
    for number, cells in enumerate(placed_cells(node), start=1):
        row = Block(ElementType.TABLE_ROW)
        within = replace(here, path=f"{here.path} tr:nth-of-type({number})")
        for placed in cells:
            cell = _cell(reader, placed.node, within)
            cell.metadata, cell.place, cell.indent = {}, placed.place, 0
            row.children.append(cell)
        table.children.append(row)
    if any(part.text for part in table.walk()):
        reader.blocks.append(table)
    for more in shown[1:]:
        more.type = ElementType.PARAGRAPH
        reader.blocks.append(more)
    reader.add_figures()


def _cell(reader: DomReader, node: LexborNode, here: Around) -> Block:
    """The text of a cell; that of one which nobody can see is set aside."""
    row = node.parent
    around = (node, row, row.parent if row is not None else None)
    if any(part is not None and is_hidden(part) for part in around):
        reader.set_aside(node, HIDDEN, here)
        return Block(ElementType.TABLE_CELL)
    return reader.phrased(node, ElementType.TABLE_CELL, here)


def read_figure(reader: DomReader, node: LexborNode, here: Around) -> None:
    """Adds what a figure holds; its caption belongs to the first picture or table in it."""
    caption = None
    counts = Counter[str]()
    with reader.collecting() as parts:
        for child in children(node):
            tag = child.tag or ""
            counts[tag] += 1
            within = here.inside(child, counts[tag]) if tag != TEXT else here
            if tag == "figcaption":
                caption = reader.phrased(child, ElementType.CAPTION, within, Look.SMALL)
            else:
                reader.node(child, within)
        reader.end_paragraph()
    if caption is not None and caption.text:
        shown = next((part for part in parts if can_have_caption(part)), None)
        if shown is not None:
            shown.caption = caption
        else:
            caption.type = ElementType.PARAGRAPH
            parts.append(caption)
    reader.blocks += parts


def picture_block(reader: DomReader, node: LexborNode, here: Around) -> Block | None:
    """A picture of the page; of one that is not there the words that stand for it.

    None for an icon, and for a picture that is neither there nor described.
    """
    address = attribute(node, "src")
    alt = " ".join(attribute(node, "alt").split())
    content = data_uri(address) or reader.fetch(address)
    picture = picture_of(content) if content else None
    if picture and alt and max(picture.width, picture.height) <= _PLACEHOLDER:
        picture, content = None, b""
    if picture and min(picture.width, picture.height) < SMALLEST_FIGURE:
        reader.left_out["icons"] += 1
        return None
    if picture is None:
        reader.left_out["pictures that cannot be drawn" if content else "pictures by address"] += 1
        if not alt:
            return None
    block = Block(ElementType.FIGURE, "" if picture else alt, picture=picture, indent=here.indent)
    if alt:
        block.metadata["alt"] = alt
    return reader.traced(block, here)


def can_have_caption(block: Block) -> bool:
    """Whether a block is a figure or table without a caption."""
    return block.type in (ElementType.FIGURE, ElementType.TABLE) and block.caption is None
