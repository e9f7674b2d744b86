"""Elements of one line each, for rules that look at types and text."""

from __future__ import annotations

from core.parsing.elements import Element
from core.reading.line import Line
from core.sir import ElementType


def element(kind: str, text: str) -> Element:
    """An element with this text on one line of page 1."""
    words = text.split()
    boxes = [(50.0 + 40 * at, 50.0, 85.0 + 40 * at, 60.0) for at in range(len(words))]
    return Element(ElementType(kind), [Line(1, words, boxes, 10.0)])


def list_of(*texts: str) -> Element:
    """A list of items with these texts."""
    return Element(ElementType.LIST, children=[element("list_item", text) for text in texts])
