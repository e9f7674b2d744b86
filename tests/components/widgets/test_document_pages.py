"""Marks become outlines in points, numbered as in the excerpt."""

from __future__ import annotations

from components.widgets.document_pages import outlines, scroll_target
from components.widgets.page_view.marks import Mark, MarkRole
from core.geometry import BoundingBox
from core.sir import Location, Page

PAGES = [Page(7, 600, 800, "vii"), Page(9, 800, 400, "ix")]


def mark(name: str, page: int, role: MarkRole = MarkRole.OWN) -> Mark:
    return Mark(name, BoundingBox(page, 0.1, 0.25, 0.5, 0.5), name, role)


def test_outlines_are_in_points_of_their_page_and_in_page_order() -> None:
    rows = outlines(PAGES, [mark("b", 9), mark("a", 7)])
    places = [(r["mark"], r["page"], r["x"], r["y"], r["width"], r["height"]) for r in rows]
    assert places == [("a", 1, 60, 200, 240, 200), ("b", 2, 80, 100, 320, 100)]


def test_what_has_no_place_or_can_only_be_clicked_is_not_outlined() -> None:
    lost = Mark("x", BoundingBox(7, 0, 0, 1, 1), "x", location=Location.UNLOCATED)
    assert outlines(PAGES, [lost, mark("line", 7, MarkRole.LINE)]) == []


def test_the_viewer_scrolls_to_the_selected_mark_else_to_the_first() -> None:
    rows = outlines(PAGES, [mark("b", 9), mark("a", 7)])
    assert scroll_target(rows, "b") == 2
    assert scroll_target(rows, None) == 1
    assert scroll_target([], "b") is None
