"""What calls of a language model take, about, before they are made: tokens, price and time."""

from __future__ import annotations

from math import ceil
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.answers_alike import answers_key
from core.evidence.numbered_lines import BUDGET
from core.llm.base import Usage
from core.llm.ledger import Call, cost
from core.text.counts import number_of
from core.verification.second_reader import BY_MODEL
from core.verification.second_reader.language_model import CLAIMS, USAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.configuration import Configuration
    from core.evaluation.sweeps.base import Writer
    from core.settings import Settings

_INSTRUCTED = 600
"""Tokens of the instructions for an answer, of its form and of the question: 518 are the same each
time, counted as four characters each."""
_ANSWERED = 300
"""Tokens of an answer: five claims of some 25 words with their lines, as JSON. A model that thinks
before it answers writes more, which no figure from here can tell."""
_AT_SERVICE, _HERE = 4.0, 30.0
"""Seconds of an answer where none was measured: 300 tokens at 75 a second of a service; on a laptop
without a graphics card 4,000 tokens that are read and 300 that are written, by a small model."""
_CHECKED = 0.25
"""Time of reading a claim once more, as a share of that of an answer."""
_LATEST = 30
"""Answers from which the time is taken."""


class Estimate(NamedTuple):
    """Tokens that are sent and answered in so many calls; nothing of it is in the cache yet."""

    sent: int
    answered: int
    calls: int


class WritingEstimate(NamedTuple):
    """What a language model is asked for the answers of a sweep, and the seconds that takes."""

    asked: Estimate
    seconds: float


def writing_estimate(
    configurations: Sequence[Configuration],
    questions: int,
    writer: Writer,
    settings: Settings,
    measured: float | None = None,
) -> WritingEstimate:
    """What the writer is asked at the most, one question after the other, at the settings' pace.

    Configurations that only differ in how answers are shown share them. A question in another
    language than its document takes a small call more, which is not counted. `measured` are the
    seconds of an answer, as `measured_seconds` gives them.
    """
    shared = {answers_key(configuration, by_model=True) for configuration in configurations}
    answers = questions * len(shared)
    checks = CLAIMS if writer.second_reader == BY_MODEL else 0
    asked = Estimate(
        answers * (_INSTRUCTED + BUDGET + checks * USAGE.input),
        answers * (_ANSWERED + checks * USAGE.output),
        answers * (1 + checks),
    )
    usual = _HERE if settings.chosen_model.is_here else _AT_SERVICE
    # The claims of an answer are read once more beside each other.
    each = (usual if measured is None else measured) * (
        1 + _CHECKED * ceil(checks / settings.model_calls_at_once)
    )
    return WritingEstimate(asked, max(answers * each, 60 * _minutes(asked, settings)))


def measured_seconds(calls: Iterable[Call], model: str) -> float | None:
    """The median of the last answers of a model that were asked for anew; None without any."""
    asked = [
        call.seconds
        for call in calls
        if (call.model, call.stage, call.outcome) == (model, "answer", "ok") and not call.cached
    ]
    return median(asked[-_LATEST:]) if asked else None


def dollars(estimated: Estimate, settings: Settings) -> float:
    """The price by the settings, in US dollars; a model on this machine is free."""
    return cost(Usage(estimated.sent, estimated.answered), *settings.model_prices)


def estimate_in_words(estimated: Estimate, settings: Settings) -> str:
    """`about 6,000 tokens in about 6 calls, about $0.01 at the prices of the settings`.

    With the time it takes at the pace of the settings, where that is a minute and more.
    """
    calls = number_of(estimated.calls, "call")
    price, pace = f"{_price(dollars(estimated, settings))} at the prices of the settings", "their"
    if settings.chosen_model.is_here:
        price, pace = "free on this machine", "the settings'"
    words = f"about {_rounded(estimated.sent):,} tokens in about {calls}, {price}"
    minutes = _minutes(estimated, settings)
    return f"{words}; at {pace} pace it takes {_time(minutes)} or more" if minutes > 1 else words


def _minutes(estimated: Estimate, settings: Settings) -> float:
    """The time that the pace of the settings alone takes."""
    return max(
        estimated.calls / settings.model_requests_per_minute,
        estimated.sent / settings.model_tokens_per_minute,
    )


def _rounded(number: int) -> int:
    """Two digits that count: more would be no estimate."""
    return round(number, 2 - len(str(number))) if number >= 100 else number


def _price(amount: float) -> str:
    return f"about ${amount:.2f}" if amount >= 0.01 else "less than $0.01"


def _time(minutes: float) -> str:
    whole = ceil(minutes)
    return f"{whole} minutes" if whole < 120 else f"{minutes / 60:.0f} hours"
