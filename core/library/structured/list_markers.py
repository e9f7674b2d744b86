"""What a browser draws before the items of a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.library.structured.dom import attribute
from core.library.structured.numerals import numeral

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

BULLETS = "•–"
_NUMBER = re.compile(r"\s*([+-]?\d{1,6})", re.ASCII)
_STYLE = re.compile(
    r"""list-style(?:-type)?\s*:[^;"]{0,80}?(?:"([^"]*)"|\b(none|(?:lower|upper)-(?:alpha|latin|roman))\b)""",
    re.I,
)
_TYPES = {
    "lower-alpha": "a",
    "lower-latin": "a",
    "upper-alpha": "A",
    "upper-latin": "A",
    "lower-roman": "i",
    "upper-roman": "I",
}
"""Styles of numbers as `type` says them."""


def styled_item(marker: str) -> str:
    """The beginning of an item with a marker of its own; it has none if `marker` is empty."""
    plain = "".join(" " if letter in "<>&;\"'\\\\" else letter for letter in marker).strip()
    style = f'"{plain}"' if plain else "none"
    return f"<li style='list-style-type:{style}'>"


class Markers:
    """The markers of one list, one item after the other."""

    def __init__(self, node: LexborNode, depth: int) -> None:
        """`depth` counts lists around this one."""
        self._ordered = node.tag == "ol"
        self._own, style = _style(node)
        self._type = _TYPES.get(style, attribute(node, "type"))
        self._bullet = "" if style == "none" else BULLETS[depth % len(BULLETS)]
        self._step = -1 if "reversed" in node.attributes else 1
        start = _number(attribute(node, "start"))
        first = 1 if self._step == 1 else sum(item.tag == "li" for item in node.iter())
        self._next = first if start is None else start

    def of(self, item: LexborNode) -> str:
        """The marker of the next item; empty where the list, or the item, has none."""
        value = _number(attribute(item, "value"))
        number = self._next if value is None else value
        self._next = number + self._step
        own, style = _style(item)
        if own or self._own or style == "none" or not self._bullet:
            return own or self._own
        if not self._ordered:
            return self._bullet
        return f"{numeral(number, _TYPES.get(style) or attribute(item, 'type') or self._type)}."


def _style(node: LexborNode) -> tuple[str, str]:
    """What a node itself says of markers, as text or as a style; style sheets are not looked at."""
    style = _STYLE.search(attribute(node, "style"))
    return ((style[1] or "").strip(), (style[2] or "").lower()) if style else ("", "")


def _number(value: str) -> int | None:
    """The number that a value begins with, as browsers read it; None for none."""
    number = _NUMBER.match(value)
    return int(number[1]) if number else None
