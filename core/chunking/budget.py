"""How many tokens a chunk may hold, from what the answering model reads and its service takes.

All figures are tokens. Nothing here raises: what does not work out is said in `problems`, and a
size that can still be worked with is given, so that a control may be moved anywhere.

Source: structured chunking v2, section 5.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

LEAST = 64
"""Tokens of a chunk below which no budget goes: about three sentences."""

TOKENS_PER_WORD = 1.3
"""Tokens of an English word. The paper's formula divides by it; its sentence says it the other
way round.
"""


class Bound(StrEnum):
    """Which limit a budget comes from."""

    CONTEXT = "context"
    RATE = "rate"
    HINT = "hint"
    """A size that was given in place of the formula."""


@dataclass(frozen=True, slots=True)
class ChunkBudget:
    """The budget of a chunk with every figure on the way to it.

    `per_request` (T_req) is the share of a minute's tokens that one request has. `reserved` is
    kept free in it (R_p + R_a). `by_context` (T_ctx) and `by_rate` (T_tpm) are what either limit
    leaves for a chunk; they are negative where the reserves take more than there is. `safe`
    (T_safe) is the smaller one times the safety factor. `tokens` is what is used: `safe`, but
    never less than `LEAST`. `words` (W_safe) is about as many words. A hint that is not 0 takes
    the place of `safe`; of two, the tighter one. `bound` says which limit decides.
    """

    per_request: int
    reserved: int
    by_context: int
    by_rate: int
    safe: int
    tokens_hint: int
    words_hint: int
    problems: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """Tokens that a chunk should not pass."""
        hints = filter(None, (self.tokens_hint, int(self.words_hint * TOKENS_PER_WORD)))
        return max(min(hints, default=self.safe), LEAST)

    @property
    def words(self) -> int:
        """Words that come to about as many tokens."""
        if int(self.words_hint * TOKENS_PER_WORD) == self.tokens:
            return self.words_hint
        return int(self.tokens / TOKENS_PER_WORD)

    @property
    def bound(self) -> Bound:
        """The limit that decides; the context where both give the same."""
        if self.tokens_hint or self.words_hint:
            return Bound.HINT
        return Bound.RATE if self.by_rate < self.by_context else Bound.CONTEXT


def chunk_budget(
    *,
    context_limit: int,
    tokens_per_minute: int,
    requests_per_minute: int,
    expected_requests: int,
    top_k: int,
    prompt_reserve: int,
    answer_reserve: int,
    safety: float,
    chunk_max_tokens_hint: int = 0,
    chunk_max_words_hint: int = 0,
) -> ChunkBudget:
    """The budget of a chunk; the arguments are options of `heading_anchored`.

    `requests_per_minute` changes no figure. A hint of 0 is none.

    Source: structured chunking v2, sections 5 and 6.
    """
    reserved = prompt_reserve + answer_reserve
    per_request = tokens_per_minute // expected_requests
    by_context = (context_limit - reserved) // top_k
    by_rate = (per_request - reserved) // top_k
    safe = safe_share(min(by_context, by_rate), safety)
    hints = chunk_max_tokens_hint, chunk_max_words_hint
    formula = (
        _nothing_left(reserved, context_limit, "the context limit", "Lower R_p or R_a, or raise C"),
        _nothing_left(
            reserved,
            per_request,
            "the tokens that a request may take in a minute",
            "Lower R_p or R_a, expect fewer requests, or raise TPM",
        ),
        _too_small(safe, top_k),
    )
    problems = (
        _too_many_requests(expected_requests, requests_per_minute),
        *((_hint_too_small(*hints),) if any(hints) else formula),
    )
    present = tuple(filter(None, problems))
    return ChunkBudget(per_request, reserved, by_context, by_rate, safe, *hints, present)


def budget_figures(budget: ChunkBudget) -> dict[str, Any]:
    """A budget as values of JSON, its results included."""
    results = {"tokens": budget.tokens, "words": budget.words, "bound": budget.bound.value}
    return {**asdict(budget), **results}


def safe_share(tokens: int, safety: float) -> int:
    """The part of a number of tokens that is used, rounded down."""
    return int(round(tokens * safety, 6) // 1)


def _too_many_requests(expected: int, taken: int) -> str:
    if expected <= taken:
        return ""
    return (
        f"You expect {expected:,} requests a minute and the service takes {taken:,}: it will "
        "refuse the others. Expect fewer, or raise RPM."
    )


def _nothing_left(reserved: int, limit: int, name: str, remedy: str) -> str:
    if reserved < limit:
        return ""
    return f"The reserves of {reserved:,} tokens leave nothing of {name} ({limit:,}). {remedy}."


def _too_small(safe: int, top_k: int) -> str:
    if safe >= LEAST:
        return ""
    return (
        f"The formula leaves {max(safe, 0):,} tokens for each of {top_k} chunks. {LEAST} are used, "
        "as less would tear sentences from what they belong to. Lower K or the reserves, expect "
        "fewer requests, or raise the limits."
    )


def _hint_too_small(tokens: int, words: int) -> str:
    if all(hint >= LEAST for hint in (tokens, int(words * TOKENS_PER_WORD)) if hint):
        return ""
    return f"The hint is below {LEAST} tokens. {LEAST} are used. Raise it, or set it to 0."
