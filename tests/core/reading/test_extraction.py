from __future__ import annotations

from typing import Any

import numpy as np
import pymupdf
import pytest

from core.reading.extraction import extract
from core.reading.fonts import CapHeights
from tests.core.parsing.papers import PROSE, Paper, check, parse, texts


def test_a_word_drawn_twice_is_one_word() -> None:
    paper = Paper()
    paper.write("Bold heading", 72, 100)
    paper.write("Bold heading", 72.3, 100)
    assert [line.text for line in extract(paper.pdf[0]).lines] == ["Bold heading"]


def test_a_copy_in_pieces_of_a_word_is_no_word() -> None:
    paper = Paper()
    paper.write("Home of Residents", 72, 100)
    for piece, before in [("Ho", ""), ("me of", "Ho"), ("idents", "Home of Res")]:
        left = 72.3 + pymupdf.get_text_length(before, fontsize=10)
        paper.write(piece, left, 100)
    assert [line.text for line in extract(paper.pdf[0]).lines] == ["Home of Residents"]


def test_a_narrow_letter_right_behind_a_word_is_no_copy_of_its_end() -> None:
    paper = Paper()
    paper.write("Class II", 72, 100)
    paper.write("Something else", 72, 200)
    paper.write("I is rare.", 71.7 + pymupdf.get_text_length("Class II", fontsize=10), 100)
    words = [word for line in extract(paper.pdf[0]).lines for word in line.words]
    assert "".join(words).count("I") == 3


def test_letters_with_shadows_are_read_once() -> None:
    paper = Paper()
    left = 72.0
    for letter in "BUILDINGS":
        for shift, colour in [(2.0, 0.0), (0.0, 0.6)]:
            at = (left + shift, 100 + shift)
            paper.pdf[0].insert_text(at, letter, fontsize=21, color=(colour, colour, colour))
        left += pymupdf.get_text_length(letter, fontsize=21)
    [line] = extract(paper.pdf[0]).lines
    assert line.text == "BUILDINGS"
    assert line.box[0] == pytest.approx(72, abs=2)
    assert line.box[2] == pytest.approx(left, abs=2)


def test_letters_below_invisible_copies_are_read() -> None:
    paper = Paper()
    left = 72.0
    for letter in "DOSE":
        paper.pdf[0].insert_text((left, 100), letter, fontsize=21, color=(0.4, 0.4, 0.4))
        paper.pdf[0].insert_text((left + 2.5, 102.5), letter, fontsize=21, render_mode=3)
        left += pymupdf.get_text_length(letter, fontsize=21)
    seen = [line.text for line in extract(paper.pdf[0]).lines if not line.hidden]
    assert "".join(seen) == "DOSE"


def test_a_short_word_over_the_middle_of_a_long_one_is_read() -> None:
    paper = Paper()
    paper.write("Residents", 72, 100)
    paper.write("side", 72.3 + pymupdf.get_text_length("Res", fontsize=10), 104)
    assert "side" in [word for line in extract(paper.pdf[0]).lines for word in line.words]


def test_the_same_word_in_two_places_stays_two_words() -> None:
    paper = Paper()
    paper.write("very very good", 72, 100)
    assert extract(paper.pdf[0]).lines[0].words == ["very", "very", "good"]


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_of_a_rotated_page_lie_where_the_words_are_displayed(rotation: int) -> None:
    paper = Paper()
    paper.write("corner", 20, 30)
    paper.pdf[0].set_rotation(rotation)
    sir = paper.parse()
    pixels = paper.pdf[0].get_pixmap(dpi=72)
    image = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width, -1)
    dark = np.argwhere(image.min(axis=2) < 128)
    top, left = dark.min(axis=0) / [pixels.height, pixels.width]
    bottom, right = dark.max(axis=0) / [pixels.height, pixels.width]
    box = sir.boxes(1)[0]
    assert box.left - 0.005 <= left and right <= box.right + 0.005
    assert box.top - 0.005 <= top and bottom <= box.bottom + 0.005
    assert box.area < 0.01


def test_a_crop_box_moves_boxes_with_the_page() -> None:
    paper = Paper()
    paper.write("inside", 300, 400)
    whole = paper.parse().boxes(1)[0].in_points(595, 842)
    paper.pdf[0].set_cropbox(pymupdf.Rect(200, 300, 500, 700))
    cropped = paper.parse().boxes(1)[0].in_points(300, 400)
    assert np.allclose(np.subtract(whole, cropped), [200, 300, 200, 300], atol=0.01)


def test_text_running_sideways_is_laid_out_as_if_upright() -> None:
    paper = Paper(width=842, height=595)
    for row, text in enumerate(PROSE):
        paper.pdf[0].insert_text((100 + 13 * row, 560), text, fontsize=10, rotate=90)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "paragraph") == [" ".join(PROSE)]
    assert sir.boxes(1)[0].height > 0.5


@pytest.mark.parametrize(
    ("reason", "style"),
    [
        ("invisible", {"render_mode": 3}),
        ("too small", {"fontsize": 1.0}),
        ("white on white", {"color": (1, 1, 1)}),
    ],
)
def test_text_that_nobody_sees_is_set_aside_with_its_reason(
    reason: str, style: dict[str, Any]
) -> None:
    paper = Paper()
    paper.prose(72, 100)
    paper.pdf[0].insert_text((72, 300), "secret", **style)
    sir = paper.parse()
    hidden = [node for node in sir.nodes[sir.flow :] if node.metadata["aside"] == "hidden"]
    assert [(node.text, node.metadata["reason"]) for node in hidden] == [("secret", reason)]


def test_white_text_on_a_dark_field_is_visible() -> None:
    paper = Paper()
    paper.pdf[0].draw_rect(pymupdf.Rect(60, 80, 300, 120), fill=(0, 0, 0.5))
    paper.pdf[0].insert_text((72, 105), "Readable", color=(1, 1, 1))
    assert not extract(paper.pdf[0]).lines[0].hidden


def test_white_text_on_a_gradient_is_visible() -> None:
    paper = Paper()
    pdf, page = paper.pdf, paper.pdf[0]
    shade = pdf.get_new_xref()
    ramp = "<</FunctionType 2/Domain [0 1]/C0 [0.1]/C1 [0.4]/N 1>>"
    pdf.update_object(
        shade,
        f"<</ShadingType 2/ColorSpace/DeviceGray/Coords [60 0 300 0]/Function {ramp}>>",
    )
    pdf.xref_set_key(page.xref, "Resources", f"<</Shading<</Dark {shade} 0 R>>>>")
    stream = pdf.get_new_xref()
    pdf.update_object(stream, "<<>>")
    pdf.update_stream(stream, b"q 60 700 240 80 re W n /Dark sh Q")
    pdf.xref_set_key(page.xref, "Contents", f"{stream} 0 R")
    page.insert_text((72, 105), "Readable", color=(1, 1, 1))
    assert [line.hidden for line in extract(page).lines] == [""]


def test_white_text_on_a_white_image_is_hidden() -> None:
    paper = Paper()
    white = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 40))
    white.clear_with(255)
    paper.pdf[0].insert_image(pymupdf.Rect(60, 80, 300, 120), pixmap=white)
    paper.pdf[0].insert_text((72, 105), "Ignore", color=(1, 1, 1))
    assert [line.hidden for line in extract(paper.pdf[0]).lines] == ["white on white"]


def test_capitals_end_where_the_font_descriptor_says() -> None:
    paper = Paper()
    paper.write("Height", 72, 100, size=20)
    font = paper.pdf.get_page_fonts(0)[0][0]
    paper.pdf.xref_set_key(font, "FontDescriptor", "<</Type/FontDescriptor/CapHeight 700>>")
    pdf = pymupdf.open(stream=paper.pdf.tobytes(), filetype="pdf")
    heights = CapHeights(pdf).of_page(0)
    line = extract(pdf[0], heights).lines[0]
    assert line.top == pytest.approx(100 - 0.7 * 20, abs=0.1)


def test_parsing_the_same_bytes_twice_gives_the_same_sir() -> None:
    paper = Paper(2)
    paper.prose(72, 100)
    paper.prose(72, 100, page=1)
    data = paper.pdf.tobytes()
    one, two = parse(data), parse(data)
    assert [node.id for node in one.nodes] == [node.id for node in two.nodes]
    assert np.array_equal(one.words.boxes, two.words.boxes)


def slanted(paper: Paper, text: str, size: float, degrees: float = -45) -> None:
    """Writes text at an angle about the middle of the first page."""
    middle = pymupdf.Point(300, 400)
    turn = (middle, pymupdf.Matrix(degrees))
    paper.pdf[0].insert_text((150, 400), text, fontsize=size, morph=turn)


def test_a_large_slanted_line_is_a_watermark_and_claims_no_exact_place() -> None:
    paper = Paper()
    paper.prose(72, 100)
    slanted(paper, "DO NOT SEND", 24)
    sir = paper.parse()
    check(sir)
    marks = [node for node in sir.nodes[sir.flow :] if node.type == "watermark"]
    assert [(node.text, node.location) for node in marks] == [("DO NOT SEND", "approximate")]


def test_a_small_slanted_label_stays_in_the_flow_without_an_exact_place() -> None:
    paper = Paper()
    paper.prose(72, 100)
    slanted(paper, "first quarter", 9)
    sir = paper.parse()
    found = [node.location for node in sir.nodes[: sir.flow] if node.text == "first quarter"]
    assert found == ["approximate"]


def test_lines_that_are_level_or_upright_are_told_from_others() -> None:
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        page.draw_line((100, 100), (300, 100))
        page.draw_rect((100, 150, 300, 200))
        page.draw_line((100, 250), (300, 280))
        page.draw_circle((200, 400), 40)
        assert [vector.straight for vector in extract(page).vectors] == [True, True, False, False]
