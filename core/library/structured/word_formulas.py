"""Formulas of a Word document (OMML) on one line, written as those of web pages are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from core.library.structured.formulas import above, below, grouped, in_row
from core.library.structured.xml_names import child, local, value

if TYPE_CHECKING:
    from collections.abc import Callable

_DEEPEST = 60
_NOT_SHOWN = frozenset({"del", "moveFrom"})
_OVERLINE, _HAT = "\u0305", "\u0302"
"""Signs above a letter, behind which they are written."""


def write_formulas(root: Element) -> int:
    """Puts the text of each formula in its place; how many have none that could be read."""
    space = root.tag.rpartition("}")[0] + "}"
    unread = 0
    for element in list(root.iter()):
        if local(element) == "oMathPara":
            element.tag = f"{space}smartTag"
        elif local(element) == "oMath":
            text = _text(element).strip()
            unread += not text
            element[:], element.tag = [], f"{space}r"
            SubElement(element, f"{space}t").text = text
    return unread


def _text(element: Element, depth: int = 0) -> str:
    name = local(element)
    if name == "t":
        return re.sub(r"\s+", " ", element.text or "")
    if name.endswith("Pr") or name in _NOT_SHOWN or depth > _DEEPEST:
        return ""
    write = _WRITTEN.get(name)
    return write(element, depth + 1) if write else in_row(_texts(element, depth + 1))


def _texts(element: Element, depth: int, name: str = "") -> list[str]:
    texts = [_text(part, depth) for part in element if name in ("", local(part))]
    return [text.strip() for text in texts] if name else texts


def _part(element: Element, depth: int, name: str) -> str:
    return in_row(_texts(element, depth, name))


def _sign(element: Element, name: str, otherwise: str) -> str:
    part = child(element, f"{local(element)}Pr", name)
    return otherwise if part is None else value(part, "val")


def _scripts(element: Element, depth: int) -> str:
    lower, upper = (_part(element, depth, name) for name in ("sub", "sup"))
    base = grouped(_part(element, depth, "e"))
    return base + (below(lower) if lower else "") + (above(upper) if upper else "")


def _fraction(element: Element, depth: int) -> str:
    upper, lower = (grouped(_part(element, depth, name)) for name in ("num", "den"))
    return f"{upper}/{lower}"


def _sum(element: Element, depth: int) -> str:
    lower, upper = (_part(element, depth, name) for name in ("sub", "sup"))
    sign = _sign(element, "chr", "∫")
    limits = (below(lower) if lower else "") + (above(upper) if upper else "")
    return f"{sign}{limits} {_part(element, depth, 'e')}".strip()


def _brackets(element: Element, depth: int) -> str:
    inner = _sign(element, "sepChr", "|").join(_texts(element, depth, "e"))
    return f"{_sign(element, 'begChr', '(')}{inner}{_sign(element, 'endChr', ')')}"


def _limit(element: Element, depth: int) -> str:
    write = below if local(element) == "limLow" else above
    return grouped(_part(element, depth, "e")) + write(_part(element, depth, "lim"))


_WRITTEN: dict[str, Callable[[Element, int], str]] = {
    "f": _fraction,
    "sSup": _scripts,
    "sSub": _scripts,
    "sSubSup": _scripts,
    "rad": lambda e, depth: f"{_part(e, depth, 'deg')}√({_part(e, depth, 'e')})",
    "nary": _sum,
    "d": _brackets,
    "limLow": _limit,
    "limUpp": _limit,
    "func": lambda e, depth: f"{_part(e, depth, 'fName')} {_part(e, depth, 'e')}",
    "acc": lambda e, depth: _part(e, depth, "e") + _sign(e, "chr", _HAT),
    "bar": lambda e, depth: _part(e, depth, "e") + _OVERLINE,
    "m": lambda e, depth: "; ".join(_texts(e, depth, "mr")),
    "mr": lambda e, depth: " ".join(_texts(e, depth, "e")),
    "eqArr": lambda e, depth: "; ".join(_texts(e, depth, "e")),
}
"""How an element is written."""
