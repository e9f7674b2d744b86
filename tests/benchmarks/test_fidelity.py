"""Words inside the boxes of a chunk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.fidelity import Fidelity, PageWords, Wanted, box_fidelity, compare, words_inside
from core.geometry import BoundingBox


def wanted(text: str) -> Wanted:
    words, at = [], 0
    for word in text.split():
        words.append((at, at + len(word)))
        at += len(word)
    return Wanted("".join(text.split()), tuple(words))


def test_a_word_from_the_wrong_place_does_not_count():
    assert compare(["dose", "the", "give"], wanted("give the dose")).precision == pytest.approx(
        1 / 3, abs=1e-12
    )


def test_a_word_that_the_chunk_cuts_may_be_whole_in_its_box():
    cut = Wanted("hypertension", ((0, 12),), frozenset(range(5)))
    assert compare(["hypertension"], cut) == Fidelity(1.0, 1.0)
    assert compare(["tension"], cut) == Fidelity(1.0, 1.0)
    assert compare(["hyper"], cut).recall == 0.0


def test_nothing_drawn_is_nothing_found():
    assert compare([], wanted("give it")) == Fidelity(0.0, 0.0)


def test_content_without_words_has_no_score():
    assert compare([], wanted("")) == compare(["it"], wanted("")) == Fidelity(None, None)


WORDS = st.lists(st.text("abcd", min_size=1, max_size=4), min_size=1, max_size=12)


@given(WORDS)
def test_the_same_words_always_agree(words: list[str]):
    assert compare(words, wanted(" ".join(words))) == Fidelity(1.0, 1.0)


@given(WORDS, WORDS)
def test_words_too_many_cost_precision_and_never_recall(words: list[str], extra: list[str]):
    found = compare([*words, *(word.upper() for word in extra)], wanted(" ".join(words)))
    assert found == Fidelity(len(words) / (len(words) + len(extra)), 1.0)


@given(WORDS, WORDS)
def test_words_missing_cost_recall_and_never_precision(words: list[str], missing: list[str]):
    found = compare(words, wanted(" ".join([*words, *(word.upper() for word in missing)])))
    assert found == Fidelity(1.0, len(words) / (len(words) + len(missing)))


PAGE = PageWords(("two", "one", "far"), np.array([[0.6, 0.5], [0.4, 0.5], [0.5, 0.9]]))
LINE = BoundingBox(3, 0.2, 0.4, 0.8, 0.6)


def test_words_count_where_their_centres_are_and_once():
    assert words_inside([LINE, LINE], {3: PAGE}) == ["two", "one"]
    assert words_inside([LINE], {3: PAGE}, from_left=True) == ["one", "two"]


def test_either_order_inside_a_box_may_be_the_true_one():
    for text in ("one two", "two one"):
        assert box_fidelity([LINE], {3: PAGE}, wanted(text)) == Fidelity(1.0, 1.0)
    assert box_fidelity([LINE], {3: PAGE}, wanted("one far")) == Fidelity(0.5, 0.5)
    assert box_fidelity([], {3: PAGE}, wanted("one")) == Fidelity(0.0, 0.0)
