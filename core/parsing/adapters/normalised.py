"""The normalised JSON of structured chunking: elements in their order, without places.

    {"pages": [{"page_number": 1, "h1": [], "h2": [], "h3": [], "p": [], "list": [[]], "table": [],
                "blocks": [{"type": "h1", "text": "Dose", "page_number": 1}]}]}

With `blocks` their order counts, and the other fields say nothing; without, the headings of a page
come first, level by level, then its paragraphs, its lists and its tables.

Source: structured chunking v2, section 4 (input shape; order where there are no blocks).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from core.parsing.adapters.brought import brought
from core.parsing.adapters.json_values import loaded, string, whole
from core.parsing.adapters.native import NATIVE_CLASS, NativeDocument, NativeElement, NotNative
from core.parsing.adapters.tables import NativeCell, fill_table
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Page

_NAME = "Normalised JSON"
_LEVELS = {"h1": 1, "h2": 2, "h3": 3}
_FIELDS = (*_LEVELS, "p", "list", "table")
"""Fields of a page in the order in which they are read where there are no blocks."""


class _Place(NamedTuple):
    """Where in the file something stands, and on which pages of the document it may."""

    field: str
    pages: tuple[int, ...] = ()

    def at(self, name: str) -> _Place:
        return self._replace(field=f"{self.field}, {name}")

    def error(self, needed: str) -> NotNative:
        return NotNative(f"{self.field}: {needed}. Correct it, and bring the file again.")


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The elements of normalised JSON; see `Adapter.convert`.

    Raises:
        NotNative: it is malformed; the message names the page and the field.
    """
    value = loaded(content, _NAME)
    rows = value.get("pages") if isinstance(value, dict) else None
    if not isinstance(rows, list) or not rows:
        raise NotNative('the field "pages" with a list of pages is missing. Bring another file.')
    known = {page.number for page in pages}
    elements: list[NativeElement] = []
    unknown: set[int] = set()
    for at, row in enumerate(rows):
        number = _page_number(row, _Place(f"pages[{at}]"))
        place = _place(f"pages[{at}] (page {number})", number, known)
        elements += _blocks(row, place, known) if "blocks" in row else _fields(row, place)
        unknown |= {number} - known
    problems = [f"There is no page {number} in this document." for number in sorted(unknown)]
    return NativeDocument(elements, problems=problems)


def _place(field: str, number: int, known: set[int]) -> _Place:
    """A place; what begins on a page may go on upon the next one."""
    return _Place(field, tuple(n for n in (number, number + 1) if {number, n} <= known))


def _page_number(row: Any, place: _Place) -> int:
    if not isinstance(row, dict):
        raise place.error("a page is an object with page_number")
    number = whole(row.get("page_number"))
    if number is None or number < 1:
        raise place.at("page_number").error("a whole number from 1 on is needed")
    return number


def _blocks(row: dict[str, Any], page: _Place, known: set[int]) -> Iterator[NativeElement]:
    for at, block in enumerate(_listed(row["blocks"], page.at("blocks"))):
        place = page.at(f"blocks[{at}]")
        if not isinstance(block, dict):
            raise place.error("a block is an object with type and text")
        kind, text = block.get("type"), block.get("text")
        if not isinstance(kind, str) or not kind.strip():
            raise place.at("type").error(f"one of {', '.join(_FIELDS)} is needed")
        if not isinstance(text, str):
            raise place.at("text").error("a text is needed")
        if "page_number" in block:
            place = _place(place.field, _page_number(block, place), known)
        yield from _element(kind.strip().lower(), text, place)


def _fields(row: dict[str, Any], page: _Place) -> Iterator[NativeElement]:
    for kind in _FIELDS:
        for at, value in enumerate(_listed(row.get(kind, []), page.at(kind))):
            place = page.at(f"{kind}[{at}]")
            if not isinstance(value, str) and kind not in ("list", "table"):
                raise place.error("a text is needed")
            yield from _element(kind, value, place)


def _listed(value: Any, place: _Place) -> list[Any]:
    if not isinstance(value, list):
        raise place.error("a list is needed")
    return value


def _element(kind: str, value: Any, place: _Place) -> Iterator[NativeElement]:
    """The element of a block; none for one without text."""
    if kind in _LEVELS:
        element = NativeElement(ElementType.SECTION_HEADER, string(value), level=_LEVELS[kind])
        element.pages = place.pages[:1]
    elif kind == "list":
        items = value.splitlines() if isinstance(value, str) else _texts(value, place)
        element = NativeElement(ElementType.LIST, pages=place.pages)
        element.children = [
            NativeElement(ElementType.LIST_ITEM, text, pages=place.pages)
            for text in map(string, items)
            if text
        ]
    elif kind == "table":
        element = fill_table(
            NativeElement(ElementType.TABLE, pages=place.pages), _cells(value, place)
        )
    elif kind == "p":
        element = NativeElement(ElementType.PARAGRAPH, string(value), pages=place.pages)
    else:
        metadata = {NATIVE_CLASS: kind[:_LONGEST]}
        element = NativeElement(ElementType.MISSING, string(value), pages=place.pages)
        element.metadata = metadata
    if element.text or element.children:
        yield element


_LONGEST = 60
"""Characters of the name of a class that is kept."""


def _cells(value: Any, place: _Place) -> Iterator[NativeCell]:
    """The cells of a table: rows of a list of texts each, or lines with tabs between cells."""
    rows = value.splitlines() if isinstance(value, str) else _listed(value, place)
    for at, row in enumerate(rows):
        cells = row.split("\t") if isinstance(row, str) else _texts(row, place.at(f"row {at}"))
        for column, text in enumerate(cells):
            yield NativeCell(at, column, string(text), pages=place.pages)


def _texts(value: Any, place: _Place) -> list[str]:
    texts = _listed(value, place)
    if not all(isinstance(text, str) for text in texts):
        raise place.error("a list of texts is needed")
    return texts


ADAPTER = brought(
    "normalised",
    "Normalised JSON",
    "Headings of three levels, paragraphs, lists and tables page by page, as exports of "
    "structures and other pipelines write them. Their words are found on the pages.",
    "a JSON file of pages with h1, h2, h3, p, list and table, or with blocks",
    convert,
    bring="Normalised JSON is what exports and other pipelines write: bring a file of it.",
)
