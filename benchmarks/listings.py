"""Ranked lists of chunks, ended where they hold so many characters in the mean, and their scores.

The rule is the same for all: each way of ending a list (the first k chunks, or those before a
gap in the scores) has one setting for all questions, the one whose lists hold as near to the
wanted number of characters as it gets, in the mean over the questions. Only lengths decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from core.evaluation.metrics.spans import Range, span_overlap
from core.retrieval.ranking import before_gap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.corpora import Asked, Placed
    from core.embedding.base import Encoder

LONGEST = 60
"""Places of a ranking that are looked at."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The chunks ranked for one question, best first, with their scores."""

    chunks: Sequence[Placed]
    scores: Sequence[float]


@dataclass(frozen=True, slots=True)
class Scores:
    """Of one question: character-wise recall and IoU, and the characters retrieved."""

    recall: float
    iou: float
    characters: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The scores of all questions under one setting for the end of the lists."""

    setting: float
    scores: Sequence[Scores]

    @property
    def recall(self) -> float:
        """The mean."""
        return fmean(one.recall for one in self.scores)

    @property
    def iou(self) -> float:
        """The mean."""
        return fmean(one.iou for one in self.scores)

    @property
    def characters(self) -> float:
        """The mean."""
        return fmean(one.characters for one in self.scores)

    def of(self, wanted: Sequence[bool]) -> Ended:
        """Those of some questions."""
        kept = [one for one, want in zip(self.scores, wanted, strict=True) if want]
        return Ended(self.setting, kept)


def ranked_by_cosine(
    chunks: Sequence[Placed], asked: Sequence[Asked], encoder: Encoder
) -> list[Ranked]:
    """The chunks of all corpora together, ranked by cosine, as the Chroma evaluation does it."""
    vectors = encoder.encode([chunk.text for chunk in chunks])
    queries = np.stack([encoder.encode_query(question.text) for question in asked])
    similar = queries @ vectors.T
    orders = np.argsort(-similar, axis=1, kind="stable")[:, :LONGEST]
    return [
        Ranked([chunks[at] for at in order], row[order].tolist())
        for order, row in zip(orders, similar, strict=True)
    ]


def first_k(lists: Sequence[Ranked], asked: Sequence[Asked], characters: int) -> Ended:
    """The first k chunks of every list; the setting is k."""
    settings = [float(k) for k in range(1, LONGEST + 1)]
    return _nearest(lists, asked, characters, settings, lambda one, k: int(k))


def before_the_gap(
    lists: Sequence[Ranked], asked: Sequence[Asked], characters: int, most: int
) -> Ended:
    """The chunks before a gap in the scores, `most` at most; the setting is the gap."""
    settings = [step / 200 for step in range(1, 160)]
    return _nearest(
        lists,
        asked,
        characters,
        settings,
        lambda one, gap: before_gap(one.scores[:most], gap),
    )


def _nearest(
    lists: Sequence[Ranked],
    asked: Sequence[Asked],
    characters: int,
    settings: Sequence[float],
    taken: Callable[[Ranked, float], int],
) -> Ended:
    """The scores under the setting whose lists come nearest to `characters` in the mean."""
    lengths = [np.cumsum([0, *(chunk.length for chunk in one.chunks)]) for one in lists]

    def off(setting: float) -> float:
        held = [
            length[min(taken(one, setting), len(length) - 1)]
            for one, length in zip(lists, lengths, strict=True)
        ]
        return abs(float(np.mean(held)) - characters)

    setting = min(settings, key=off)
    scores = [
        _scores(
            question, [(c.corpus, r) for c in one.chunks[: taken(one, setting)] for r in c.ranges]
        )
        for one, question in zip(lists, asked, strict=True)
    ]
    return Ended(setting, scores)


def _scores(question: Asked, retrieved: Sequence[tuple[str, Range]]) -> Scores:
    by_corpus: dict[str, list[Range]] = {}
    for corpus, found in retrieved:
        by_corpus.setdefault(corpus, []).append(found)
    scores = span_overlap({question.corpus: question.gold}, by_corpus)
    return Scores(scores.recall or 0.0, scores.iou or 0.0, int(scores.found))
