"""The layout model of PyMuPDF Layout: the regions of a page, and the grids of its tables."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import pymupdf

from core.parsing.read_pages import GridCell, Region, TableGrid
from core.parsing.tables.lattice import grid_of_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.geometry import Box


def find_regions(page: pymupdf.Page) -> tuple[list[Region], list[Box]]:
    """The regions of a page in reading order, and the boxes of pictures, which may hold no text."""
    model = _model()
    groups: list[dict[str, Any]] = model.predict(page, return_raw=True)
    page.layout_information = groups  # where the search for tables finds them
    pictures = [_box(edges) for edges in model.feature_extractor.get_picture_detections()]
    regions = [Region(group["class_name"], _box(group["group_bbox"])) for group in groups]
    tables = any(region.kind == "table" for region in regions)
    grids = {grid.box: grid for grid in _grids(page)} if tables else {}
    return [
        replace(region, grid=grids.get(region.box) or _predicted(region.box, group))
        if region.kind == "table"
        else region
        for region, group in zip(regions, groups, strict=True)
    ], pictures


def _box(edges: Sequence[float]) -> Box:
    """Left, top, right and bottom of whatever a library calls a box."""
    left, top, right, bottom = (float(edge) for edge in edges[:4])
    return left, top, right, bottom


def _grids(page: pymupdf.Page) -> list[TableGrid]:
    """Tables with rows, columns, spans and header cells."""
    with _without_pictures(page):
        finder = page.find_tables(union=True, refine=True)
        tables = finder.tables if finder else ()
        return [TableGrid(_box(table.bbox), _cells(table)) for table in tables]


@contextmanager
def _without_pictures(page: pymupdf.Page) -> Iterator[None]:
    """Within it the page gives text as blocks without the pictures between them.

    The search for tables asks for blocks three times, and each time a scan would be packed as PNG,
    which takes a tenth of the time in which its page is read.
    """
    with_pictures = page.get_text

    def get_text(option: str = "text", **given: Any) -> Any:
        if option in ("dict", "rawdict"):
            given.setdefault("flags", pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES)
        return with_pictures(option, **given)

    cast("Any", page).get_text = get_text
    try:
        yield
    finally:
        del cast("Any", page).get_text


def _predicted(box: Box, group: dict[str, Any]) -> TableGrid | None:
    """The rows and columns that the model itself sees in a table.

    The search for tables has none of a table that strong rulings part into several.
    """
    lines = group["table_grid"]
    if lines is None:
        return None
    left, top, right, bottom = box
    ys = [top, *(top + y for y in lines.h_lines), bottom]
    xs = [left, *(left + x for x in lines.v_lines), right]
    return grid_of_spans(ys, xs)


def _cells(table: Any) -> tuple[GridCell, ...]:
    return tuple(
        GridCell(row, column, _box(cell.bbox), cell.rowspan, cell.colspan, cell.tag == "th")
        for row, cells in enumerate(table.placements or ())
        for column, cell in enumerate(cells)
        if cell is not None and cell.bbox is not None
    )


@cache
def _model() -> Any:
    """The model itself: what PyMuPDF loads by default keeps the pictures that it sees to itself."""
    from pymupdf.layout.onnx.BoxRFDGNN import BoxRFDGNN

    return BoxRFDGNN()
