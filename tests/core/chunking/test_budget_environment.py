"""The inputs of the budget from variables of the environment."""

from __future__ import annotations

import pytest

from core.chunking.budget_environment import BUDGET_INPUTS, from_environment
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.errors import SetupError

PAPER = {
    "MODEL_CONTEXT_LIMIT": 16000,
    "OPENAI_TPM_LIMIT": 40000,
    "OPENAI_RPM_LIMIT": 30,
    "EXPECTED_REQUESTS_PER_MINUTE": 5,
    "TARGET_TOP_K_FOR_BUDGET": 4,
    "R_p": 500,
    "R_a": 700,
    "CHUNK_SAFETY_BUFFER": 0.5,
    "CHUNK_MAX_TOKENS_HINT": 300,
    "CHUNK_MAX_WORDS_HINT": 200,
}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for source in BUDGET_INPUTS.values():
        for name in source.variables:
            monkeypatch.delenv(name, raising=False)


def test_without_variables_the_options_have_the_values_of_the_paper() -> None:
    options = HeadingAnchoredOptions.model_validate({})
    assert (options.context_limit, options.tokens_per_minute, options.top_k) == (128000, 90000, 6)
    assert (options.budget.tokens, options.budget.words) == (840, 646)
    assert from_environment() == {}


@pytest.mark.parametrize("prefix", ["", "SIGHTLINE_"])
def test_every_name_of_the_paper_is_read(monkeypatch: pytest.MonkeyPatch, prefix: str) -> None:
    for name, value in PAPER.items():
        monkeypatch.setenv(prefix + (name.upper() if prefix else name), str(value))
    options = HeadingAnchoredOptions.model_validate({})
    assert [getattr(options, name) for name in BUDGET_INPUTS] == list(PAPER.values())
    assert len(from_environment()) == len(PAPER)


def test_the_name_with_the_prefix_is_stronger_and_a_given_value_strongest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_TPM_LIMIT", "40000")
    monkeypatch.setenv("SIGHTLINE_OPENAI_TPM_LIMIT", "50000")
    assert HeadingAnchoredOptions.model_validate({}).tokens_per_minute == 50000
    assert from_environment() == {"tokens_per_minute": "SIGHTLINE_OPENAI_TPM_LIMIT"}
    given = HeadingAnchoredOptions.model_validate({"tokens_per_minute": 2000})
    assert given.tokens_per_minute == 2000


def test_an_empty_variable_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_TPM_LIMIT", " ")
    assert HeadingAnchoredOptions.model_validate({}).tokens_per_minute == 90000


@pytest.mark.parametrize("value", ["many", "0", "-5", "1e99", "nan"])
def test_an_unusable_value_names_the_variable_and_the_range(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("CHUNK_SAFETY_BUFFER", value)
    with pytest.raises(SetupError, match=r"CHUNK_SAFETY_BUFFER .* from 0\.1 to 1\.0"):
        HeadingAnchoredOptions.model_validate({})


def test_a_hint_of_the_environment_does_not_change_what_a_link_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = HeadingAnchoredOptions.model_validate({})
    assert "chunk_max_tokens_hint" in plain.unlisted
    monkeypatch.setenv("CHUNK_MAX_TOKENS_HINT", "300")
    assert "chunk_max_tokens_hint" not in plain.unlisted
