"""What a plan of the language model will send, about: tokens, calls, price and time."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.three_step import ThreeStepOptions
from core.evaluation.model_estimate import Estimate
from core.evaluation.model_estimate import estimate_in_words as in_words

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


def estimate(config: Configuration, tokens: int) -> Estimate:
    """What a strategy that asks a model takes for a document of so many tokens."""
    share = SHARES[config.strategy]
    options, each = config.options, float(share.each)
    if isinstance(options, ThreeStepOptions):
        each *= options.block_size / _BLOCK
    calls = max(ceil(tokens / each), 1)
    return Estimate(round(share.sent * tokens), round(share.answered * tokens), calls)


def estimate_in_words(estimated: Estimate, settings: Settings) -> str:
    """As `core.evaluation.model_estimate.estimate_in_words`, as Markdown."""
    return in_words(estimated, settings).replace("$", "\\$")
