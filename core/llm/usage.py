"""What a piece of work asked of a language model."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.llm.base import Usage

_SHORTEST_CONTEXT = 2048


@dataclass(frozen=True, slots=True)
class ModelUse:
    """Calls taken together.

    `usage` was paid. `cached` calls cost nothing now: their tokens are `spared`.
    """

    model: str
    calls: int = 0
    cached: int = 0
    usage: Usage = field(default_factory=Usage)
    spared: Usage = field(default_factory=Usage)

    def __add__(self, other: ModelUse) -> ModelUse:
        """Both together, by the model of this one."""
        return ModelUse(
            self.model,
            self.calls + other.calls,
            self.cached + other.cached,
            self.usage + other.usage,
            self.spared + other.spared,
        )

    def plus(self, usage: Usage, *, cached: bool) -> ModelUse:
        """With one more call."""
        if cached:
            return self + ModelUse(self.model, 1, 1, spared=usage)
        return self + ModelUse(self.model, 1, usage=usage)

    @property
    def fills_context(self) -> bool:
        """Whether a single call was of as many tokens as contexts have.

        Ollama cuts off what is longer than its context, without a word.
        """
        tokens = self.usage.input + self.spared.input
        return self.calls == 1 and tokens >= _SHORTEST_CONTEXT and tokens.bit_count() == 1
