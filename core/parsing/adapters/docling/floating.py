"""What tables, pictures and forms of Docling hold: cells, data of charts, keys and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.docling.schema import Item
from core.parsing.adapters.native import NATIVE_CLASS, NativeElement
from core.parsing.adapters.structure import with_corners
from core.parsing.adapters.tables import NativeCell, fill_table, spanned
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from core.parsing.adapters.docling.places import Places
    from core.parsing.adapters.docling.schema import (
        Annotation,
        Graph,
        GraphCell,
        Provenance,
        TableData,
    )

_NO_ITEM = Item()
_KEY_FIRST, _VALUE_FIRST = "to_value", "to_key"


def table_cells(
    data: TableData,
    places: Places,
    pages: Sequence[int],
    blocks: Callable[[str], list[NativeElement]],
) -> list[NativeCell]:
    """The cells of a table on these pages; `blocks` gives what stands below a reference.

    Docling does not say on which page of several a cell stands.
    """
    page = pages[0] if len(pages) == 1 else None
    cells: list[NativeCell] = []
    for at, cell in enumerate(data.cells()):
        box = places.box(page, cell.bbox)
        made = NativeCell(
            cell.start_row_offset_idx if cell.start_row_offset_idx is not None else at,
            cell.start_col_offset_idx or 0,
            plain(cell.text),
            spanned(cell.row_span),
            spanned(cell.col_span),
            bool(cell.column_header or cell.row_header),
            (box,) if box else (),
        )
        _fill(made, blocks(cell.ref) if cell.ref else [])
        cells.append(made)
    return with_corners(cells)


def chart(item: Item, places: Places) -> list[NativeElement]:
    """The data of a chart as a table, and the formula of a molecule, where a model read them."""
    elements: list[NativeElement] = []
    for annotation in _annotations(item):
        if annotation.chart_data:
            cells = table_cells(annotation.chart_data, places, (), lambda _: [])
            elements.append(fill_table(NativeElement(ElementType.TABLE), cells))
        if annotation.smi:
            metadata = {NATIVE_CLASS: "smiles"}
            elements.append(NativeElement(ElementType.MISSING, annotation.smi, metadata=metadata))
    return elements


def description(item: Item) -> str:
    """What a model wrote about a picture; it stands nowhere on the page."""
    return next((plain(a.text) for a in _annotations(item) if a.text), "")


def key_values(graph: Graph, places: Places, items: Mapping[str, Item]) -> Iterator[NativeElement]:
    """Each key with the values that belong to it, and what belongs to none, by itself."""
    values = _values(graph)
    used = {id(value) for belonging in values.values() for value in belonging}
    for cell in graph.cells:
        if id(cell) not in used:
            yield _key_value([cell, *values.get(id(cell), ())], places, items)


def _values(graph: Graph) -> dict[int, list[GraphCell]]:
    """For keys by their `id` the values that belong to them; each value belongs to one key."""
    cells = {cell.cell_id: cell for cell in graph.cells if cell.cell_id is not None}
    values: dict[int, list[GraphCell]] = {}
    used: set[int] = set()
    for link in graph.links:
        key, value = map(cells.get, link.ends)
        if link.label == _VALUE_FIRST:
            key, value = value, key
        if link.label not in (_KEY_FIRST, _VALUE_FIRST) or not key or not value or key is value:
            continue
        if not {id(key), id(value)} & used and id(value) not in values:
            values.setdefault(id(key), []).append(value)
            used.add(id(value))
    return values


def _key_value(
    parts: Sequence[GraphCell], places: Places, items: Mapping[str, Item]
) -> NativeElement:
    texts: list[str] = []
    sources: list[Provenance] = []
    for part in parts:
        item = items.get(part.item_ref, _NO_ITEM)
        sources += [part.prov] if part.prov else item.prov
        texts.append(part.text or part.orig or item.text or item.orig)
    boxes, pages = places.boxes(sources), places.pages(sources)
    return NativeElement(ElementType.KEY_VALUE, plain(" ".join(texts)), boxes, pages)


def plain(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def _fill(cell: NativeCell, elements: list[NativeElement]) -> None:
    """Puts what a cell holds into it: paragraphs as its text, anything else as blocks."""
    if not elements:
        return
    if all(element.type is ElementType.PARAGRAPH for element in elements):
        cell.text = " ".join(element.text for element in elements)
        cell.boxes = cell.boxes or tuple(box for element in elements for box in element.boxes)
    else:
        cell.text, cell.children = "", elements


def _annotations(item: Item) -> list[Annotation]:
    """What models said of a picture, in whichever version's form."""
    meta = item.meta
    parts = (meta.description, meta.molecule, meta.tabular_chart, meta.code) if meta else ()
    return [part for part in parts if part] or item.annotations
