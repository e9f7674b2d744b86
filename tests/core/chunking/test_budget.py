"""The budget of a chunk against the paper's example, and at its edges."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chunking.budget import LEAST, Bound, ChunkBudget, chunk_budget, safe_share
from core.chunking.heading_anchored import HeadingAnchoredOptions

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


def test_no_more_requests_are_reckoned_with_than_the_service_takes() -> None:
    found = budget(expected_requests=100)
    assert found.requests == 60
    assert found.per_request == 1500
    assert "You expect 100 requests a minute and the service takes 60" in found.problems[0]


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
    found = HeadingAnchoredOptions.model_json_schema()["properties"]
    kinds = {"number": st.floats, "integer": st.integers}
    return {
        name: kinds[info["type"]](info["minimum"], info["maximum"]) for name, info in found.items()
    }


@given(values=st.fixed_dictionaries(ranges()))
def test_wherever_the_controls_stand_there_is_a_size(values: dict[str, Any]) -> None:
    options = HeadingAnchoredOptions.model_validate(values)
    assert options.size == options.budget.tokens >= LEAST
    assert (options.budget.safe < LEAST) <= bool(options.budget.problems)


def test_options_refuse_what_lies_outside_their_ranges() -> None:
    with pytest.raises(ValueError, match="top_k"):
        HeadingAnchoredOptions.model_validate({"top_k": 0})
