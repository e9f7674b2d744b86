"""Options that ask any strategy for chunks of one size, so that strategies can be compared."""

from __future__ import annotations

_LEAST_CONTEXT = 1000
"""The smallest context limit that heading-anchored chunking takes."""


def sized(strategy: str, tokens: int) -> dict[str, float]:
    """Values of options under which a chunk should not pass `tokens`, at most 1,000.

    Where the size follows from a budget, the budget is made to come to it, or a little more.
    """
    if strategy != "heading_anchored":
        return {"max_tokens": tokens}
    return {
        "context_limit": _LEAST_CONTEXT,
        "prompt_reserve": 0,
        "answer_reserve": 0,
        "safety": 1.0,
        "top_k": max(_LEAST_CONTEXT // tokens, 1),
    }
