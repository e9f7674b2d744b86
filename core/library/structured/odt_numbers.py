"""The numbers of lists and headings of an OpenDocument text, which are counted from its styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.library.structured.numerals import numeral
from core.library.structured.xml_names import local, value, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_STYLES = {"list-style": "list-level-style-number", "outline-style": "outline-level-style"}
_OUTLINE = "\0outline"
"""Stands for the name of the list that all headings are of."""


class _Numbers(NamedTuple):
    """How one level of a list is numbered; `kind` as for `numeral`."""

    kind: str
    start: int
    prefix: str
    suffix: str
    levels: int


class OdtNumbers:
    """Counts through a document; has to be asked for its items and headings in their order."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], _Numbers] = {}
        self._counted: dict[tuple[str, int], int] = {}

    def learn(self, element: Element) -> None:
        """Remembers a style of lists or headings, if the element is one."""
        numbered = _STYLES.get(local(element))
        if numbered is None:
            return
        name = value(element, "name") if local(element) == "list-style" else _OUTLINE
        for level in element:
            if local(level) == numbered and value(level, "num-format"):
                self._numbers[name, whole_number(level, "level", 1)] = _numbers(level)

    def has(self, style: str, level: int) -> bool:
        """Whether a list is numbered at a level, from 1."""
        return (style, level) in self._numbers

    def begin(self, element: Element, style: str) -> None:
        """A list begins, whose numbers go on with those before only where it says so."""
        if value(element, "continue-numbering") != "true" and not value(element, "continue-list"):
            self._forget(style, 1)

    def item(self, item: Element, style: str, level: int) -> str:
        """The number of the next item of a numbered level, as it is drawn."""
        return self._next(style, level, whole_number(item, "start-value", -1))

    def heading(self, level: int) -> str:
        """The number of the next heading; empty where headings have none."""
        return self._next(_OUTLINE, level) if self.has(_OUTLINE, level) else ""

    def _next(self, style: str, level: int, first: int = -1) -> str:
        numbers = self._numbers[style, level]
        number = first if first >= 0 else self._counted.get((style, level), numbers.start)
        self._counted[style, level] = number + 1
        self._forget(style, level + 1)
        above = self._above(style, range(level - numbers.levels + 1, level))
        digits = ".".join([*above, numeral(number, numbers.kind)])
        return f"{numbers.prefix}{digits}{numbers.suffix}"

    def _above(self, style: str, levels: range) -> Iterator[str]:
        for level in levels:
            if numbers := self._numbers.get((style, level)):
                following = self._counted.get((style, level), numbers.start + 1)
                yield numeral(following - 1, numbers.kind)

    def _forget(self, style: str, level: int) -> None:
        for key in [k for k in self._counted if k[0] == style and k[1] >= level]:
            del self._counted[key]


def _numbers(level: Element) -> _Numbers:
    return _Numbers(
        value(level, "num-format"),
        whole_number(level, "start-value", 1),
        value(level, "num-prefix"),
        value(level, "num-suffix"),
        whole_number(level, "display-levels", 1),
    )
