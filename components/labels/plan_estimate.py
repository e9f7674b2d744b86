"""What a plan of the language model will send, about: tokens, calls, price and time."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.three_step import ThreeStepOptions

if TYPE_CHECKING:
    from core.configuration import Configuration
    from core.settings import Settings


class Share(NamedTuple):
    """What was measured of a strategy: tokens `sent` and `answered` for each of the document's,
    and of how many of these one call takes care.
    """

    sent: float
    answered: float
    each: int


SHARES = {
    "retrieval_aware": Share(1.5, 0.05, 5000),
    "topology": Share(1.2, 0.15, 1100),
    "three_step": Share(2.3, 0.12, 450),
}
"""Of the samples and a guideline of 60 pages, with options by default and the stand-in."""
_BLOCK = 2000
"""Block size, in characters, of three steps when they were measured."""


class Estimate(NamedTuple):
    """What a plan takes, about; nothing of it is in the cache yet."""

    sent: int
    answered: int
    calls: int


def estimate(config: Configuration, tokens: int) -> Estimate:
    """What a strategy that asks a model takes for a document of so many tokens."""
    share = SHARES[config.strategy]
    options, each = config.options, float(share.each)
    if isinstance(options, ThreeStepOptions):
        each *= options.block_size / _BLOCK
    calls = max(ceil(tokens / each), 1)
    return Estimate(round(share.sent * tokens), round(share.answered * tokens), calls)


def estimate_in_words(estimated: Estimate, settings: Settings) -> str:
    """`about 6,000 tokens in about 6 calls, about $0.01 at the prices of the settings`.

    With the time it takes at the pace of the settings, where that is a minute and more.
    """
    input_price, output_price = settings.model_prices
    price = estimated.sent * input_price + estimated.answered * output_price
    calls = "1 call" if estimated.calls == 1 else f"{estimated.calls:,} calls"
    minutes = max(
        estimated.calls / settings.model_requests_per_minute,
        estimated.sent / settings.model_tokens_per_minute,
    )
    words = (
        f"about {_rounded(estimated.sent):,} tokens in about {calls}, "
        f"{_price(price / 1e6)} at the prices of the settings"
    )
    return f"{words}; at their pace it takes {_time(minutes)} or more" if minutes > 1 else words


def _rounded(number: int) -> int:
    """Two digits that count: more would be no estimate."""
    return round(number, 2 - len(str(number))) if number >= 100 else number


def _price(dollars: float) -> str:
    return f"about \\${dollars:.2f}" if dollars >= 0.01 else "less than \\$0.01"


def _time(minutes: float) -> str:
    whole = ceil(minutes)
    return f"{whole} minutes" if whole < 120 else f"{minutes / 60:.0f} hours"
