"""Where lists end, and what they are scored."""

from __future__ import annotations

from benchmarks.corpora import Asked, Placed
from benchmarks.listings import Ranked, before_the_gap, first_k

CHUNKS = [Placed("a", ((at, at + 10),), "") for at in (0, 10, 20, 30)]
SURE = Ranked(CHUNKS, [1.0, 0.2, 0.2, 0.1])
UNSURE = Ranked(CHUNKS[::-1], [1.0, 0.9, 0.9, 0.1])
ASKED = [Asked("one?", "a", ((0, 10),)), Asked("two?", "a", ((5, 15),))]


def test_the_first_k_chunks_hold_as_near_to_the_characters_as_it_gets() -> None:
    found = first_k([SURE, UNSURE], ASKED, 19)
    assert (found.setting, found.characters) == (2, 20)
    assert [one.recall for one in found.scores] == [1.0, 0.0]
    assert [one.iou for one in found.scores] == [0.5, 0.0]


def test_a_list_ends_at_a_gap_where_the_best_chunk_stands_out() -> None:
    found = before_the_gap([SURE, UNSURE], ASKED, 20, most=4)
    assert [one.characters for one in found.scores] == [10, 30]
    assert [one.recall for one in found.scores] == [1.0, 0.5]
    assert found.of([True, False]).recall == 1.0
