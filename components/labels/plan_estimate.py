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
    "topology": Share(0.6, 0.01, 1700),
    "three_step": Share(1.7, 0.015, 1700),
    "lumber": Share(2.1, 0.01, 390),
    "propositions": Share(1.6, 1.45, 460),
}
"""Of the samples and a guideline of 60 pages, with options by default and the stand-in."""
_REFINED = {"signature": Share(0.8, 0.3, 2500), "supplement": Share(0.5, 0.15, 5000)}
"""Likewise, what parts of the Refiner take, of chunks of 130 to 220 tokens in the mean."""
_PARAGRAPHS = Share(0.2, 0.015, 12_000)
"""What paragraphs by model add to three steps."""
_BLOCK = 2000
"""Block size, in characters, of three steps when they were measured."""


def estimate(config: Configuration, tokens: int) -> Estimate:
    """What a model that plans or refines takes for a document of so many tokens."""
    options = config.options
    shares = [SHARES[config.strategy]] if config.strategy in SHARES else []
    if isinstance(options, ThreeStepOptions):
        wider = options.block_size / _BLOCK
        shares += [_PARAGRAPHS] if options.paragraphs_by_model else []
        shares = [share._replace(each=round(share.each * wider)) for share in shares]
    shares += [share for part, share in _REFINED.items() if getattr(config.refining, part)]
    calls = sum(max(ceil(tokens / share.each), 1) for share in shares)
    sent, answered = (sum(values) * tokens for values in zip(*(s[:2] for s in shares), strict=True))
    return Estimate(round(sent), round(answered), calls)


def estimate_in_words(estimated: Estimate, settings: Settings) -> str:
    """As `core.evaluation.model_estimate.estimate_in_words`, as Markdown."""
    return in_words(estimated, settings).replace("$", "\\$")
