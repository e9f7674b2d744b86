"""The budget of a chunk against the paper's example, and at its edges."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chunking.budget import LEAST, Bound, ChunkBudget, budget_figures, chunk_budget, safe_share
from core.chunking.budget_environment import BUDGET_INPUTS
from core.chunking.heading_anchored import HeadingAnchoredOptions

if TYPE_CHECKING:
    from collections.abc import Callable

PAPER: dict[str, Any] = {
    "context_limit": 128000,
    "tokens_per_minute": 90000,
    "requests_per_minute": 60,
    "expected_requests": 10,
    "top_k": 6,
    "prompt_reserve": 1200,
    "answer_reserve": 1500,
    "safety": 0.8,
}


def budget(**changed: Any) -> ChunkBudget:
    return chunk_budget(**(PAPER | changed))


def test_the_example_of_the_paper_comes_to_840_tokens_and_646_words() -> None:
    found = budget()
    assert (found.per_request, found.by_rate) == (9000, 1050)
    assert found.by_context == 125300 // 6, "the paper writes 20,900 for 20,883"
    assert (found.safe, found.tokens, found.words) == (840, 840, 646)
    assert found.bound is Bound.RATE
    assert found.problems == ()


def test_the_context_decides_where_the_service_takes_more() -> None:
    found = budget(context_limit=8000, tokens_per_minute=10_000_000)
    assert found.bound is Bound.CONTEXT
    assert found.by_context == 883
    assert found.safe == 706


def test_requests_a_minute_change_no_figure_and_too_many_are_said() -> None:
    found = budget(expected_requests=100)
    assert found.per_request == 900
    assert "You expect 100 requests a minute and the service takes 60" in found.problems[0]
    assert budget(requests_per_minute=1).per_request == budget().per_request


def test_a_hint_takes_the_place_of_the_formula_and_the_tighter_of_two_holds() -> None:
    tokens = budget(chunk_max_tokens_hint=500)
    assert (tokens.tokens, tokens.words, tokens.bound) == (500, 384, Bound.HINT)
    words = budget(chunk_max_words_hint=300)
    assert (words.tokens, words.words) == (390, 300)
    both = budget(chunk_max_tokens_hint=500, chunk_max_words_hint=300)
    assert (both.tokens, both.words, both.safe) == (390, 300, 840)
    assert budget(chunk_max_tokens_hint=500, chunk_max_words_hint=900).tokens == 500


def test_a_hint_below_the_least_is_said_and_one_in_range_needs_no_formula() -> None:
    assert budget(chunk_max_tokens_hint=10).tokens == LEAST
    assert "The hint is below 64 tokens" in budget(chunk_max_tokens_hint=10).problems[0]
    assert budget(prompt_reserve=100_000, chunk_max_tokens_hint=500).problems == ()


def test_figures_of_the_budget_are_values_of_json() -> None:
    found = json.loads(json.dumps(budget_figures(budget())))
    assert (found["per_request"], found["problems"]) == (9000, [])
    assert (found["safe"], found["tokens"], found["words"], found["bound"]) == (
        840,
        840,
        646,
        "rate",
    )


def test_reserves_that_exceed_the_budget_are_said_in_words_and_the_least_is_used() -> None:
    found = budget(prompt_reserve=100_000, answer_reserve=100_000)
    assert found.by_context < 0
    assert found.tokens == LEAST
    assert "leave nothing of the context limit (128,000)" in found.problems[0]
    assert "leave nothing of the tokens that a request may take" in found.problems[1]
    assert f"{LEAST} are used" in found.problems[2]


def test_a_share_is_rounded_down_and_not_by_the_binary_form_of_the_factor() -> None:
    assert safe_share(100, 0.29) == 29
    assert safe_share(1001, 0.8) == 800
    assert safe_share(-7, 0.5) == -4


def ranges() -> dict[str, st.SearchStrategy[float]]:
    """Any value that a control can be moved to, by the name of its option."""
    kinds: dict[type, Callable[..., st.SearchStrategy[float]]] = {
        int: st.integers,
        float: st.floats,
    }
    return {
        name: kinds[type(source.default)](source.low, source.high)
        for name, source in BUDGET_INPUTS.items()
    }


@given(values=st.fixed_dictionaries(ranges()))
def test_wherever_the_controls_stand_there_is_a_size(values: dict[str, Any]) -> None:
    options = HeadingAnchoredOptions.model_validate(values)
    assert options.size == options.budget.tokens >= LEAST
    given = bool(options.chunk_max_tokens_hint or options.chunk_max_words_hint)
    assert (options.budget.safe < LEAST and not given) <= bool(options.budget.problems)


def test_options_refuse_what_lies_outside_their_ranges() -> None:
    with pytest.raises(ValueError, match="top_k"):
        HeadingAnchoredOptions.model_validate({"top_k": 0})
