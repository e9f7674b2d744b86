from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pymupdf
import pytest

from benchmarks.box_fidelity import WAYS, Measured, wanted
from benchmarks.fidelity import Fidelity, box_fidelity, words_inside
from benchmarks.page_words import bare, read_pages
from core.chunking import STRATEGIES
from core.embedding import open_encoder
from core.evaluation.metrics.intervals import mean

if TYPE_CHECKING:
    from pathlib import Path

LINES = [
    "The dose is given twice a day and must not",
    "be raised before the second week. Patients with hyper-",
    "tension need a lower dose. Stop when blood pressure",
    "falls below the limit that was agreed on beforehand.",
]


def write(folder: Path, rotation: int = 0) -> Path:
    path = folder / "file.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=300)
        for row, line in enumerate(LINES):
            page.insert_text((60, 80 + 14 * row), line, fontsize=10)
        page.set_rotation(rotation)
        document.save(path)
    return path


def measure(folder: Path, rotation: int = 0) -> Measured:
    measured = Measured.of(write(folder, rotation))
    assert measured is not None
    return measured


def scores(measured: Measured, way: str, strategy: str = "fixed"):
    result = measured.chunks(strategy)
    draw = WAYS[way]
    return [
        box_fidelity(draw(result, one), measured.pages, wanted(result.sir, one))
        for one in result.chunks
    ]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_exact_lines_score_in_full_on_any_rotation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rotation: int
):
    monkeypatch.setattr("benchmarks.box_fidelity.SIZE", 20)
    found = scores(measure(tmp_path, rotation), "lines")
    assert len(found) > 2
    assert found == [Fidelity(1.0, 1.0)] * len(found)


def test_whole_elements_and_guessed_lines_hold_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("benchmarks.box_fidelity.SIZE", 20)
    measured = measure(tmp_path)
    for way in ("thesis rule", "whole elements"):
        found = scores(measured, way)
        assert max(one.precision or 0 for one in found) < 0.9
        assert min(one.recall or 0 for one in found) == 1.0


def test_boxes_of_other_lines_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("benchmarks.box_fidelity.SIZE", 20)
    measured = measure(tmp_path)
    result = measured.chunks("fixed")
    one, step = result.chunks[0], 2 * 14 / 300
    boxes = [
        replace(box, top=box.top + step, bottom=box.bottom + step)
        for box in WAYS["lines"](result, one)
    ]
    found = box_fidelity(boxes, measured.pages, wanted(result.sir, one))
    assert 0 < (found.precision or 0) < 0.5
    assert 0 < (found.recall or 0) < 0.5


def test_words_drawn_twice_count_once_and_repeated_words_each_time(tmp_path: Path):
    path = tmp_path / "file.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=300)
        for shift in (0.0, 0.4):
            page.insert_text((60 + shift, 80), "bold no no", fontsize=10)
        document.save(path)
    assert read_pages(path)[1].letters == ("bold", "no", "no")


def test_hyphens_ligatures_and_marks_make_no_difference():
    assert bare("hyper-") + bare("ten\u00adsion") == bare("hypertension")
    assert bare("\ufb01nd\u200b it") == "findit"


def test_each_word_is_taken_once_even_if_boxes_overlap(tmp_path: Path):
    measured = measure(tmp_path)
    result = measured.chunks("fixed")
    boxes = WAYS["lines"](result, result.chunks[0])
    assert words_inside([*boxes, *boxes], measured.pages) == words_inside(boxes, measured.pages)


def test_boxes_of_a_real_guideline_hold_the_words_of_their_chunks(data: Path):
    measured = Measured.of(data / "nice_ng243" / "ng243.pdf")
    assert measured is not None
    found = scores(measured, "lines", "hierarchical")
    assert len(found) > 100
    assert (mean(one.precision for one in found) or 0) >= 0.995
    assert (mean(one.recall for one in found) or 0) >= 0.995
    missed, total = measured.lost()
    assert total > 10_000
    assert missed / total < 0.001


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_scores_in_full_on_exact_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strategy: str
):
    monkeypatch.setattr("benchmarks.box_fidelity.SIZE", 20)
    monkeypatch.setattr("benchmarks.box_fidelity._encoder", lambda: open_encoder("hashing"))
    found = scores(measure(tmp_path), "lines", strategy)
    assert found
    assert set(found) == {Fidelity(1.0, 1.0)}
