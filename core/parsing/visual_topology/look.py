"""A page read by sight: words from its text layer or by OCR, regions from the layout model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.pages import Region, Sight
from core.parsing.visual_topology.grids import as_box, table_grids
from core.parsing.visual_topology.scans import upright_page
from core.parsing.visual_topology.unseen import with_tables

if TYPE_CHECKING:
    import pymupdf

    from core.parsing.pages import ReadPage
    from core.parsing.plan import Plan


def read_by_sight(page: pymupdf.Page, read: ReadPage, plan: Plan) -> None:
    """Fills `read`, whose content is that of the text layer, with what `page` shows."""
    import pymupdf.layout

    pymupdf.layout.activate()
    page = upright_page(page, read, plan)
    page.get_layout(return_raw=True)
    grids = table_grids(page)
    regions: list[Region] = []
    for group in page.layout_information or []:
        box = as_box(group["group_bbox"])
        regions.append(Region(group["class_name"], box, grids.get(box)))
    read.sight = Sight(tuple(with_tables(regions, read.content)))
