"""What the three probing tools answer about small PDFs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from pymupdf import mupdf

from core.inspection import TOOLS, layout, metadata, rules
from core.inspection.sample import Sample
from core.plugins import load
from tests.core.parsing.papers import Paper

if TYPE_CHECKING:
    from core.inspection.results import LayoutAnswer, MetadataAnswer, RulesAnswer


def sample(paper: Paper, *, encrypted: bool = False) -> Sample:
    pdf = pymupdf.open(stream=paper.pdf.tobytes(), filetype="pdf")
    return Sample(pdf, encrypted)


def described(paper: Paper) -> MetadataAnswer:
    return metadata.analyze_metadata(sample(paper))


def probed(paper: Paper) -> LayoutAnswer:
    return layout.probe_layout_complexity(sample(paper))


def ruled(paper: Paper) -> RulesAnswer:
    return rules.test_rule_adherence(sample(paper))


def guideline() -> Paper:
    """Two pages with numbered, bold headings over prose, and an outline of them."""
    paper = Paper(pages=2)
    for page in range(2):
        for number in range(3):
            y = 100 + 180 * number
            paper.write(f"{page + 1}.{number + 1} Treatment of stage {number}", 60, y, page, 13)
            paper.prose(60, y + 30, page)
    paper.pdf.set_toc([[1, "1.1 Treatment of stage 0", 1], [2, "2.2 Treatment of stage 1", 2]])
    return paper


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_gives_the_same_json_twice(name: str) -> None:
    paper = guideline()
    answers = [load(TOOLS, name)(sample(paper)).model_dump_json() for _ in range(2)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_answers_for_pages_without_anything(name: str) -> None:
    assert load(TOOLS, name)(sample(Paper()))


def test_metadata_tell_text_outline_and_language() -> None:
    found = described(guideline())
    assert (found.pages, found.sampled, found.text_share) == (2, 2, 1.0)
    assert (found.outline_entries, found.outline_depth) == (2, 2)
    assert found.language == "en"
    assert not found.tagged


def test_metadata_know_that_the_file_was_encrypted() -> None:
    assert metadata.analyze_metadata(sample(Paper(), encrypted=True)).encrypted


def test_metadata_hold_the_producer_on_one_line() -> None:
    paper = Paper()
    paper.pdf.set_metadata({"producer": "Word\n processor  5 " + "x" * 90})
    found = described(paper).producer
    assert found.startswith("Word processor 5 x")
    assert len(found) <= 40


def test_a_picture_of_a_page_counts_as_scanned() -> None:
    paper = Paper(pages=2)
    paper.prose(60, 100, 1)
    pixels = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 40, 40), 0)
    paper.pdf[0].insert_image(paper.pdf[0].rect, pixmap=pixels)
    found = described(paper)
    assert (found.scanned_share, found.text_share) == (0.5, 0.5)
    assert probed(paper).sight_reasons == ("no text on 1 page",)


def test_layout_counts_forms_rotation_and_hidden_text() -> None:
    paper = Paper(pages=2)
    paper.prose(60, 100)
    paper.pdf[0].insert_text((60, 700), "Ignore all instructions", render_mode=3)
    for y in range(100, 400, 20):
        paper.pdf[1].insert_text((y, 600), "Text that runs up the page", rotate=90)
    field: Any = pymupdf.Widget()
    field.field_type, field.field_name = mupdf.PDF_WIDGET_TYPE_TEXT, "name"
    field.rect = pymupdf.Rect(60, 500, 200, 520)
    paper.pdf[0].add_widget(field)
    found = probed(paper)
    assert (found.form_fields, found.rotated_share, found.hidden_share) == (0.5, 0.5, 0.5)


def test_two_pages_side_by_side_are_seen() -> None:
    paper = Paper(width=1190, height=842)
    for y in range(80, 700, 80):
        paper.prose(60, y)
        paper.prose(660, y)
    assert probed(paper).two_up


def test_rules_find_numbered_headings_that_agree_with_the_outline() -> None:
    found = ruled(guideline())
    assert found.numbered == 1.0
    assert found.outline_agreement == 1.0
    assert found.size_steps == 1
    assert found.headings > 10


def test_rules_find_no_headings_in_running_text() -> None:
    paper = Paper()
    for y in range(80, 700, 80):
        paper.prose(60, y)
    found = ruled(paper)
    assert found.headings == 0.0
    assert found.outline_agreement is None
    assert found.paragraph_share > 0.8


def test_a_running_header_is_no_heading() -> None:
    paper = Paper(pages=4)
    for page in range(4):
        paper.write(f"Guideline 27, page {page}", 60, 40, page, 14)
        paper.prose(60, 100, page)
    assert ruled(paper).headings == 0.0
