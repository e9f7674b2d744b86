"""A page read by sight: words from its text layer or by OCR, regions from the layout model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.read_pages import Region, Sight
from core.parsing.visual_topology.grids import as_box, table_grids
from core.parsing.visual_topology.layout_model import find_regions
from core.parsing.visual_topology.missed_tables import with_tables
from core.parsing.visual_topology.pictures import with_pictures
from core.parsing.visual_topology.scans import upright_page

if TYPE_CHECKING:
    import pymupdf

    from core.parsing.base import Plan
    from core.parsing.read_pages import ReadPage


def read_by_sight(page: pymupdf.Page, read: ReadPage, plan: Plan) -> None:
    """Fills `read`, whose content is that of the text layer, with what `page` shows."""
    page = upright_page(page, read, plan)
    groups, pictures = find_regions(page)
    grids = table_grids(page)
    regions: list[Region] = []
    for group in groups:
        box = as_box(group["group_bbox"])
        regions.append(Region(group["class_name"], box, grids.get(box)))
    regions = with_pictures(regions, pictures, read.content)
    read.sight = Sight(tuple(with_tables(regions, read.content)))
