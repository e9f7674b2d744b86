"""Runs of sentences hold all of them, and are no longer than a paragraph."""

from __future__ import annotations

from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.evidence.sentence_runs import PARAGRAPH_UP_TO, length_of, runs_of
from core.spans import Span


def sentences(*lengths: int) -> list[tuple[Span, ...]]:
    """Sentences of these lengths, with a space behind each."""
    starts = accumulate((length + 1 for length in lengths), initial=0)
    return [(Span(1, start, stop - 1),) for start, stop in pairwise(starts)]


def test_a_sentence_that_makes_a_run_longer_than_a_paragraph_begins_another() -> None:
    assert runs_of(sentences(300, 300, 300)) == sentences(300, 300, 300)
    assert runs_of(sentences(200, 200, 200)) == [(Span(1, 0, 200),), (Span(1, 201, 602),)]


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=30))
def test_runs_hold_every_sentence_once_in_order_and_only_a_sentence_alone_is_long(
    lengths: list[int],
) -> None:
    given_sentences = sentences(*lengths)
    runs = runs_of(given_sentences)
    bounds = [bound for (run,) in runs for bound in (run.start, run.end)]
    assert bounds == sorted(bounds)
    held = [
        s
        for s in given_sentences
        if any(r.start <= s[0].start < s[0].end <= r.end for (r,) in runs)
    ]
    assert held == given_sentences
    assert all(length_of(run) <= PARAGRAPH_UP_TO or run in given_sentences for run in runs)
