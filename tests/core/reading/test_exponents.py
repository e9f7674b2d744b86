"""Raised numbers are exponents behind numbers and units, and marks behind words."""

from __future__ import annotations

import pymupdf
import pytest

from core.reading.exponents import is_exponent_behind, raise_exponents
from core.reading.extraction import extract
from core.reading.line import Line
from sample_docs.catalogue import FOLDER

GUIDELINE = FOLDER / "oncology_guideline_en.pdf"


def _words(*pages: int) -> list[str]:
    with pymupdf.open(GUIDELINE) as pdf:
        lines = [line for number in pages for line in extract(pdf[number - 1]).lines]
    return [word for line in lines for word in line.words]


def test_a_raised_number_behind_a_number_or_a_unit_is_raised_in_the_text() -> None:
    words = _words(14, 16, 17, 19)
    assert {"10⁹/L", "mg/m²", "cm³"} <= set(words)
    assert not {"109/L", "mg/m2", "cm3"} & set(words)


def test_a_mark_of_a_footnote_stays_as_it_is() -> None:
    assert "good.6" in _words(*range(1, 21))


def test_an_exponent_that_stands_as_a_word_of_its_own_joins_the_unit_that_it_touches() -> None:
    with pymupdf.open() as pdf:
        content = extract(pdf.new_page())
    dose = Line(1, ["8", "mg/m"], [(10, 20, 16, 32), (20, 20, 60, 32)], size=12)
    exponent = Line(1, ["2", "to"], [(60.3, 18, 64, 26), (68, 20, 80, 32)], size=8)
    content.lines = [dose, exponent]
    content.raised = [("2", (60.3, 18, 67, 26))]
    raise_exponents(content)
    assert [line.words for line in content.lines] == [["8", "mg/m²"], ["to"]]
    assert content.lines[0].boxes[1] == (20, 18, 64, 32)


def test_an_exponent_above_the_capitals_is_raised_where_the_font_says_how_high_they_are() -> None:
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        for x, y, size, text in ((72, 100, 10, "10"), (83.1, 95, 7, "9"), (87, 100, 10, "/L")):
            page.insert_text((x, y), text, fontsize=size)
        content = extract(page, {"Helvetica": 0.7})
    assert [line.words for line in content.lines] == [["10\u2079/L"]]


def test_the_same_digit_in_an_index_is_not_raised_for_an_exponent() -> None:
    with pymupdf.open() as pdf:
        content = extract(pdf.new_page())
    content.lines = [Line(1, ["k21)2"], [(10, 20, 35, 32)], size=12)]
    content.raised = [("2", (30, 16, 35, 26))]
    raise_exponents(content)
    assert content.lines[0].words == ["k21)2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10", True),
        ("mg/m", True),
        ("cm", True),
        ("x", True),
        ("", False),
        ("cases", False),
        ("and/or", False),
        ("good.", False),
        ("2019", False),
    ],
)
def test_what_stands_before_tells_an_exponent_from_a_mark(text: str, *, expected: bool) -> None:
    assert is_exponent_behind(text) is expected
