"""Settings, measures and times in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking import chunker
from core.configuration.options import RetrievalOptions
from core.evaluation.outcome import MEASURES
from core.evaluation.questions.base import Origin, Question
from core.text.counts import number_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.configuration import Configuration
    from core.evaluation.metrics.intervals import Interval

_WORDS = word_table(__file__)
SYMBOLS: dict[str, str] = _WORDS["symbols"]
"""What the letters in the words of a setting mean."""
_COUNTS = frozenset({"retrieved_tokens"})
"""Measures that are numbers of tokens; all others lie between 0 and 1, or are DCG."""
_OPEN = frozenset({"dcg"})


def symbols_in(setting: Configuration) -> str:
    """What the letters of a setting on a line mean, as a list in Markdown."""
    fields = chunker(setting.strategy).options.model_fields.values()
    explained = [
        f"- **{symbol}**: {name}. {info.description}"
        for info in (*fields, RetrievalOptions.model_fields["top_k"])
        for symbol, parted, name in [(info.title or "").partition(": ")]
        if parted
    ]
    return "\n".join(explained)


def number(value: float | None, measure: str) -> str:
    """A value of a measure as people read it: `0.861`, or `512` where it counts tokens."""
    if value is None:
        return "not defined"
    return f"{value:,.0f}" if measure in _COUNTS else f"{value:.3f}"


def interval_words(interval: Interval | None, measure: str) -> str:
    """A mean with its interval, as in `0.861 (0.798 to 0.912, 12 questions)`."""
    if interval is None:
        return "not defined"
    low, high = number(interval.low, measure), number(interval.high, measure)
    asked = number_of(interval.count, "question")
    return f"{number(interval.mean, measure)} ({low} to {high}, {asked})"


def is_share(measure: str) -> bool:
    """Whether a measure lies between 0 and 1."""
    return measure not in _COUNTS | _OPEN


def parameter_axis(name: str) -> str:
    """A parameter with its unit, for the axis of a chart."""
    return _WORDS["axes"].get(name, name)


def measure_axis(measure: str) -> str:
    """A measure with its unit, for the axis of a chart."""
    return f"{MEASURES[measure]} (0 to 1)" if is_share(measure) else MEASURES[measure]


def time_words(seconds: float) -> str:
    """A time that is not known exactly, as in `20 s` or `3 min`."""
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def asked_words(count: int, answerable: int) -> str:
    """Such as `12 questions`, or `12 questions, 10 with an answer`."""
    asked = number_of(count, "question")
    return asked if answerable == count else f"{asked}, {answerable} with an answer"


def rules_words(questions: Sequence[Question]) -> str:
    """How many questions were made by rules, and what that means; empty without any."""
    made = sum(question.origin is Origin.RULES for question in questions)
    if not made:
        return ""
    return (
        f"{made} of {number_of(len(questions), 'question')} were made by rules from headings and "
        "words of the documents: easier than real ones, and kind to strategies that repeat "
        "headings."
    )


def shortened(text: str, most: int) -> str:
    """At most so many characters, the middle left out."""
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half].rstrip()}…{text[-half:].lstrip()}"
