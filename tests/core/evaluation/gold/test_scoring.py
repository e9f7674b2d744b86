"""Readings beside gold: a perfect one, and each kind of error by itself."""

from __future__ import annotations

import numpy as np
import pytest

from core.evaluation.gold.score import Counts, Score, page_mean, pooled_f1, score_difference
from core.evaluation.gold.scoring import LESS_IS_BETTER, MEASURES, score_reading
from core.evaluation.metrics.layout import Element, PageElements, class_scores
from core.export.document_markdown import to_markdown
from core.geometry import BoundingBox
from tests.builders import PAGE_HEIGHT, PAGE_WIDTH, heading, sir_from_texts, table
from tests.core.evaluation.gold.documents import LONG, ROWS, coco, document, read

PAGES = ("\n\n".join(["First words of a page that go on"] * 15)).split("\n\n")


def value(score: Score | None) -> float:
    assert score is not None
    return score.value


def omnidocbench(rows: list[list[str]], *, swapped: bool = False) -> list[object]:
    """The document as OmniDocBench has it, its blocks in order or the last two swapped."""
    sir = document()
    boxes = [sir.boxes(1)[0], sir.boxes(2)[0]]
    cells = [box for at in sir.walk(3) for box in sir.boxes(at)]
    low = min(b.left for b in cells), min(b.top for b in cells)
    high = max(b.right for b in cells), max(b.bottom for b in cells)
    html = "".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in rows)
    last = (1, 2) if swapped else (2, 1)
    blocks = [
        ("title", boxes[0].edges, 0, {"text": "How to give it"}),
        ("text_block", boxes[1].edges, last[1], {"text": LONG}),
        ("table", (*low, *high), last[0], {"html": f"<table>{html}</table>"}),
    ]
    return [
        {
            "page_info": {
                "image_path": "guideline.png",
                "width": PAGE_WIDTH,
                "height": PAGE_HEIGHT,
            },
            "layout_dets": [
                {
                    "category_type": kind,
                    "poly": [
                        value
                        for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
                        for value in (x * PAGE_WIDTH, y * PAGE_HEIGHT)
                    ],
                    "order": order,
                    **content,
                }
                for kind, (left, top, right, bottom), order, content in blocks
            ],
        }
    ]


def test_a_reading_that_is_the_gold_gets_the_best_of_every_score() -> None:
    scores = score_reading(document(), [read(omnidocbench(ROWS), document())])
    for name in MEASURES:
        assert value(scores.score(name)) == pytest.approx(0.0 if name in LESS_IS_BETTER else 1.0)
    assert {k: (c.both, c.found, c.wanted) for k, c in scores.classes.items()} == {
        "title": (1, 1, 1),
        "text block": (1, 1, 1),
        "table": (1, 1, 1),
    }


def test_each_error_costs_the_score_that_it_is_of() -> None:
    gold = [read(omnidocbench(ROWS), document())]
    other_cells = sir_from_texts([heading("How to give it"), LONG, table([["x", "y"], *ROWS[1:]])])
    no_heading = sir_from_texts(["How to give it", LONG, table(ROWS)])
    lost_words = sir_from_texts([heading("How to give it"), LONG[:40], table(ROWS)])
    scores = score_reading(other_cells, gold)
    assert value(scores.tables) < 1
    assert value(scores.text) == 1
    scores = score_reading(no_heading, gold)
    assert value(scores.heading_f1) == value(scores.headings) == 0
    assert value(scores.text) == 1
    assert value(score_reading(lost_words, gold).text) < 0.9
    swapped = [read(omnidocbench(ROWS, swapped=True), document())]
    assert value(score_reading(document(), swapped).order) > 0
    assert value(score_reading(document(), gold).order) == 0


def test_a_table_that_was_not_found_scores_nothing() -> None:
    gold = [read(omnidocbench(ROWS), document())]
    assert value(score_reading(sir_from_texts([heading("How to give it"), LONG]), gold).tables) == 0


def test_boxes_of_coco_say_nothing_of_texts_but_an_order_is_scored() -> None:
    scores = score_reading(document(), [read(coco(document()), document())])
    assert value(scores.layout) == value(scores.layout_mean) == 1
    assert value(scores.order) == 0
    assert scores.text is scores.tables is scores.headings is None


def test_markdown_is_scored_as_it_is_displayed() -> None:
    sir = document("Cost\\benefit is 3 * 4 < 20_000 & more")
    text = to_markdown(sir, {})
    assert "\\" in text
    gold = read(f"<!-- page 1 -->\n{text}", sir, "gold.md")
    scores = score_reading(sir, [gold])
    assert value(scores.text) == value(scores.tables) == value(scores.headings) == 1
    assert scores.layout is None
    assert not scores.classes


def test_each_measure_comes_from_the_first_gold_that_tells_it() -> None:
    sir = document()
    boxes, text = read(coco(sir), sir), read(to_markdown(sir, {})[:60], sir, "gold.md")
    scores = score_reading(sir, [boxes, text])
    assert value(scores.layout) == 1
    assert value(scores.text) < 1


def test_f1_over_pages_is_that_of_all_elements_and_its_interval_holds_it() -> None:
    box = BoundingBox(1, 0.1, 0.1, 0.5, 0.2)
    away = BoundingBox(1, 0.6, 0.6, 0.9, 0.9)
    right = PageElements([Element("text", box)], [Element("text", box)])
    wrong = PageElements([Element("text", box)], [Element("text", away), Element("text", away)])
    pages = [right, right, right, wrong]
    counts = [class_scores([page], "text").counts for page in pages]
    arrays = [
        np.array([getattr(c[0], name) for c in counts], float)
        for name in ("wanted", "found", "both")
    ]
    score = pooled_f1([Counts(*arrays, both_mean=arrays[2])])
    assert score is not None
    assert score.value == pytest.approx(class_scores(pages, "text").at_half.f1)
    assert 0 < score.interval.low < score.value < score.interval.high <= 1
    assert score.interval.count == 4


def test_a_class_that_is_on_one_page_only_does_not_spoil_the_draws_without_it() -> None:
    some = Counts(*(np.array(x, float) for x in ([1, 0], [1, 0], [1, 0], [1, 0])))
    none = Counts(*(np.array(x, float) for x in ([0, 0], [1, 1], [0, 0], [0, 0])))
    score = pooled_f1([some, none])
    assert score is not None
    assert score.value == 1
    assert pooled_f1([none]) is None


def test_two_readings_are_compared_on_the_same_draws_of_pages() -> None:
    better, worse = page_mean([0.9, 0.8, 0.7, None]), page_mean([0.8, 0.7, 0.6, None])
    gain = score_difference(better, worse)
    assert gain is not None
    assert (gain.mean, gain.low, gain.high) == pytest.approx((0.1, 0.1, 0.1))
    assert gain.better == 1
    assert score_difference(better, None) is None


def test_scores_of_different_pages_are_not_taken_from_each_other() -> None:
    first, last = page_mean([0.5, 0.7, None]), page_mean([None, 0.5, 0.7])
    assert score_difference(first, last) is None
    assert score_difference(first, page_mean([0.1, 0.2, None])) is not None
