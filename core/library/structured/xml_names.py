"""Elements and attributes of XML by their names without namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def local(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def value(element: Element | None, name: str) -> str:
    """An attribute by its name without namespace; empty where there is none."""
    if element is None:
        return ""
    return next((v for key, v in element.attrib.items() if key.rpartition("}")[2] == name), "")


def whole_number(element: Element | None, name: str, other: int) -> int:
    """What an attribute counts, its first six digits; `other` where it is no whole number."""
    digits = value(element, name)
    return int(digits[:6]) if digits.isascii() and digits.isdecimal() else other


def has_value(element: Element, name: str) -> bool:
    """Whether an element has an attribute of that name, be it empty."""
    return any(key.rpartition("}")[2] == name for key in element.attrib)


def child(element: Element | None, *names: str) -> Element | None:
    """The first element of a name directly below, and so on along all names; None if none is."""
    for name in names:
        element = (
            next((e for e in element if local(e) == name), None) if element is not None else None
        )
    return element
