"""What a setting achieved: by question, and what it cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import Field

from core.value_models import FrozenModel
from core.verification.verdicts import Verdict

_TEXTS = json.loads(Path(__file__).with_name("measures.json").read_text(encoding="utf-8"))
MEASURES: dict[str, str] = {key: texts["name"] for key, texts in _TEXTS.items()}
"""Names of the measures of a question, and what people call them. Source: see `.metrics`.

Those in characters count the characters of tokens, so no white space between them, and of the flow
of the document only. `answered`, and whatever compares with evidence, are over the questions that
have some, `abstained` over the others, `retrieved_tokens` over all: a mean of tokens and a mean
recall need not be of the same questions. `first_right` and `any_right` are over the questions with
evidence, 0 where nothing was answered; `right_if_answered` is over all that were answered, 0 where
there is no evidence. `faithfulness` and `gold_cited` are of answers that a language model wrote:
the one over those with claims, the other over the questions with evidence, 0 where nothing was
answered.
"""
HELP: dict[str, str] = {key: texts["help"] for key, texts in _TEXTS.items()}
"""What each measure is, its range, which end is good, and where it is from, for people."""


class Retrieved(FrozenModel):
    """A chunk that was taken for a question: `start:end` are its own tokens in the stream.

    `further` are the pieces behind them that it owns as well. `overlap` tokens before `start` are
    repeated in it, `context` are the ranges of headings put in front.
    """

    document: str
    chunk: str
    start: int
    end: int
    page: int
    score: float
    overlap: int = 0
    context: tuple[tuple[int, int], ...] = ()
    further: tuple[tuple[int, int], ...] = ()

    @property
    def pieces(self) -> tuple[tuple[int, int], ...]:
        """The token ranges that the chunk holds, headings put in front left out."""
        return (self.start - self.overlap, self.end), *self.further

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """All token ranges that the chunk holds."""
        return *self.context, *self.pieces


class Cited(FrozenModel):
    """A citation of an answer: its words, the page they begin on, and whether gold lines hold it.

    `page` is 1-based, 0 where the place is not known.
    """

    document: str
    page: int
    text: str
    on_gold: bool


class JudgedClaim(FrozenModel):
    """A claim of a language model, its verdict, and whether lines it cites are gold lines."""

    text: str
    verdict: Verdict
    on_gold: bool


class Reply(FrozenModel):
    """How a question was answered: by rules, or by a language model in `claims`.

    `probability` is what the answerer gave for a right first citation, `best` that citation, also
    where it was not shown because the question was `refused`; None where no text was found, and
    where a model cited none. `citations` are those shown, and so are `claims`. `seconds` are those
    it takes where nothing is remembered; None where an answer of the model was remembered.

    `gold_cited` is the share of the gold lines that the citations of a model hold; None without a
    model or gold lines. `sent` and `written` are the tokens that it read and wrote, of an answer
    that was remembered those that were paid for it once.
    """

    probability: float
    refused: bool
    best: Cited | None
    citations: tuple[Cited, ...]
    seconds: float | None
    claims: tuple[JudgedClaim, ...] = ()
    gold_cited: float | None = None
    sent: int = 0
    written: int = 0

    @property
    def unsupported(self) -> tuple[JudgedClaim, ...]:
        """The claims that the lines they cite do not bear out."""
        return tuple(claim for claim in self.claims if claim.verdict is Verdict.UNSUPPORTED)


class Outcome(FrozenModel):
    """What a setting found for a question.

    `measures` are those of `MEASURES` that are defined for the question. `seconds` is the time of
    the search. `reply` is there where questions were answered, too.
    """

    question: str
    retrieved: tuple[Retrieved, ...]
    measures: dict[str, float]
    seconds: float
    reply: Reply | None = None


class Cost(FrozenModel):
    """What a setting takes, documents together.

    `chunks` and their mean `chunk_tokens`; seconds to cut and to embed (as measured when the
    vectors were made, also where they were held already), and to search, per question.
    `index_tokens` are all tokens that are embedded. `answer_seconds` is the median over the
    questions whose time is known, `answer_price` US dollars for 1,000 of them; None where nothing
    was answered.
    """

    chunks: int
    chunk_tokens: float
    index_tokens: int
    parse_seconds: float = 0.0
    chunk_seconds: float = 0.0
    embed_seconds: float = 0.0
    search_seconds: float = 0.0
    answer_seconds: float | None = None
    answer_price: float | None = None


class Scored(FrozenModel):
    """A setting (`Configuration.to_json`) with its outcomes in the order of the questions.

    `failed` says why there are none, in words for people, `searched` where the questions were
    searched, in words, where settings of several sweeps are compared.
    """

    key: str
    setting: dict[str, Any]
    outcomes: tuple[Outcome, ...] = ()
    cost: Cost | None = None
    failed: str = ""
    searched: str = ""
    seconds: float = Field(default=0.0, description="Time the scoring took.")

    def values(self, measure: str) -> list[float]:
        """The values of a measure, of the questions for which it is defined."""
        return [
            outcome.measures[measure] for outcome in self.outcomes if measure in outcome.measures
        ]

    def mean(self, measure: str) -> float | None:
        """The mean over the questions for which the measure is defined; None without any."""
        values = self.values(measure)
        return sum(values) / len(values) if values else None
