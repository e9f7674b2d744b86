"""Two chunkings of one stream, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.agreement.chunk_agreement import (
    Boundaries,
    boundaries,
    chunk_agreement,
    pk,
    window_diff,
    window_size,
)
from tests.cutting import cut


def owners(*sizes: int) -> np.ndarray:
    """The chunk of each token, of chunks of so many tokens that follow each other."""
    return np.repeat(np.arange(len(sizes)), sizes)


TEN, OTHER = owners(4, 2, 4), owners(4, 3, 3)


def edges(text: str) -> np.ndarray:
    """Boundaries between neighbours, 1 where there is one."""
    return np.array([one == "1" for one in text])


@st.composite
def chunkings(draw: st.DrawFn, tokens: int = 12) -> np.ndarray:
    """Chunks numbered by their first tokens, some of them in several pieces."""
    drawn = draw(st.lists(st.integers(0, 5), min_size=tokens, max_size=tokens))
    numbers = {chunk: number for number, chunk in enumerate(dict.fromkeys(drawn))}
    return np.array([numbers[chunk] for chunk in drawn])


def test_boundaries_are_of_both_or_of_one() -> None:
    found = boundaries(TEN, OTHER)
    assert found == Boundaries((4,), (6,), (7,))
    assert found.differing == (6, 7)
    assert found.f1 == 2 * 1 / (2 + 2)


def test_without_any_boundary_there_is_no_f1_and_with_one_sided_ones_it_is_zero() -> None:
    assert boundaries(owners(9), owners(9)).f1 is None
    assert boundaries(owners(9), owners(5, 4)).f1 == 0.0


def test_the_window_is_half_the_mean_chunk_of_both() -> None:
    assert window_size(100, 4, 6) == 10  # means 25 and 16.7; together 20
    assert window_size(3, 3, 3) == 1


def test_pk_counts_pairs_that_only_one_side_parts() -> None:
    # Tokens 0 to 5; A cuts before 3, B before 2. Pairs two apart: 0-2 1-3 2-4 3-5.
    # A parts 1-3, 2-4; B parts 0-2, 1-3: they disagree on 0-2 and 2-4.
    assert pk(edges("00100"), edges("01000"), 2) == 2 / 4


def test_window_diff_sees_a_boundary_more_where_pk_does_not() -> None:
    # Windows three long over 6 tokens: 0-3, 1-4, 2-5. A cuts before 3; B before 2 and 3.
    one, other = edges("00100"), edges("01100")
    assert pk(one, other, 3) == 0.0
    assert window_diff(one, other, 3) == 2 / 3


def test_figures_agree_with_those_that_the_nltk_documents() -> None:
    one, two, three = map(edges, ("000100000010", "000010000100", "100000010000"))
    assert window_diff(one, one, 3) == 0.0
    assert window_diff(one, two, 3) == pytest.approx(0.3, abs=1e-12)
    assert window_diff(two, three, 3) == pytest.approx(0.8, abs=1e-12)
    regular = edges("0100" * 100)
    for other in ("1" * 400, "0" * 400):
        found = pk(regular, edges(other), 2)
        assert found is not None
        assert f"{found:.2f}" == "0.50"


def test_a_window_as_long_as_the_text_has_no_figure() -> None:
    assert pk(edges("010"), edges("010"), 4) is None
    assert window_diff(edges("010"), edges("010"), 4) is None


def test_overlap_is_the_mean_of_the_best_matches_of_both() -> None:
    # A: 4, 2, 4 tokens; B: 4, 3, 3. Best shares of A: 1, 2/3, 3/4; of B: 1, 2/3, 3/4.
    found = chunk_agreement(TEN, OTHER)
    assert found.overlap == pytest.approx((1 + 2 / 3 + 3 / 4) / 3, abs=1e-12)
    assert found.same == 4 / 10
    assert found.window == 2


def test_a_page_takes_whole_chunks_and_its_own_boundaries() -> None:
    page = np.arange(10) >= 5  # the last five tokens: chunks 2 and 3 of both
    found = chunk_agreement(TEN, OTHER, page)
    assert found.boundaries == Boundaries((), (6,), (7,))
    assert found.overlap == pytest.approx((2 / 3 + 3 / 4) / 2, abs=1e-12)
    assert found.same == 0.0
    # Five tokens, window 2: A cuts before the second, B before the third.
    assert found.pk == pk(edges("1000"), edges("0100"), 2) == 1 / 3


def test_a_page_without_tokens_and_an_empty_document_have_no_figures() -> None:
    for found in (
        chunk_agreement(TEN, OTHER, np.zeros(10, bool)),
        chunk_agreement(owners(), owners()),
    ):
        assert found.boundaries == Boundaries((), (), ())
        assert (found.pk, found.window_diff, found.overlap, found.same) == (None,) * 4


def test_streams_of_two_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="10 and of 9"):
        chunk_agreement(TEN, owners(9))


def test_what_chunks_repeat_or_put_in_front_moves_no_boundary() -> None:
    texts = ["one two three four five six seven eight nine ten eleven twelve"] * 4
    plain, sliding = (cut(texts, "fixed", max_tokens=16, overlap=o) for o in (0.0, 0.5))
    for result in (plain, sliding):
        sizes = [one.cut.end - one.cut.start for one in result.chunks]
        assert result.owners.tolist() == owners(*sizes).tolist()


def test_a_chunk_of_two_pieces_has_a_boundary_at_both_ends_of_what_parts_them() -> None:
    scattered = np.array([0, 0, 0, 0, 1, 1, 0, 0, 0, 0])
    found = chunk_agreement(TEN, scattered)
    assert found.boundaries == Boundaries((4, 6), (), ())
    # A: 4, 2, 4 tokens; B: 8 and 2. Best shares of A: 4/8, 1, 4/8; of B: 4/8, 1.
    assert found.overlap == pytest.approx((0.5 + 1 + 0.5 + 0.5 + 1) / 5, abs=1e-12)
    assert found.same == 2 / 10


@given(chunkings(), chunkings())
def test_the_figures_are_the_same_from_either_side(one: np.ndarray, other: np.ndarray) -> None:
    there, back = chunk_agreement(one, other), chunk_agreement(other, one)
    assert there.boundaries == Boundaries(
        back.boundaries.both, back.boundaries.other, back.boundaries.one
    )
    assert (there.pk, there.window_diff, there.same) == (back.pk, back.window_diff, back.same)
    assert there.overlap == pytest.approx(back.overlap, abs=1e-12)


@given(chunkings())
def test_a_chunking_agrees_with_itself(one: np.ndarray) -> None:
    found = chunk_agreement(one, one)
    assert found.boundaries.f1 in (None, 1.0)
    assert found.pk in (None, 0.0)
    assert found.window_diff in (None, 0.0)
    assert (found.overlap, found.same) == (1.0, 1.0)
