"""The committed sample documents: what they are, what they hold, and how they are built."""

import re
from typing import Any

import pymupdf
import pytest
from pydantic import ValidationError

from sample_docs import SAMPLES, Question, Sample, load_questions
from sample_docs.build import BUILDERS
from sample_docs.documents import circular, oddities

PAGES = {
    "oncology_guideline_en.pdf": 28,
    "onkologie_leitlinie_de.pdf": 12,
    "data_security_policy.pdf": 6,
    "narrative.pdf": 4,
    "scanned_circular.pdf": 2,
    "oddities.pdf": 7,
}
NOTICE = re.compile(r"Fi[ck]ti.*oftware.*(Not for clinical use|Nicht für die klinische)")
QUESTIONS = load_questions()

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.file_name)


def squeeze(text: str) -> str:
    """Text without whitespace and hyphens, so that hyphenated line ends do not matter."""
    text = text.replace("\ufb01", "fi").replace("\ufb02", "fl")
    return re.sub(r"[\s\u00ad-]+", "", text)


def read(page: pymupdf.Page, kind: str = "text", **options: Any) -> Any:
    """What PyMuPDF extracts from a page; its published types do not tell the kinds apart."""
    return page.get_text(kind, **options)


def page_text(page: pymupdf.Page) -> str:
    """Text of a page, block by block."""
    return " ".join(block[4] for block in read(page, "blocks"))


def open_sample(name: str) -> pymupdf.Document:
    """The sample of a file name, opened."""
    return pymupdf.open(next(sample.path for sample in SAMPLES if sample.file_name == name))


@every_sample
def test_building_again_gives_the_same_bytes(sample: Sample) -> None:
    assert BUILDERS[sample.file_name]() == sample.path.read_bytes()


@every_sample
def test_number_of_pages_is_as_expected(sample: Sample) -> None:
    with pymupdf.open(sample.path) as document:
        assert document.page_count == PAGES[sample.file_name]


def test_all_samples_together_stay_below_a_megabyte_and_a_half() -> None:
    assert sum(sample.path.stat().st_size for sample in SAMPLES) < 1_500_000


@every_sample
def test_every_page_says_that_it_is_fictional(sample: Sample) -> None:
    if sample.file_name == "scanned_circular.pdf":
        assert NOTICE.search(circular.THEME.notice)
        return
    with pymupdf.open(sample.path) as document:
        for page in document:
            assert NOTICE.search(page_text(page)), page.number


def test_the_scan_has_images_and_no_text() -> None:
    with open_sample("scanned_circular.pdf") as document:
        for page in document:
            assert read(page).strip() == ""
            assert len(page.get_images()) == 1


def test_the_scan_shows_ink_where_the_notice_is_printed() -> None:
    with open_sample("scanned_circular.pdf") as document:
        for page in document:
            foot = pymupdf.Rect(60, 785, 300, 810)
            pixels = page.get_pixmap(clip=foot, dpi=100, colorspace=pymupdf.csGRAY)
            assert max(pixels.samples) - min(pixels.samples) > 60


def test_the_guideline_has_roman_front_matter_and_an_outline_of_three_levels() -> None:
    with open_sample("oncology_guideline_en.pdf") as document:
        labels = [page.get_label() for page in document]
        assert labels[:6] == ["i", "ii", "iii", "iv", "v", "1"]
        assert labels[-1] == "23"
        assert {level for level, _, _ in document.get_toc()} == {1, 2, 3}


@pytest.mark.parametrize("name", ["oncology_guideline_en.pdf", "onkologie_leitlinie_de.pdf"])
def test_page_labels_are_the_numbers_printed_at_the_foot(name: str) -> None:
    with open_sample(name) as document:
        for page in document.pages(1):
            foot = read(page, clip=(450, 780, 560, 820)).strip()
            assert foot == page.get_label()


def test_the_outline_leads_to_the_page_with_the_heading() -> None:
    with open_sample("oncology_guideline_en.pdf") as document:
        for _, title, number in document.get_toc():
            assert squeeze(title) in squeeze(page_text(document[number - 1]))


def test_the_regimen_table_repeats_its_header_on_a_second_page() -> None:
    with open_sample("oncology_guideline_en.pdf") as document:
        header = "Regimen Dose and interval Monitoring Modification"
        texts = [squeeze(page_text(page)) for page in document]
    found = [number for number, text in enumerate(texts) if squeeze(header) in text]
    assert len(found) == 2
    assert found[1] == found[0] + 1


@pytest.mark.parametrize("name", ["data_security_policy.pdf", "narrative.pdf", "oddities.pdf"])
def test_documents_meant_to_have_no_outline_have_none(name: str) -> None:
    with open_sample(name) as document:
        assert document.get_toc() == []


def test_the_narrative_is_set_in_one_size_apart_from_its_footer() -> None:
    with open_sample("narrative.pdf") as document:
        sizes = {
            round(span["size"], 1)
            for page in document
            for block in read(page, "dict", clip=(0, 0, 595, 770))["blocks"]
            for line in block["lines"]
            for span in line["spans"]
        }
    assert sizes == {12.0}


@pytest.mark.parametrize(
    "name", ["oncology_guideline_en.pdf", "onkologie_leitlinie_de.pdf", "narrative.pdf"]
)
def test_some_lines_end_with_a_hyphenated_word(name: str) -> None:
    with open_sample(name) as document:
        text = "\n".join(read(page) for page in document)
    assert len(re.findall(r"[a-zäöüß]{3}-\n[a-zäöüß]{3}", text)) >= 10


def test_oddities_hold_rotations_a_crop_box_and_a_landscape_sheet() -> None:
    with open_sample("oddities.pdf") as document:
        assert [page.rotation for page in document] == [90, 0, 0, 270, 180, 0, 0]
        cropped, two_up = document[1], document[2]
        assert cropped.cropbox != cropped.mediabox
        assert "Printer" not in read(cropped, clip=cropped.rect)
        assert two_up.rect.width > two_up.rect.height


def test_rotated_pages_read_upright_as_displayed() -> None:
    with open_sample("oddities.pdf") as document:
        for number in (0, 3, 4):
            page = document[number]
            title, notice = (page.search_for(text)[0] for text in ("rotation of", "Fictional"))
            assert (title * page.rotation_matrix).y1 < (notice * page.rotation_matrix).y0


def test_hidden_text_is_stored_but_not_drawn() -> None:
    with open_sample("oddities.pdf") as document:
        page = document[5]
        for hidden in (oddities.HIDDEN_WHITE, oddities.HIDDEN_MODE_3):
            [place] = page.search_for(hidden)
            assert page.get_pixmap(clip=place).is_unicolor


def test_the_warning_is_drawn_twice_and_ligatures_are_single_signs() -> None:
    with open_sample("oddities.pdf") as document:
        text = read(document[6])
        assert text.count("Warning: pump doors open outwards.") == 2
        assert "\ufb01" in text
        assert "\ufb02" in text
        assert all(line in text for line in oddities.RIGHT_TO_LEFT)


def test_there_are_enough_questions_of_both_kinds() -> None:
    answered = [question for question in QUESTIONS if question.evidence]
    assert len(answered) >= 40
    assert len(QUESTIONS) - len(answered) >= 8
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)


@every_sample
def test_each_quote_stands_on_its_page(sample: Sample) -> None:
    with open_sample(sample.file_name) as document:
        pages = [squeeze(page_text(page)) for page in document]
    for question in QUESTIONS:
        for evidence in question.evidence if question.document == sample.file_name else ():
            assert squeeze(evidence.quote) in pages[evidence.page - 1]
            assert evidence.quote == " ".join(evidence.quote.split())


def test_an_answer_without_evidence_is_refused() -> None:
    with pytest.raises(ValidationError, match="belong together"):
        Question(id="x", document="y.pdf", question="?", answer="yes", evidence=())


def test_catalogue_and_builders_name_the_same_files() -> None:
    assert [sample.file_name for sample in SAMPLES] == list(BUILDERS)
