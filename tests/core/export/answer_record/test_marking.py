"""Marks on a picture, where boxes are smaller than its pixels."""

from __future__ import annotations

import pytest
from PIL import Image

from core.export.answer_record.marking import CITED, grounds, marked
from core.geometry import BoundingBox
from core.sir import Location
from core.spans import LineBox, Role

PAGE = BoundingBox(1, 0, 0, 1, 1)
THIN_LINES = [
    (Location.EXACT, Role.OWN),
    (Location.APPROXIMATE, Role.OWN),
    (Location.EXACT, Role.HEADING),
]


@pytest.mark.parametrize(("location", "role"), THIN_LINES)
def test_a_line_thinner_than_a_pixel_is_marked_by_one(location: Location, role: Role) -> None:
    line = LineBox(BoundingBox(1, 0.5, 0.5, 0.5, 0.5), role, 0, location)
    picture = Image.new("RGB", (100, 140), "white")
    result = marked(picture, PAGE, grounds([line], CITED, picture, PAGE))
    assert result.getcolors() != picture.getcolors()
    assert result.getpixel((10, 10)) == (255, 255, 255)
