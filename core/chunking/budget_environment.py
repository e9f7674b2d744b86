"""What the inputs of the budget start with: variables of the environment, else the paper's values.

Source: structured chunking v2, sections 5 and 6 (names and defaults).
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any, NamedTuple

from pydantic import Field

from core.errors import SetupError

_PREFIX = "SIGHTLINE_"


class BudgetInput(NamedTuple):
    """An input: its variable, what it is without one, and the range that it has to lie in."""

    variable: str
    default: float
    low: float
    high: float

    @property
    def variables(self) -> tuple[str, ...]:
        """Names under which it is looked for, the strongest first."""
        upper = self.variable.upper()
        return tuple(dict.fromkeys((f"{_PREFIX}{upper}", self.variable, upper)))

    @property
    def set_by(self) -> str:
        """The variable of the environment that it comes from; empty where there is none."""
        return next((name for name in self.variables if os.environ.get(name, "").strip()), "")

    def start(self) -> float:
        """The value to start with.

        Raises:
            SetupError: what the environment says is no number, or lies outside the range.
        """
        name = self.set_by
        if not name:
            return self.default
        try:
            value = type(self.default)(os.environ[name])
        except ValueError:
            value = None
        if value is None or not self.low <= value <= self.high:
            raise SetupError(
                f"{name} of the environment is no usable number for the budget of a chunk. Set it "
                f"to a number from {self.low:,} to {self.high:,}, or unset it."
            )
        return value


BUDGET_INPUTS = {
    "context_limit": BudgetInput("MODEL_CONTEXT_LIMIT", 128000, 1000, 4000000),
    "tokens_per_minute": BudgetInput("OPENAI_TPM_LIMIT", 90000, 1000, 100000000),
    "requests_per_minute": BudgetInput("OPENAI_RPM_LIMIT", 60, 1, 100000),
    "expected_requests": BudgetInput("EXPECTED_REQUESTS_PER_MINUTE", 10, 1, 100000),
    "top_k": BudgetInput("TARGET_TOP_K_FOR_BUDGET", 6, 1, 100),
    "prompt_reserve": BudgetInput("R_p", 1200, 0, 100000),
    "answer_reserve": BudgetInput("R_a", 1500, 0, 100000),
    "safety": BudgetInput("CHUNK_SAFETY_BUFFER", 0.8, 0.1, 1.0),
    "chunk_max_tokens_hint": BudgetInput("CHUNK_MAX_TOKENS_HINT", 0, 0, 1000000),
    "chunk_max_words_hint": BudgetInput("CHUNK_MAX_WORDS_HINT", 0, 0, 1000000),
}
"""The inputs by the names of the options of `heading_anchored`; 0 for no hint."""


def budget_field(name: str, title: str, description: str) -> Any:
    """The field of an option that starts with what the environment says."""
    source = BUDGET_INPUTS[name]
    return Field(
        default_factory=partial(BudgetInput.start, source),
        ge=source.low,
        le=source.high,
        title=title,
        description=f"{description} Starts with {source.variable} of the environment.",
    )


def from_environment() -> dict[str, str]:
    """The options that start with a variable of the environment, with its name."""
    return {name: source.set_by for name, source in BUDGET_INPUTS.items() if source.set_by}
