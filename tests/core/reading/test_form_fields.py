from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pymupdf
import pytest

from core.reading.extraction import extract
from tests.core.parsing.papers import Paper, check, parse, texts

if TYPE_CHECKING:
    from core.reading.page_content import PageContent

CHECKBOX, RADIO, TEXT = 2, 5, 7
"""Numbers of the kinds of widgets in PyMuPDF."""


def field(page: pymupdf.Page, kind: int, x: float, y: float, value: str | bool, name: str) -> None:
    """Adds a field of a form, its box 12 points high."""
    widget: Any = pymupdf.Widget()
    widget.field_type, widget.field_name, widget.field_label = kind, f"{name} {y}", name
    widget.rect = pymupdf.Rect(x, y, x + (12 if kind == CHECKBOX else 150), y + 12)
    widget.field_value = value
    widget.text_fontsize = 10
    page.add_widget(widget)


def form() -> pymupdf.Document:
    """A form with a ticked box, an empty one, and a field that holds a dose."""
    paper = Paper()
    paper.write("Drugs that the patient takes", 72, 80)
    for row, (name, ticked) in enumerate([("Prednisolone", True), ("Rituximab", False)]):
        paper.write(name, 90, 110 + 20 * row)
        field(paper.pdf[0], CHECKBOX, 72, 100 + 20 * row, ticked, name)
    paper.write("Dose", 72, 170)
    field(paper.pdf[0], TEXT, 120, 160, "8 mg daily", "Dose of the\n drug")
    return pymupdf.open(stream=paper.pdf.tobytes(), filetype="pdf")


def content_of(pdf: pymupdf.Document) -> PageContent:
    return extract(pdf[0])


def test_a_box_is_read_with_its_label_whether_it_is_ticked_or_not() -> None:
    assert texts(parse(form().tobytes()), "list_item") == ["☒ Prednisolone", "☐ Rituximab"]


def test_the_sign_in_a_ticked_box_is_no_digit_of_the_text() -> None:
    words = [word for line in content_of(form()).lines for word in line.words]
    assert not any(word.isdigit() for word in words)
    assert words.count("☒") == words.count("☐") == 1


def test_what_was_typed_into_a_field_is_kept_apart_with_the_name_of_the_field() -> None:
    sir = parse(form().tobytes())
    check(sir)
    (typed,) = (node for node in sir.nodes if node.type == "form_area")
    assert typed.text == "8 mg daily"
    assert typed.metadata == {"field": "Dose of the drug", "aside": "form field"}
    assert "mg" not in " ".join(node.text for node in sir.nodes[: sir.flow])


def test_printed_words_inside_of_a_field_stay_in_the_text() -> None:
    paper = Paper()
    paper.write("Name of the patient", 72, 100)
    field(paper.pdf[0], TEXT, 70, 90, "Doe", "name")
    content = content_of(pymupdf.open(stream=paper.pdf.tobytes(), filetype="pdf"))
    assert [line.text for line in content.lines] == ["Name of the patient"]
    assert [line.text for _, line in content.typed] == ["Doe"]


def test_a_field_that_is_hidden_has_no_mark() -> None:
    pdf = form()
    widgets: Any = pdf[0].widgets()
    for widget in widgets:
        widget.field_display = 1
        widget.update()
    content = content_of(pymupdf.open(stream=pdf.tobytes(), filetype="pdf"))
    assert not {"☒", "☐"} & {word for line in content.lines for word in line.words}


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_mark_lies_on_its_box_however_the_page_is_turned_and_cut(rotation: int) -> None:
    pdf = form()
    pdf[0].set_cropbox(pymupdf.Rect(40, 50, 500, 700))
    pdf[0].set_rotation(rotation)
    content = content_of(pdf)
    box = next(line.boxes[0] for line in content.lines if line.words == ["☒"])
    around = pymupdf.Rect(box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4)
    pixels = pdf[0].get_pixmap(dpi=72, clip=around)
    image = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width, -1)
    dark = np.argwhere(image.min(axis=2) < 160)
    assert len(dark) > 10
    assert dark.min() >= 4
    assert dark.max() <= 16


def test_a_scan_with_boxes_over_it_is_still_read_by_ocr() -> None:
    paper = Paper()
    field(paper.pdf[0], CHECKBOX, 72, 100, True, "Consent")
    content = content_of(pymupdf.open(stream=paper.pdf.tobytes(), filetype="pdf"))
    assert content.lines == []


def test_a_box_outside_of_the_page_is_none_of_it() -> None:
    pdf = form()
    pdf[0].set_cropbox(pymupdf.Rect(85, 50, 500, 700))
    assert not any("☒" in line.words for line in content_of(pdf).lines)


def test_marks_of_a_page_whose_text_runs_sideways_stand_with_their_labels() -> None:
    paper = Paper()
    for row in range(3):
        paper.pdf[0].insert_text((100 + 20 * row, 700), "Prednisolone", fontsize=10, rotate=90)
        field(paper.pdf[0], CHECKBOX, 90 + 20 * row, 705, row == 1, f"drug {row}")
    found = parse(paper.pdf.tobytes())
    check(found)
    assert texts(found, "list_item") == ["☐ Prednisolone", "☒ Prednisolone", "☐ Prednisolone"]
