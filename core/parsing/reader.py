"""Pages read by the route that fits each: by rule first, by sight where that is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.pages import ReadPage
from core.parsing.plan import SightPolicy
from core.parsing.structural_rule.tables import ruled_tables
from core.parsing.turning import turn_upright
from core.parsing.visual_topology.look import read_by_sight
from core.reading.content import PageContent
from core.reading.extraction import UNREADABLE, extract
from core.reading.fonts import CapHeights
from core.reading.signals import measure, sight_needed
from core.sir import Route

if TYPE_CHECKING:
    import pymupdf

    from core.parsing.plan import Plan
    from core.progress import Progress


def read_pages(
    pdf: pymupdf.Document, plan: Plan, progress: Progress | None = None, workers: int = 1
) -> list[ReadPage]:
    """Every page of `pdf`; one that cannot be read has an `error` and no content."""
    capitals = CapHeights(pdf)
    pages: list[ReadPage] = []
    for index in range(pdf.page_count):
        pages.append(_read(pdf, index, plan, capitals))
        if progress:
            progress(index + 1, pdf.page_count)
    return pages


def _read(pdf: pymupdf.Document, index: int, plan: Plan, capitals: CapHeights) -> ReadPage:
    page = ReadPage(PageContent(index + 1, 595.0, 842.0, []), route=plan.rest)
    try:
        loaded = pdf.load_page(index)
        page.content = extract(loaded, capitals.of_page(index))
    except UNREADABLE as error:
        page.error = str(error) or type(error).__name__
        return page
    needed, page.reason = _by_sight(page.content, plan)
    if needed:
        page.route = Route.VISUAL_TOPOLOGY
        read_by_sight(loaded, page, plan)
        return page
    page.turn = turn_upright(page.content)
    page.slots = ruled_tables(page.content)
    return page


def _by_sight(content: PageContent, plan: Plan) -> tuple[bool, str]:
    if plan.sight is SightPolicy.NEEDED:
        return sight_needed(measure(content))
    return plan.sight is SightPolicy.ALWAYS, "chosen by hand"
