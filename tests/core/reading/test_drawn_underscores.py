"""Underscores that are drawn as rules between two words."""

from __future__ import annotations

import pymupdf
import pytest

from core.reading.drawn_underscores import write_underscores
from core.reading.extraction import extract
from core.reading.line import Line
from core.reading.page_content import PageContent, Vector

SIZE, BASE = 12.0, 700.0


def page_with(*parts: str, depth: float = 1.0, length: float = 4.3) -> list[Line]:
    """The lines of a page with parts of one word, a rule of some length in each gap."""
    pdf = pymupdf.open()
    page, x = pdf.new_page(), 72.0
    for part in parts:
        page.insert_text((x, BASE), part, fontsize=SIZE)
        x += pymupdf.get_text_length(part, fontsize=SIZE) + 0.3
        if part is not parts[-1]:
            rule = pymupdf.Rect(x, BASE + depth, x + length, BASE + depth + 0.4)
            page.draw_rect(rule, color=None, fill=(0, 0, 0))
        x += length
    return extract(pymupdf.open(stream=pdf.tobytes())[0]).lines


@pytest.mark.parametrize("parts", [("set", "voltage(2)"), ("MPJ", "HOME", "path")])
def test_the_words_beside_a_rule_at_the_base_line_are_one(parts: tuple[str, ...]) -> None:
    (line,) = page_with(*parts)
    assert line.words == ["_".join(parts)]


def test_the_box_holds_both_words_and_the_rule() -> None:
    ((left, _, right, _),) = page_with("set", "voltage")[0].boxes
    wide = sum(pymupdf.get_text_length(part, fontsize=SIZE) for part in ("set", "voltage"))
    assert left == pytest.approx(72, abs=1)
    assert right - left == pytest.approx(wide + 4.6, abs=1.5)


def test_what_stands_before_and_behind_stays_a_word_of_its_own() -> None:
    words = [word for line in page_with("call set", "voltage now") for word in line.words]
    assert words == ["call", "set_voltage", "now"]


@pytest.mark.parametrize(
    ("depth", "length"),
    [(-SIZE / 4, 4.3), (2.5, 4.3), (1.0, 14.0), (1.0, 1.5)],
    ids=["minus", "low line", "blank to fill in", "dot"],
)
def test_other_rules_join_nothing(depth: float, length: float) -> None:
    words = {
        word
        for line in page_with("set", "voltage", depth=depth, length=length)
        for word in line.words
    }
    assert words == {"set", "voltage"}


@pytest.mark.parametrize("depth", [0.8, 1.5])
def test_a_line_under_several_words_joins_none_of_them(depth: float) -> None:
    pdf = pymupdf.open()
    page, x = pdf.new_page(), 72.0
    for part in ("click", " ", "here", " ", "now"):
        width = pymupdf.get_text_length(part, fontsize=SIZE)
        page.insert_text((x, BASE), part, fontsize=SIZE)
        rule = pymupdf.Rect(x, BASE + depth, x + width, BASE + depth + 0.6)
        page.draw_rect(rule, color=None, fill=(0, 0, 0))
        x += width
    lines = extract(pymupdf.open(stream=pdf.tobytes())[0]).lines
    assert [word for line in lines for word in line.words] == ["click", "here", "now"]


def test_the_joined_line_looks_as_most_of_its_letters_do() -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    page.insert_text((72, BASE), "set", fontsize=SIZE, fontname="hebo")
    x = 72.3 + pymupdf.get_text_length("set", fontsize=SIZE, fontname="hebo")
    page.draw_rect(pymupdf.Rect(x, BASE + 1, x + 4.3, BASE + 1.4), color=None, fill=(0, 0, 0))
    page.insert_text((x + 4.6, BASE), "voltage sets the voltage of the supply", fontsize=SIZE)
    (line,) = extract(pymupdf.open(stream=pdf.tobytes())[0]).lines
    assert line.words[0] == "set_voltage"
    assert not line.bold


def test_a_drawing_or_a_letter_beyond_all_measure_takes_no_time() -> None:
    boxes = [(0.0, -1e12, 4.0, 1e12), (72.0, 700.4, 76.0, 700.8)]
    vectors = [Vector(box, stroked=False, colour=0) for box in boxes]
    lines = [Line(1, ["A"], [(0.0, -1e12, 9.0, 1e12)], 10.0)]
    content = PageContent(1, 595.0, 842.0, lines, vectors)
    write_underscores(content)
    assert content.lines == lines
