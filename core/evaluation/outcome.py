"""What a setting achieved: by question, and what it cost."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

MEASURES = {
    "line_recall": "Evidence lines found",
    "line_precision": "Precision by line",
    "box_iou": "Line-box IoU",
    "token_recall": "Recall (tokens)",
    "token_precision": "Precision (tokens)",
    "token_iou": "IoU (tokens)",
    "char_recall": "Recall (characters)",
    "char_precision": "Precision (characters)",
    "char_iou": "IoU (characters)",
    "precision_omega": "Precision of a perfect search",
    "page_first": "Evidence page first",
    "page_hit": "Evidence page among k",
    "recall_at_k": "Recall@k (chunks)",
    "mrr": "Reciprocal rank",
    "dcg": "DCG",
    "answered": "Answered",
    "abstained": "Abstained, rightly",
    "retrieved_tokens": "Tokens retrieved",
}
"""Names of the measures of a question, and what people call them. Source: see `.metrics`."""


class Retrieved(BaseModel):
    """A chunk that was taken for a question: `start:end` are its own tokens in the stream.

    `overlap` tokens before `start` are repeated in it, `context` are the ranges of headings put
    in front.
    """

    model_config = ConfigDict(frozen=True)

    document: str
    chunk: str
    start: int
    end: int
    page: int
    score: float
    overlap: int = 0
    context: tuple[tuple[int, int], ...] = ()

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """All token ranges that the chunk holds."""
        return (*self.context, (self.start - self.overlap, self.end))


class Outcome(BaseModel):
    """What a setting found for a question.

    `measures` are those of `MEASURES` that are defined for the question: one without evidence
    has `abstained` and `retrieved_tokens` only. `seconds` is the time of the search.
    """

    model_config = ConfigDict(frozen=True)

    question: str
    retrieved: tuple[Retrieved, ...]
    measures: dict[str, float]
    seconds: float


class Cost(BaseModel):
    """What a setting takes, documents together.

    `chunks` and their mean `chunk_tokens`; seconds to cut and to embed (as measured when the
    vectors were made, also where they were held already), and to search, per question.
    `index_tokens` are all tokens that are embedded.
    """

    model_config = ConfigDict(frozen=True)

    chunks: int
    chunk_tokens: float
    index_tokens: int
    parse_seconds: float = 0.0
    chunk_seconds: float = 0.0
    embed_seconds: float = 0.0
    search_seconds: float = 0.0


class Scored(BaseModel):
    """A setting with its outcomes in the order of the questions; `setting` as `pack_setting`.

    `failed` says why there are none, in words for people, `searched` where the questions were
    searched, in words, where settings of several sweeps are compared.
    """

    model_config = ConfigDict(frozen=True)

    key: str
    setting: dict[str, Any]
    outcomes: tuple[Outcome, ...] = ()
    cost: Cost | None = None
    failed: str = ""
    searched: str = ""
    seconds: float = Field(default=0.0, description="Time the scoring took.")

    def values(self, measure: str) -> list[float]:
        """The values of a measure, of the questions for which it is defined."""
        return [one.measures[measure] for one in self.outcomes if measure in one.measures]

    def mean(self, measure: str) -> float | None:
        """The mean over the questions for which the measure is defined; None without any."""
        found = self.values(measure)
        return sum(found) / len(found) if found else None
