"""Matching of boxes by class, by hand and beside COCO's own evaluation."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from faster_coco_eval import COCO, COCOeval_faster

from core.evaluation.metrics.layout import Element, PageElements, class_scores, layout_scores
from core.geometry import BoundingBox

if TYPE_CHECKING:
    from collections.abc import Sequence


def element(kind: str, left: float, right: float, top: float = 0.0, bottom: float = 1.0) -> Element:
    return Element(kind, BoundingBox(1, left, top, right, bottom))


def test_a_box_is_found_from_an_overlap_of_one_half_on():
    page = PageElements([element("text", 0.0, 0.5)], [element("text", 0.0, 0.4)])
    scores = class_scores([page], "text")
    # IoU 0.8: found at the seven thresholds from 0.5 to 0.8.
    assert scores.at_half.f1 == 1.0
    assert fmean(one.f1 or 0 for one in scores.counts) == pytest.approx(0.7, abs=1e-12)


def test_two_boxes_on_one_count_once():
    two = [element("text", 0.0, 0.5), element("text", 0.0, 0.45)]
    counts = class_scores([PageElements([element("text", 0.0, 0.5)], two)], "text").at_half
    assert (counts.precision, counts.recall) == (0.5, 1.0)
    assert counts.f1 == pytest.approx(2 / 3, abs=1e-12)


def test_the_best_overlap_is_taken_first():
    gold = [element("text", 0.0, 0.5), element("text", 0.1, 0.6)]
    found = [element("text", 0.1, 0.6), element("text", 0.05, 0.55)]
    assert class_scores([PageElements(gold, found)], "text").at_half.both == 2


def test_a_class_without_gold_has_no_scores():
    gold = [element("text", 0.0, 0.5), element("table", 0.6, 1.0)]
    found = [element("text", 0.0, 0.5), element("figure", 0.6, 1.0)]
    scores = layout_scores([PageElements(gold, found)])
    f1 = {kind: one.at_half.f1 for kind, one in scores.items()}
    assert f1 == {"figure": None, "table": 0.0, "text": 1.0}


def test_without_gold_nothing_is_defined():
    assert layout_scores([]) == {}
    assert class_scores([], "text").at_half.f1 is None


def test_recall_at_every_threshold_is_that_of_coco():
    pages = [_page(random.Random(seed)) for seed in range(30)]
    scores = layout_scores(pages)
    coco = _coco_recall(pages, list(scores))
    for kind, one in scores.items():
        assert [counts.recall for counts in one.counts] == pytest.approx(coco[kind], abs=1e-9)
    assert 0.1 < (scores["text"].at_half.f1 or 0) < 0.9


def _page(chance: random.Random) -> PageElements:
    """Gold in a grid, so that it does not overlap, and found boxes near it, some twice."""
    gold = [
        element(chance.choice(["text", "title", "table"]), x, x + 0.2, y, y + 0.2)
        for x in (0.0, 0.25, 0.5, 0.75)
        for y in (0.0, 0.25, 0.5, 0.75)
    ]
    near = [_moved(chance.choice(gold), chance) for _ in range(20)]
    return PageElements(gold, near)


def _moved(one: Element, chance: random.Random) -> Element:
    left, top, right, bottom = (
        edge + chance.gauss(0, 0.015) for edge in one.box.in_points(1.0, 1.0)
    )
    return element(chance.choice([one.kind] * 5 + ["text"]), left, right, top, bottom)


def _coco_recall(pages: list[PageElements], kinds: list[str]) -> dict[str, list[float]]:
    """Recall by class and threshold, of COCO with confidences that all differ."""
    chance, truth = random.Random(0), COCO()
    truth.dataset = {
        "images": [{"id": image + 1} for image in range(len(pages))],
        "categories": [{"id": kinds.index(kind) + 1, "name": kind} for kind in kinds],
        "annotations": _annotations([page.gold for page in pages], kinds),
    }
    truth.createIndex()
    found = _annotations([page.found for page in pages], kinds)
    held = truth.loadRes([{**one, "score": chance.random()} for one in found])
    judge = COCOeval_faster(truth, held, "bbox", print_function=lambda *_: None)
    judge.evaluate()
    judge.accumulate()
    recall = np.asarray(judge.eval["recall"])[:, :, 0, -1]
    return {kind: recall[:, place].tolist() for place, kind in enumerate(kinds)}


def _annotations(pages: list[Sequence[Element]], kinds: list[str]) -> list[dict[str, Any]]:
    elements = [(image, one) for image, page in enumerate(pages, 1) for one in page]
    return [
        {
            "id": number,
            "image_id": image,
            "category_id": kinds.index(one.kind) + 1,
            "bbox": [one.box.left, one.box.top, one.box.width, one.box.height],
            "area": one.box.area,
            "iscrowd": 0,
        }
        for number, (image, one) in enumerate(elements, 1)
    ]
