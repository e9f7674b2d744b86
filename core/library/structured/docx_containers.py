"""Parts of a Word document that mammoth passes over with all that they hold, made known to it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from core.library.structured.xml_names import child, local, value

_KNOWN_AS = {
    **dict.fromkeys(("fldSimple", "bdo", "dir", "ruby", "rubyBase"), "smartTag"),
    "dstrike": "strike",
    "cr": "br",
    "ptab": "tab",
}
"""Elements by their names, and what mammoth knows that means the same to it."""


def open_containers(root: Element) -> None:
    """Lets mammoth see what stands in fields, marked runs and boxes of text, each once."""
    for body in root.iter():
        _join_drop_caps(body)
    for element in list(root.iter()):
        name = local(element)
        if name in _KNOWN_AS:
            element.tag = element.tag.removesuffix(name) + _KNOWN_AS[name]
        elif name == "AlternateContent":
            _choose(element)
        elif name == "tr":
            _fill_row(element)
        elif name == "drawing":
            _move_boxes(element, element)
        elif name == "br":
            # The end of a page or column parts words, too; mammoth passes over it.
            element.attrib.clear()
        elif name == "sdtPr":
            # The sign for checked or not stands in the text; mammoth puts a control for it.
            element[:] = [part for part in element if local(part) != "checkbox"]


def _join_drop_caps(body: Element) -> None:
    """Puts a large first letter, which is a paragraph of its own, before the rest of its word."""
    parts = list(body)
    for large, rest in pairwise(parts):
        frame = child(large, "pPr", "framePr")
        if local(rest) == "p" and value(frame, "dropCap") in ("drop", "margin"):
            behind = 0 if child(rest, "pPr") is None else 1
            rest[behind:behind] = [part for part in large if local(part) != "pPr"]
            body.remove(large)


def _fill_row(row: Element) -> None:
    """Puts a cell where a row begins further right than its table, which mammoth does not see."""
    before = value(child(row, "trPr", "gridBefore"), "val")
    cells = [place for place, part in enumerate(row) if local(part) == "tc"]
    if before in {*"123456789"} and cells:
        space = row.tag.removesuffix("tr")
        cell = Element(f"{space}tc")
        span = SubElement(SubElement(cell, f"{space}tcPr"), f"{space}gridSpan")
        span.set(f"{space}val", before)
        row.insert(cells[0], cell)


def _choose(element: Element) -> None:
    """Leaves the text of one of two forms; mammoth reads the second, which may lack it."""
    first, second = child(element, "Choice"), child(element, "Fallback")
    if first is None:
        return
    if second is None:
        first.tag = first.tag.removesuffix("Choice") + "Fallback"
    elif any(local(part) == "txbxContent" for part in second.iter()):
        element.remove(first)
    else:
        _move_boxes(first, second)


def _move_boxes(source: Element, target: Element) -> None:
    """Takes the boxes of text in an element to the end of another, as older files hold them."""
    for parent in list(source.iter()):
        for box in [part for part in parent if local(part) == "txbxContent"]:
            parent.remove(box)
            SubElement(target, box.tag.removesuffix("txbxContent") + "pict").append(box)
