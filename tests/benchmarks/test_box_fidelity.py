from __future__ import annotations

from dataclasses import replace
from statistics import mean
from typing import TYPE_CHECKING

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.box_fidelity import WAYS, Measured, Score, Wanted, compare, score, words_inside
from benchmarks.page_words import bare, read_pages
from core.chunking import STRATEGIES
from core.embedding import open_encoder

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
    return [score(result, one, draw(result, one), measured.pages) for one in result.chunks]


def wanted(text: str) -> Wanted:
    words, at = [], 0
    for word in text.split():
        words.append((at, at + len(word)))
        at += len(word)
    return Wanted("".join(text.split()), tuple(words))


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_exact_lines_score_in_full_on_any_rotation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rotation: int
):
    monkeypatch.setattr("benchmarks.box_fidelity.SIZE", 20)
    found = scores(measure(tmp_path, rotation), "lines")
    assert len(found) > 2
    assert found == [Score(1.0, 1.0)] * len(found)


def test_whole_elements_and_guessed_lines_hold_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("benchmarks.box_fidelity.SIZE", 20)
    measured = measure(tmp_path)
    for way in ("thesis rule", "whole elements"):
        found = scores(measured, way)
        assert max(one.precision for one in found) < 0.9
        assert min(one.recall for one in found) == 1.0


def test_boxes_of_other_lines_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("benchmarks.box_fidelity.SIZE", 20)
    measured = measure(tmp_path)
    result = measured.chunks("fixed")
    one, step = result.chunks[0], 2 * 14 / 300
    boxes = [
        replace(box, top=box.top + step, bottom=box.bottom + step)
        for box in WAYS["lines"](result, one)
    ]
    found = score(result, one, boxes, measured.pages)
    assert found.precision < 0.5
    assert found.recall < 0.5


def test_words_drawn_twice_count_once_and_repeated_words_each_time(tmp_path: Path):
    path = tmp_path / "file.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=300)
        for shift in (0.0, 0.4):
            page.insert_text((60 + shift, 80), "bold no no", fontsize=10)
        document.save(path)
    assert read_pages(path)[0].letters == ("bold", "no", "no")


def test_hyphens_ligatures_and_marks_make_no_difference():
    assert bare("hyper-") + bare("ten\u00adsion") == bare("hypertension")
    assert bare("\ufb01nd\u200b it") == "findit"


def test_a_word_from_the_wrong_place_does_not_count():
    assert compare(["dose", "the", "give"], wanted("give the dose")).precision == pytest.approx(
        1 / 3
    )


def test_a_word_that_the_chunk_cuts_may_be_whole_in_its_box():
    cut = Wanted("hypertension", ((0, 12),), frozenset(range(5)))
    assert compare(["hypertension"], cut) == Score(1.0, 1.0)
    assert compare(["tension"], cut) == Score(1.0, 1.0)
    assert compare(["hyper"], cut).recall == 0.0


def test_nothing_drawn_is_nothing_found():
    assert compare([], wanted("give it")) == Score(0.0, 0.0)
    assert compare([], wanted("")) == Score(1.0, 1.0)
    assert compare(["it"], wanted("")) == Score(0.0, 1.0)


WORDS = st.lists(st.text("abcd", min_size=1, max_size=4), min_size=1, max_size=12)


@given(WORDS)
def test_the_same_words_always_agree(words: list[str]):
    assert compare(words, wanted(" ".join(words))) == Score(1.0, 1.0)


@given(WORDS, WORDS)
def test_words_too_many_cost_precision_and_never_recall(words: list[str], extra: list[str]):
    found = compare([*words, *(word.upper() for word in extra)], wanted(" ".join(words)))
    assert found == Score(len(words) / (len(words) + len(extra)), 1.0)


@given(WORDS, WORDS)
def test_words_missing_cost_recall_and_never_precision(words: list[str], missing: list[str]):
    found = compare(words, wanted(" ".join([*words, *(word.upper() for word in missing)])))
    assert found == Score(1.0, len(words) / (len(words) + len(missing)))


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
    assert mean(one.precision for one in found) >= 0.995
    assert mean(one.recall for one in found) >= 0.995
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
    assert set(found) == {Score(1.0, 1.0)}
