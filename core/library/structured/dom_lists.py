"""Lists of a web page as blocks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.library.structured.blocks import Block, Look
from core.library.structured.dom import HEADINGS, TEXT, children, own_text
from core.library.structured.list_markers import Markers
from core.library.structured.set_aside import is_hidden
from core.sir import ElementType

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from core.library.structured.dom_reader import DomReader
    from core.library.structured.surroundings import Around

_HEADING = ", ".join(HEADINGS)


def is_list(node: LexborNode) -> bool:
    """Whether a list is one; items with headings are cards of a page, which only look like it."""
    return not any(i.tag == "li" and i.css_first(_HEADING) is not None for i in node.iter())


def read_list(reader: DomReader, node: LexborNode, here: Around) -> None:
    """Adds a list to the blocks of a reader, and behind it the footnotes among its items."""
    held = Block(ElementType.LIST, indent=here.indent)
    notes: list[Block] = []
    markers, counts = Markers(node, here.lists), Counter[str]()
    for child in children(node):
        tag = child.tag or ""
        counts[tag] += 1
        if tag == TEXT and not own_text(child).strip():
            continue
        within = here.within_list()
        if tag != TEXT:
            within = within.inside(child, counts[tag])
        marker = markers.of(child) if tag == "li" and not is_hidden(child) else ""
        if tag != TEXT and reader.passed_over(child, within):
            continue
        if note := reader.footnote(child, within, marker):
            notes.append(note)
        else:
            _read_item(reader, child, marker, held, within)
    if held.children:
        reader.blocks.append(reader.traced(held, here))
    reader.blocks += notes


def _read_item(
    reader: DomReader, node: LexborNode, marker: str, held: Block, within: Around
) -> None:
    """Adds an item to a list; a list that stands beside items belongs to the one before."""
    with reader.collecting() as parts:
        if node.tag == "li":
            reader.contents(node, within)
        else:
            reader.node(node, within)
            reader.end_paragraph()
    reader.blocks += [part for part in parts if part.aside]
    inner = [part for part in parts if not part.aside]
    if not inner:
        return
    if node.tag != "li" and held.children:
        held.children[-1].children += inner
        return
    item = reader.traced(Block(ElementType.LIST_ITEM, marker=marker), within)
    while inner and inner[0].type is ElementType.PARAGRAPH and inner[0].look is Look.PLAIN:
        _append(item, inner.pop(0))
    item.children = inner
    held.children.append(item)


def _append(item: Block, part: Block) -> None:
    start = len(item.text) + 1 if item.text else 0
    item.text = f"{item.text}\n{part.text}" if item.text else part.text
    item.marks += [m._replace(start=m.start + start, end=m.end + start) for m in part.marks]
