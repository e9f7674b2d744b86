"""Files of ground truth: what is read of them, what is left out, and what is refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from core.errors import InputError, InvalidOption, TooLarge
from core.evaluation.gold import read_gold
from core.library import DocumentRecord
from core.sir import Page
from tests.builders import PAGE_HEIGHT, PAGE_WIDTH, sir_from_texts
from tests.core.evaluation.gold.documents import LONG, coco, document, read, record_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[dict[str, Any]], object]

SIR = document()


def changed(change: Change) -> dict[str, Any]:
    content = coco(SIR)
    change(content)
    return content


def test_boxes_of_coco_are_fractions_of_their_page_with_its_classes() -> None:
    gold = read(coco(SIR), SIR)
    assert (gold.form, gold.vocabulary, gold.pages) == ("coco", "doclaynet", (1,))
    assert dict(gold.kinds) == {"section header": 1, "text": 1, "table": 1}
    first = SIR.boxes(1)[0]
    assert gold.elements[0].box == pytest.approx(first.edges, abs=1e-6)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda c: c.pop("categories"), "no ground truth in a known form"),
        (lambda c: c["annotations"][0].update(bbox=[0, 0, 5]), "annotations.0.bbox.3"),
        (lambda c: c["annotations"][0].update(bbox=[0, 0, float("nan"), 5]), "finite"),
        (lambda c: c["annotations"][0].update(category_id=99), "does not name"),
        (lambda c: c["images"][0].update(width=0), "more than 0"),
        (lambda c: c["images"][0].update(width=300), "form of page 1"),
        (lambda c: c["images"][0].update(page_no=7, file_name="guideline_7.png"), "page 7"),
        (lambda c: c["images"].append({**c["images"][0], "id": 5}), "several pictures"),
        (
            lambda c: (
                c["images"][0].update(file_name="a.png"),
                c["images"].append(c["images"][0]),
            ),
            "none is known to be a page of guideline.pdf",
        ),
        (lambda c: [each.update(name="stamp") for each in c["categories"]], "known class"),
        (
            lambda c: (
                c["images"][0].update(width=c["images"][0]["width"] / 8)
                or c["images"][0].update(height=c["images"][0]["height"] / 8)
            ),
            "reach over the edge",
        ),
    ],
)
def test_a_file_that_is_damaged_or_of_another_document_is_refused(
    change: Change, words: str
) -> None:
    with pytest.raises(InputError, match=words) as error:
        read(changed(change), SIR)
    assert "gold.json" in str(error.value)


def test_elements_of_unknown_categories_are_left_out_and_told() -> None:
    content = changed(lambda c: c["categories"].append({"id": 77, "name": "Stamp"}))
    content["annotations"].append({**content["annotations"][0], "category_id": 77})
    gold = read(content, SIR)
    assert len(gold.elements) == 3
    assert gold.problems == (
        "1 element of the category 'Stamp' left out: DocLayNet has no such class.",
    )


@pytest.mark.parametrize(
    ("categories", "vocabulary"),
    [
        (("text", "title", "list", "table", "figure"), "publaynet"),
        (("Text", "Page-header", "List-item", "Section-header"), "doclaynet"),
        (("text_block", "figure_caption", "equation_isolated"), "omnidocbench"),
        (("Paragraph", "Heading1", "Chart"), "opendataloader"),
        (("key_value", "reference_item", "paragraph"), "sightline"),
    ],
)
def test_the_set_of_classes_is_told_by_the_names_of_the_categories(
    categories: tuple[str, ...], vocabulary: str
) -> None:
    content = coco(SIR)
    content["categories"] = [{"id": at, "name": name} for at, name in enumerate(categories)]
    for each in content["annotations"]:
        each["category_id"] = 0
    assert read(content, SIR).vocabulary == vocabulary


def omnidocbench(sir_text: str, image: str = "guideline.pdf_0.jpg", **page: object) -> list[Any]:
    info = {"image_path": image, "page_no": 0, "width": PAGE_HEIGHT, "height": PAGE_WIDTH}
    block = {"category_type": "text_block", "poly": [60, 60, 300, 60, 300, 90, 60, 90]}
    return [
        {
            "page_info": info | page,
            "layout_dets": [
                {**block, "order": 1, "text": sir_text},
                {**block, "order": 2, "text": "never scored", "ignore": True},
            ],
        }
    ]


def test_the_page_of_a_pdf_is_found_in_omnidocbench_though_its_size_is_turned() -> None:
    other = omnidocbench(LONG, "another.pdf_3.jpg")
    gold = read([*other, *omnidocbench(LONG)], SIR)
    assert (gold.form, gold.pages, len(gold.elements)) == ("omnidocbench", (1,), 1)
    assert gold.elements[0].box == pytest.approx((0.1, 0.075, 0.5, 0.1125))
    assert "1 element is marked" in gold.problems[0]


@pytest.mark.parametrize("form", ["omnidocbench", "markdown"])
def test_a_text_that_the_document_does_not_hold_is_of_another(form: str) -> None:
    other = (
        "Revenue of the segment grew by a tenth, owing to higher prices and the weaker currency, "
        "while the margin fell as freight and energy cost more than in the year before that."
    )
    content = other if form == "markdown" else omnidocbench(other)
    long = document("Further rules hold for children, whose weight is to be taken before any dose.")
    with pytest.raises(InputError, match=r"hardly any of its text stands in guideline\.pdf"):
        read(content, long)
    fitting = LONG if form == "markdown" else omnidocbench(LONG)
    assert read(fitting, long).form == form


def test_a_file_of_another_form_than_was_said_is_refused() -> None:
    with pytest.raises(InputError, match="does not have the form"):
        read(coco(SIR), SIR, form="omnidocbench")
    with pytest.raises(InvalidOption):
        read(coco(SIR), SIR, form="pascal")
    with pytest.raises(TooLarge):
        read_gold(b"x" * 2_000_000, "a.md", record_of(SIR), SIR, 1)
    with pytest.raises(InputError, match="is no text"):
        read_gold(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.md", record_of(SIR), SIR, 1)


def test_deep_json_is_refused_in_words() -> None:
    with pytest.raises(InputError, match=r"gold\.json"):
        read("[" * 100_000, SIR)


def test_pages_of_several_documents_are_told_apart_by_name_and_number() -> None:
    pages = tuple(Page(n, 600, 800, str(n)) for n in (1, 2, 3))
    sir = sir_from_texts(["a"])
    record = DocumentRecord(
        sha="0" * 64, names=("Étude 7.pdf",), size=1, added_at=datetime.now(UTC), pages=pages
    )
    content = coco(SIR)
    image = content["images"][0]
    content["images"] = [
        {**image, "id": 1, "file_name": "e\u0301tude 7_page-3.png"},
        {**image, "id": 2, "file_name": "x.png", "doc_name": "étude 7.pdf", "page_no": 2},
        {**image, "id": 3, "file_name": "étude 71.png", "doc_name": "another.pdf", "page_no": 1},
    ]
    gold = read_gold(json.dumps(content).encode(), "g.json", record, sir, 10)
    assert gold.pages == (2, 3)
    assert {each.page for each in gold.elements} == {3}


def test_public_sets_are_read_for_the_pictures_they_are_of(data: Path) -> None:
    import pymupdf

    for folder, form in (("publaynet", "coco"), ("omnidocbench", "omnidocbench")):
        content = (data / folder / "annotations.json").read_bytes()
        for image in sorted((data / folder / "images").iterdir()):
            pixels = pymupdf.Pixmap(str(image))
            page = Page(1, pixels.width, pixels.height, "1")
            record = DocumentRecord(
                sha="0" * 64, names=(image.name,), size=1, added_at=datetime.now(UTC), pages=(page,)
            )
            gold = read_gold(content, "annotations.json", record, sir_from_texts(["a"]), 100)
            assert (gold.form, gold.pages) == (form, (1,))
            assert gold.elements
            assert not gold.problems
