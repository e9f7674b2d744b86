from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageColor

from core.errors import BrokenPdf
from core.export.answer_record.illustrating import frames, with_cut_outs, with_pages
from core.export.answer_record.marking import CITED, COLUMNS, Ground, grounds, marked
from core.geometry import BoundingBox
from core.sir import Location
from core.spans import LineBox, Role
from tests.core.export.answer_record.builders import SECOND, by_rules, crop, illustrated, page

WHOLE = BoundingBox(1, 0.0, 0.0, 1.0, 1.0)


def line(
    top: float,
    left: float = 0.1,
    right: float = 0.4,
    page: int = 1,
    height: float = 0.01,
    location: Location = Location.EXACT,
    role: Role = Role.OWN,
) -> LineBox:
    return LineBox(BoundingBox(page, left, top, right, top + height), role, 0, location)


def paper(colour: str = "white") -> Image.Image:
    return Image.new("RGB", (1000, 1000), colour)


def drawn(*lines: LineBox, on: Image.Image | None = None) -> np.ndarray:
    picture = on or paper()
    return np.asarray(marked(picture, WHOLE, grounds(lines, CITED, picture, WHOLE)))


def test_a_cut_out_holds_the_marked_lines_with_some_of_the_text_around_them():
    (frame,) = frames([line(0.5), line(0.52)])
    assert (frame.left, frame.right) == (0.0, 1.0)
    assert 0.44 < frame.top < 0.49
    assert 0.54 < frame.bottom < 0.59


def test_lines_far_apart_and_on_other_pages_are_cut_out_apart_in_the_order_of_the_quote():
    lines = [line(0.9), line(0.1, 0.6, 0.9), line(0.2, page=2)]
    assert [(frame.page, round(frame.top, 1)) for frame in frames(lines)] == [
        (1, 0.9),
        (1, 0.1),
        (2, 0.2),
    ]


def test_a_cut_out_ends_where_the_page_does():
    first, last = frames([line(0.0), line(0.985)])
    assert (first.top, last.bottom) == (0.0, 1.0)


def test_own_lines_are_filled_and_nothing_beside_them_is():
    pixels = drawn(line(0.5))
    filled = np.argwhere((pixels != 255).any(axis=2))
    (top, left), (bottom, right) = filled.min(axis=0), filled.max(axis=0)
    assert 496 <= top <= 500
    assert 509 <= bottom <= 512
    assert 98 <= left <= 100
    assert 399 <= right <= 402
    assert len(np.unique(pixels[top : bottom + 1, left : right + 1].reshape(-1, 3), axis=0)) == 1


def test_letters_stay_black_below_a_mark():
    picture = paper()
    picture.paste("black", (150, 500, 250, 510))
    assert not drawn(line(0.5), on=picture)[500:510, 150:250].any()


@pytest.mark.parametrize("role", [Role.OWN, Role.HEADING])
def test_a_mark_on_dark_ground_lightens_it_and_leaves_white_letters_white(role: Role):
    picture = paper("#1f3864")
    picture.paste("white", (150, 500, 250, 510))
    pixels = drawn(line(0.5, role=role), on=picture).astype(int)
    assert pixels[502, 98:102].sum(axis=1).max() >= sum(ImageColor.getrgb("#1f3864")) + 60
    assert (pixels[502:508, 150:250] == 255).all()
    assert (pixels[400] == ImageColor.getrgb("#1f3864")).all()


def test_an_approximate_line_has_a_dashed_frame_and_a_lighter_ground():
    (sure,), (guess,) = (
        grounds([line(0.5, location=kind)], CITED, paper(), WHOLE)
        for kind in (Location.EXACT, Location.APPROXIMATE)
    )
    assert sum(ImageColor.getrgb(guess.paper)) > sum(ImageColor.getrgb(sure.paper))
    pixels = drawn(line(0.5, height=0.1, location=Location.APPROXIMATE))
    edge = (pixels[:, 200] == ImageColor.getrgb(CITED)).all(axis=1)
    assert edge.any()
    row = np.flatnonzero(edge)[0]
    colours = {tuple(pixel) for pixel in pixels[row, 110:390]}
    assert len(colours) > 1, "the frame is dashed"


def test_a_line_without_a_place_is_never_drawn():
    assert (drawn(line(0.5, location=Location.UNLOCATED)) == 255).all()
    assert frames([line(0.5, location=Location.UNLOCATED)]) == []


def test_headings_of_columns_are_outlined():
    (ground,) = grounds([line(0.5, role=Role.HEADING)], CITED, paper(), WHOLE)
    assert isinstance(ground, Ground)
    assert (ground.is_outline, ground.colour) == (True, COLUMNS)
    assert (drawn(line(0.5, height=0.1, role=Role.HEADING))[550, 250] == 255).all()


def test_every_quote_has_a_cut_out_whose_marks_lie_where_its_words_stand():
    record = illustrated(by_rules())
    for quote in record.quotes:
        (cut_out,) = quote.cut_outs
        pixels = np.asarray(Image.open(io.BytesIO(cut_out.png)))
        assert pixels.shape[:2] == (cut_out.height, cut_out.width)
        inside = pixels[5:-5, 5:-5]
        assert 0.01 < (inside != 255).any(axis=2).mean() < 0.9
    assert [(each.number, each.label) for each in record.pages] == [(1, "1")]


def test_a_page_that_cannot_be_drawn_leaves_the_words():
    def broken(*_: object):
        raise BrokenPdf("page 1 cannot be drawn")

    record = with_pages(with_cut_outs(by_rules(), broken), broken)
    assert [quote.text for quote in record.quotes][1] == SECOND
    assert (record.quotes[0].cut_outs, record.pages) == ((), ())


def test_progress_counts_cut_outs():
    counted: list[tuple[int, int]] = []
    with_cut_outs(by_rules(), crop, lambda done, total: counted.append((done, total)))
    assert counted == [(1, 2), (2, 2)]


def test_pages_are_drawn_once_each():
    calls: list[tuple[str, int]] = []

    def draw(document: str, number: int):
        calls.append((document, number))
        return page(document, number)

    record = with_pages(by_rules(), draw)
    assert calls == [(record.quotes[0].document, 1)]
