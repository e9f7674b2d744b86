"""What an answer is made of: verbatim quotes with exact lines, or the reasons for having none.

An answer of a language model is made of claims beside that, each with quotes and a verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.chunking.base import Chunk
    from core.evidence.citations import Citation
    from core.retrieval.base import Hit
    from core.verification.contradictions import Opposition
    from core.verification.verdicts import Finding, Verdict


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk near the question.

    `scores` are named: `retrieval` (of the hit), and where they are known `cosine`, `bm25` and
    `score` (of the best unit in it, what passages are ordered by).
    """

    hit: Hit
    chunk: Chunk
    section_path: tuple[str, ...]
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Objection:
    """Lines that speak against a claim, which does not cite them: how, in words, and where.

    They are no part of the answer, so the number of the citation is 0.
    """

    opposition: Opposition
    words: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement of a model, with the numbers of its citations in the answer.

    `objections` are lines among those retrieved that speak against it, whatever its verdict.
    """

    text: str
    citations: tuple[int, ...]
    verdict: Verdict
    findings: tuple[Finding, ...]
    objections: tuple[Objection, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and the answer given to it, earlier in the conversation."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """How far an answer is: what is checked so far, and the words that are still being written.

    `doing` says in a few words what happens now, such as `Reading 42 lines`.
    """

    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    draft: str = ""
    doing: str = ""


Listen = Callable[[Spoken], None]
"""Hears an answer while it is being written. It may raise `core.errors.Cancelled` to stop it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of several questions that were asked in one, and what of the answer is to it.

    `searched` is the question as it was searched, where that is another than the one asked.
    `citations` are numbers of the answer's; a number that an earlier part has, too, is shown there.
    The others are as in `Answer`.
    """

    question: str
    searched: str
    citations: tuple[int, ...]
    abstained: bool
    reason: str
    evidence: float


@dataclass(frozen=True, slots=True)
class AskedQuantity:
    """A kind of quantity that a question asks for, and the numbers of the citations that state one.

    `kind` is a name of `core.answering.query.asked_quantity`, such as dose or duration.
    """

    kind: str
    stated_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Citations that answer a question, or none and why.

    `evidence` (0 to 1) is compared with `threshold`; `reason` says in words what came of it.
    `missing` are words of the question that stand in none of the passages looked at. `model`
    wrote the `claims`; without one, the citations are the answer. `notice` says what people
    should know, such as that the model failed. `searched` is the question as it was searched,
    where that is another than the one asked; with `as_asked` it was searched exactly as typed.
    `parts` are the questions that were asked in one, in order, where there are several: each was
    searched by itself, `evidence` is that of the surest, and the answer abstains where all do.
    `asked` are the quantities that the question asks for.
    """

    question: str
    citations: tuple[Citation, ...]
    abstained: bool
    reason: str
    evidence: float
    threshold: float
    passages: tuple[Passage, ...]
    missing: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    model: str = ""
    notice: str = ""
    searched: str = ""
    as_asked: bool = False
    parts: tuple[Part, ...] = ()
    asked: tuple[AskedQuantity, ...] = ()
