"""The calculator shows every figure of the paper's formula, and which limit decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.forms.budget import budget_in_words, in_environment, steps
from core.chunking.heading_anchored import HeadingAnchoredOptions

if TYPE_CHECKING:
    import pytest


def test_the_default_is_shown_step_by_step() -> None:
    options = HeadingAnchoredOptions.model_validate({})
    found = steps(options, options.budget)
    assert [step.result for step in found] == [
        "9,000 tokens",
        "20,883 tokens",
        "1,050 tokens",
        "840 tokens",
        "646 words",
    ]
    assert found[2].numbers == "(9,000 − 2,700) ÷ 6"
    assert [bool(step.note) for step in found] == [False, False, True, True, False]


def test_with_a_high_rate_the_context_decides() -> None:
    options = HeadingAnchoredOptions.model_validate({"tokens_per_minute": 10_000_000})
    notes = [step.note for step in steps(options, options.budget)]
    assert notes[1] == "this limit decides"
    assert notes[2] == ""


def test_the_least_size_is_said_to_be_used_where_the_formula_leaves_less() -> None:
    options = HeadingAnchoredOptions.model_validate({"context_limit": 1000})
    found = steps(options, options.budget)
    assert "64 are used" in found[3].note
    assert found[3].result == "−228 tokens"
    assert found[4].numbers.startswith("64 ")


def test_the_budget_in_words_names_the_limit_and_what_is_wrong() -> None:
    said = budget_in_words(HeadingAnchoredOptions.model_validate({}).budget)
    assert said == "Budget of a chunk: 840 tokens, about 646 words; the rate decides."
    tight = HeadingAnchoredOptions.model_validate({"context_limit": 1000}).budget
    assert "Lower R_p" in budget_in_words(tight)


def test_requests_a_minute_are_shown_though_they_change_no_figure() -> None:
    options = HeadingAnchoredOptions.model_validate({"requests_per_minute": 77})
    assert steps(options, options.budget)[0].remark == "RPM: 77 requests are taken"


def test_a_given_size_stands_beside_the_formula_that_it_replaces() -> None:
    options = HeadingAnchoredOptions.model_validate({"chunk_max_words_hint": 300})
    *formula, given, words = steps(options, options.budget)
    assert not any(step.note for step in formula)
    assert (given.numbers, given.result, words.result) == ("300 words", "390 tokens", "300 words")


def test_it_is_said_what_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_environment(HeadingAnchoredOptions.model_validate({})) == ""
    monkeypatch.setenv("OPENAI_TPM_LIMIT", "40000")
    options = HeadingAnchoredOptions.model_validate({})
    assert steps(options, options.budget)[0].result == "4,000 tokens"
    assert in_environment(options) == "From the environment: OPENAI_TPM_LIMIT."
    other = HeadingAnchoredOptions.model_validate({"tokens_per_minute": 50000})
    assert in_environment(other) == "From the environment: OPENAI_TPM_LIMIT (changed here)."
