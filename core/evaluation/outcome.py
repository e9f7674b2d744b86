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
    "page_first": "Main page of the best chunk",
    "page_hit": "Main page of one of k chunks",
    "recall_at_k": "Recall@k (chunks)",
    "mrr": "Reciprocal rank",
    "dcg": "DCG",
    "first_right": "First citation right",
    "any_right": "One of the citations right",
    "answered": "Answered",
    "right_if_answered": "Right of those answered",
    "abstained": "Abstained, rightly",
    "retrieved_tokens": "Tokens retrieved",
}
"""Names of the measures of a question, and what people call them. Source: see `.metrics`.

Those in characters count the characters of tokens, so no white space between them, and of the flow
of the document only. `answered`, and whatever compares with evidence, are over the questions that
have some, `abstained` over the others, `retrieved_tokens` over all: a mean of tokens and a mean
recall need not be of the same questions. `first_right` and `any_right` are over the questions with
evidence, 0 where nothing was answered; `right_if_answered` is over all that were answered, 0 where
there is no evidence.
"""

HELP = {
    "line_recall": "Share of the lines that answer the question which the retrieved chunks hold; a "
    "line counts from half of its width. 0 to 1, high is good.",
    "line_precision": "Share of the retrieved lines that answer the question. 0 to 1, high is "
    "good; many or large chunks make it low.",
    "box_iou": "Area on the pages that retrieved lines and answering lines share, over the area of "
    "both together. 0 to 1, high is good.",
    "token_recall": "Share of the answering tokens that were retrieved. 0 to 1, high is good. "
    "Source: Smith and Troynikov 2024, as in the thesis, 3.5.3.",
    "token_precision": "Share of the retrieved tokens that answer, repeated ones counted each "
    "time. 0 to 1, high is good. Source: Smith and Troynikov 2024, as in the thesis, 3.5.3.",
    "token_iou": "Tokens that were retrieved and answer, over all that were retrieved or answer. 0 "
    "to 1, high is good. Source: Smith and Troynikov 2024, as in the thesis, 3.5.3.",
    "char_recall": "As Recall (tokens), counted in characters. 0 to 1, high is good.",
    "char_precision": "As Precision (tokens), counted in characters. 0 to 1, high is good.",
    "char_iou": "As IoU (tokens), counted in characters. 0 to 1, high is good.",
    "precision_omega": "Precision (tokens) if the search gave exactly the chunks that hold a part "
    "of the answer: what the cutting alone allows. 0 to 1, high is good. Source: thesis, 3.5.3.",
    "page_first": "1 where the main page of the best chunk, the one that most of it stands on, "
    "holds a line that answers. 0 to 1, high is good. A large chunk may hold the lines and still "
    "have another main page, and then scores 0.",
    "page_hit": "1 where one of the k chunks has a main page, the one that most of it stands on, "
    "that holds a line that answers. 0 to 1, high is good. A large chunk may hold the lines and "
    "still have another main page.",
    "recall_at_k": "Share of the relevant chunks that are among the k retrieved; a chunk is "
    "relevant that holds half of a piece of the evidence, or most of it among all. 0 to 1, high "
    "is good. Source: TopoChunker, 4.1.",
    "mrr": "1 over the rank of the first relevant chunk, 0 without one. 0 to 1, high is good. "
    "Source: Voorhees 1999.",
    "dcg": "Relevant chunks among the k, each counted less the further down it stands. From 0 "
    "without a fixed end, high is good. Source: Järvelin and Kekäläinen 2002; TopoChunker, 4.1.",
    "first_right": "Share of the questions with an answer whose first citation stands on lines "
    "that answer, by half of the width of one of them. A question that was refused counts as "
    "wrong. 0 to 1, high is good.",
    "any_right": "Share of the questions with an answer of which one of the citations shown "
    "stands on lines that answer. A question that was refused counts as wrong. 0 to 1, high is "
    "good.",
    "answered": "Share of the questions with an answer that were answered; the rest were refused "
    "though the text answers. 0 to 1, high is good; whether the answer is right is not judged.",
    "right_if_answered": "Share of the questions that were answered, with an answer in the text or "
    "without, whose first citation stands on lines that answer. 0 to 1, high is good.",
    "abstained": "Share of the questions without an answer that were left alone. 0 to 1, high is "
    "good. Source: Rajpurkar et al. 2018.",
    "retrieved_tokens": "Tokens of the retrieved chunks, which is what an answering model has to "
    "read. From 0, few is good.",
}
"""What each measure is, its range, which end is good, and where it is from, for people."""


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


class Cited(BaseModel):
    """A citation of an answer: its words, the page they begin on, and whether gold lines hold it.

    `page` is 1-based, 0 where the place is not known.
    """

    model_config = ConfigDict(frozen=True)

    document: str
    page: int
    text: str
    on_gold: bool


class Reply(BaseModel):
    """How a question was answered, without a language model.

    `probability` is what the answerer gave for a right first citation, `best` that citation, also
    where it was not shown because the question was `refused`; None where no text was found.
    `citations` are those shown. `seconds` are those it takes where nothing is remembered.
    """

    model_config = ConfigDict(frozen=True)

    probability: float
    refused: bool
    best: Cited | None
    citations: tuple[Cited, ...]
    seconds: float


class Outcome(BaseModel):
    """What a setting found for a question.

    `measures` are those of `MEASURES` that are defined for the question. `seconds` is the time of
    the search. `reply` is there where questions were answered, too.
    """

    model_config = ConfigDict(frozen=True)

    question: str
    retrieved: tuple[Retrieved, ...]
    measures: dict[str, float]
    seconds: float
    reply: Reply | None = None


class Cost(BaseModel):
    """What a setting takes, documents together.

    `chunks` and their mean `chunk_tokens`; seconds to cut and to embed (as measured when the
    vectors were made, also where they were held already), and to search, per question.
    `index_tokens` are all tokens that are embedded. `answer_seconds` is the median over the
    questions, `answer_price` US dollars for 1,000 of them; None where nothing was answered.
    """

    model_config = ConfigDict(frozen=True)

    chunks: int
    chunk_tokens: float
    index_tokens: int
    parse_seconds: float = 0.0
    chunk_seconds: float = 0.0
    embed_seconds: float = 0.0
    search_seconds: float = 0.0
    answer_seconds: float | None = None
    answer_price: float | None = None


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
