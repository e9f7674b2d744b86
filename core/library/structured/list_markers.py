"""What a browser draws before the items of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library.structured.dom import attribute

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_BULLETS = "•–"
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


class Markers:
    """The markers of one list, one item after the other."""

    def __init__(self, node: LexborNode, depth: int) -> None:
        """`depth` counts lists around this one."""
        self._ordered = node.tag == "ol"
        self._type = attribute(node, "type")
        self._bullet = "" if _is_bare(node) else _BULLETS[depth % len(_BULLETS)]
        self._step = -1 if "reversed" in node.attributes else 1
        self._next = _number(attribute(node, "start")) or 1

    def of(self, item: LexborNode) -> str:
        """The marker of the next item; empty where the list has none."""
        if not self._ordered:
            return self._bullet
        number = _number(attribute(item, "value")) or self._next
        self._next = number + self._step
        return f"{_written(number, self._type)}." if self._bullet else ""


def _is_bare(node: LexborNode) -> bool:
    style = attribute(node, "style").replace(" ", "").lower()
    return "list-style:none" in style or "list-style-type:none" in style


def _number(value: str) -> int | None:
    value = value.strip()
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        return None
    return int(value[:6])


def _written(number: int, kind: str) -> str:
    if kind.lower() == "a" and 0 < number <= 26:
        letter = chr(ord("a") + number - 1)
    elif kind.lower() == "i" and 0 < number < 40:
        letter = _roman(number)
    else:
        return str(number)
    return letter.upper() if kind.isupper() else letter


def _roman(number: int) -> str:
    parts: list[str] = []
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        parts.append(letters * count)
    return "".join(parts)
