"""Parts of a Word document that mammoth passes over with all that they hold, made known to it."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from core.library.structured.xml_names import child, local

_KNOWN_AS = {
    **dict.fromkeys(("fldSimple", "bdo", "dir", "ruby", "rubyBase"), "smartTag"),
    "dstrike": "strike",
    "cr": "br",
    "ptab": "tab",
}
"""Elements by their names, and what mammoth knows that means the same to it."""


def open_containers(root: Element) -> None:
    """Lets mammoth see what stands in fields, marked runs and boxes of text, each once."""
    for element in list(root.iter()):
        name = local(element)
        if name in _KNOWN_AS:
            element.tag = element.tag.removesuffix(name) + _KNOWN_AS[name]
        elif name == "AlternateContent":
            _choose(element)
        elif name == "drawing":
            _move_boxes(element, element)
        elif name == "sdtPr":
            # The sign for checked or not stands in the text; mammoth puts a control for it.
            element[:] = [part for part in element if local(part) != "checkbox"]


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
