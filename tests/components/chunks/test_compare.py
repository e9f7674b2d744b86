"""Where two chunkings cut: bars on the pages, rows of the lists, and the way between them."""

from __future__ import annotations

import pytest

from components.chunks.chunk_figures import difference_in_words
from components.chunks.compare_figures import agreement, agreement_figures, agreement_in_words
from components.chunks.compare_lists import edged_rows
from components.chunks.compare_marks import (
    Two,
    cut_in_words,
    cut_marks,
    mark_id,
    next_place,
    token_of,
)
from components.labels.chunks import Summary
from components.widgets.page_view import MarkRole
from core.evaluation.agreement.chunk_agreement import boundaries
from tests.builders import LINES_PER_PAGE, heading
from tests.cutting import cut

TEXTS = [
    heading("Dose"),
    "one two three four five six seven eight nine ten eleven twelve",
    heading("Stop"),
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda",
    *["a line of words"] * LINES_PER_PAGE,
]


@pytest.fixture
def two() -> Two:
    one = cut(TEXTS, "hierarchical", max_tokens=16)
    other = cut(one.stream, "fixed", max_tokens=16, overlap=0.0)
    return Two(one, other, boundaries(one.owners, other.owners))


def test_every_cut_on_a_page_has_a_bar_in_the_look_of_who_cuts(two: Two) -> None:
    marks = cut_marks(two, [1, 2])
    cuts = two.cuts
    assert cuts.one
    assert cuts.other
    for tokens, role in (
        (cuts.both, MarkRole.CUT_BOTH),
        (cuts.one, MarkRole.CUT_ONE),
        (cuts.other, MarkRole.CUT_OTHER),
    ):
        found = {token_of(mark.id) for mark in marks if mark.role is role}
        assert found == set(tokens)
    here = cut_marks(two, [1])
    assert {mark.box.page for mark in here} == {1}
    assert len(here) < len(marks)


def test_a_bar_lies_above_the_word_and_reaches_into_the_margin(two: Two) -> None:
    stream = two.one.stream
    for mark in cut_marks(two, [1, 2]):
        token = token_of(mark.id)
        assert token is not None
        word = stream.sir.words.boxes[stream.words(token, token + 1)[0]]
        assert mark.box.bottom < word[1]
        assert mark.box.left < mark.box.right
    firsts = {mark.id: mark.box.left for mark in reversed(cut_marks(two, [1, 2]))}
    lines = stream.sir.words.boxes[:, 0].min()
    assert all(left < lines for left in firsts.values())


def test_a_bar_says_who_cuts_and_why(two: Two) -> None:
    said = cut_in_words(two, two.cuts.one[0]).split("\n")
    assert said[0] == "Only A cuts here"
    assert said[1].startswith("A: ")
    assert said[2].startswith("B: inside chunk ")


def test_marks_of_chunks_are_no_cuts() -> None:
    assert token_of(mark_id(12)) == 12
    assert token_of("0123456789abcdef") is None
    assert token_of("cut-x") is None


def test_rows_say_who_begins_a_chunk_and_where_the_other_cuts_inside(two: Two) -> None:
    for side, alone, edge in (("A", two.cuts.one, "one"), ("B", two.cuts.other, "other")):
        chunks = (two.one if side == "A" else two.other).chunks
        rows = edged_rows(two, side, chunks)
        assert rows[0].edge == ""
        assert [r.edge for r in rows[1:]] == [
            edge if c.cut.start in alone else "both" for c in chunks[1:]
        ]
        inside = sum(int(r.note.rpartition(": ")[2]) for r in rows if "inside" in r.note)
        assert inside == len(two.cuts.other if side == "A" else two.cuts.one)


def test_next_and_previous_pass_over_the_one_that_is_looked_at() -> None:
    differing = (3, 8, 12)
    assert [next_place(differing, at, 1) for at in (0, 2, 3, 8, 12)] == [0, 0, 1, 2, None]
    assert [next_place(differing, at, -1) for at in (0, 3, 4, 8, 20)] == [None, None, 0, 0, 2]


def test_figures_are_of_the_page_or_of_all(two: Two) -> None:
    page, whole = (agreement_figures(agreement(two, number)) for number in (1, None))
    assert [one.name for one in page] == [one.name for one in whole]
    said = f"{len(two.cuts.both)} in both, {len(two.cuts.one)} only A, {len(two.cuts.other)} only B"
    assert whole[0].value == said
    assert page[0].value != said
    assert all(one.meaning for one in page)


def test_the_agreement_is_said_in_a_sentence_before_its_figures(two: Two) -> None:
    found, count = agreement(two, None), len(two.cuts.both) + len(two.cuts.differing)
    said = f"The two cut at {len(two.cuts.both)} of {count} places alike"
    assert agreement_in_words(found, (9, 5)) == f"{said}; A cuts finer."
    assert agreement_in_words(found, (5, 9)) == f"{said}; B cuts finer."
    assert agreement_in_words(found, (5, 5)) == f"{said}; both make 5 chunks."
    alike = agreement(Two(two.one, two.one, boundaries(two.one.owners, two.one.owners)), 1)
    assert agreement_in_words(alike, (5, 5)).startswith("Both cut at the same ")


def test_means_differ_by_what_is_shown() -> None:
    said = difference_in_words(Summary(324, 91.4, 97, 128), Summary(202, 127.6, 128, 128))
    assert "37 more tokens in the mean" in said, "91 and 128 are shown"
    assert said.endswith("as many tokens in the largest.")
    said = difference_in_words(Summary(4, 134.0, 128, 185), Summary(5, 133.0, 128, 128))
    assert said.startswith(
        "Compared with A, B has 1 more chunk, 1 fewer token in the mean, 57 fewer"
    )
