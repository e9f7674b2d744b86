"""The payload carries pages and their marks together, each mark on its own page."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from components.widgets.page_view.legend import legend_entries
from components.widgets.page_view.marks import Mark, MarkRole, payload
from core.geometry import BoundingBox, union
from core.rendering import PageImage
from core.sir import Location

IMAGES = [PageImage(number, 200, 100, f"picture {number}".encode()) for number in (3, 4)]


def mark(page: int, role: MarkRole = MarkRole.OWN, location: Location = Location.EXACT) -> Mark:
    box = BoundingBox(page, 0.1, 0.2, 0.5, 0.25)
    return Mark("c1", box, "Chunk 1", role, "#0072b2", location, "1")


def test_each_page_gets_the_marks_that_lie_on_it() -> None:
    sent = payload(IMAGES, [mark(3), mark(4), mark(4), mark(5)], name="a.pdf")
    assert [(page["number"], len(page["marks"])) for page in sent["pages"]] == [(3, 1), (4, 2)]


def test_a_picture_travels_in_the_payload_with_the_shape_of_its_page() -> None:
    page = payload(IMAGES, [], name="a.pdf")["pages"][0]
    assert page["src"] == "data:image/jpeg;base64," + base64.b64encode(b"picture 3").decode()
    assert page["ratio"] == 2.0


def test_the_alternative_text_counts_marked_lines_but_not_those_that_can_only_be_clicked() -> None:
    marks = [mark(3), mark(3, MarkRole.HEADING), mark(3, MarkRole.LINE), mark(4)]
    texts = [page["alt"] for page in payload(IMAGES, marks, name="a.pdf")["pages"]]
    assert texts == ["Page 3 of a.pdf, 2 marked lines", "Page 4 of a.pdf, 1 marked line"]


def test_a_box_with_finer_boxes_is_drawn_as_those() -> None:
    lines = [BoundingBox(3, 0.1, top, 0.9, top + 0.02) for top in (0.1, 0.2)]
    rows = payload(IMAGES, [Mark("n", union(lines), "Node")], name="a.pdf")["pages"][0]["marks"]
    assert [row["box"] for row in rows] == [[0.1, 0.1, 0.9, 0.12], [0.1, 0.2, 0.9, 0.22]]


@pytest.mark.parametrize(
    ("location", "drawn", "approximate"),
    [
        (Location.EXACT, 1, False),
        (Location.ALIGNED, 1, False),
        (Location.APPROXIMATE, 1, True),
        (Location.UNLOCATED, 0, False),
    ],
)
def test_a_place_that_is_not_exact_is_drawn_as_such_or_not_at_all(
    location: Location, drawn: int, approximate: bool
) -> None:
    rows = payload(IMAGES, [mark(3, location=location)], name="a.pdf")["pages"][0]["marks"]
    assert len(rows) == drawn
    assert all(row["approximate"] is approximate for row in rows)


def test_the_same_pages_and_marks_give_the_same_payload() -> None:
    assert payload(IMAGES, [mark(3)], name="a") == payload(IMAGES, [mark(3)], name="a")


def test_the_legend_explains_only_the_ways_of_drawing_that_occur() -> None:
    words = [text for _, text in legend_entries([mark(3), mark(3, MarkRole.LINE)])]
    assert words == ["lines of the passage"]
    two = [mark(3), replace(mark(3), id="b", colour="#123456")]
    [(look, text)] = legend_entries(two)
    assert text == "lines of a passage, each in its colour"
    assert "#123456" in look
    words = [text for _, text in legend_entries([mark(3, MarkRole.OVERLAP, Location.APPROXIMATE)])]
    assert words == ["repeated from its neighbour", "place only approximate"]
    assert legend_entries([mark(3, location=Location.UNLOCATED)]) == []
