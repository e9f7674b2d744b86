"""About how long a sweep takes, before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.chunking import READS_SENTENCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.configuration import Configuration
    from core.evaluation.outcome import Cost

_EMBEDDED = 1500.0
_SEARCHED = 0.02
"""Tokens embedded in a second and seconds of a search, where nothing was measured here yet: those
of all-MiniLM-L6-v2 on one core of a laptop."""
_REPEATED = 1.15
"""Tokens embedded for each token of a document: headings and overlap are embedded again."""
_READ, _UNREAD = 0.5, 0.04
"""Seconds to answer a question as well, with close reading and without."""


@dataclass(frozen=True)
class Speed:
    """Tokens embedded in a second, and seconds of a search."""

    embedded: float = _EMBEDDED
    searched: float = _SEARCHED


def measured_speed(costs: Iterable[Cost]) -> Speed:
    """The speed that sweeps had before; the usual one where there are none."""
    measured = [cost for cost in costs if cost.embed_seconds > 0 and cost.index_tokens]
    if not measured:
        return Speed()
    tokens = sum(cost.index_tokens for cost in measured)
    embedding = sum(cost.embed_seconds for cost in measured)
    searching = sum(cost.search_seconds for cost in measured) / len(measured)
    return Speed(tokens / embedding, searching or _SEARCHED)


def sweep_seconds(
    settings: Sequence[Configuration],
    tokens: int,
    questions: int,
    *,
    parsing: float = 0.0,
    speed: Speed | None = None,
    workers: int = 1,
    answers: bool = False,
) -> float:
    """Seconds for all settings over documents of so many tokens.

    Settings that share chunks and embedding model share vectors, those that cut by the distances
    of sentences share these, and those that differ in the threshold of answers share what was read.
    `parsing` are the seconds that other parsers still need. Vectors
    that are held from before make it shorter.
    """
    speed = speed or Speed()
    indexes = {(setting.parser, setting.chunks_key) for setting in settings}
    sentences = {
        (setting.parser, setting.encoder)
        for setting in settings
        if setting.strategy in READS_SENTENCES
    }
    embedding = tokens * (_REPEATED * len(indexes) + len(sentences)) / speed.embedded
    asking = len(settings) * questions * speed.searched
    if answers:
        asking += questions * sum(_READ if reading else _UNREAD for reading in _read_anew(settings))
    return parsing + (embedding + asking) / max(workers, 1)


def _read_anew(settings: Sequence[Configuration]) -> list[bool]:
    """Whether each of the settings reads closely, but for those that find what others read.

    These are over the same chunks, and read and cite alike.
    """
    alike = {
        (config.parser, config.variant, config.retrieval.reading, config.answer.max_citations)
        for config in settings
    }
    return sorted(reading for _, _, reading, _ in alike)
