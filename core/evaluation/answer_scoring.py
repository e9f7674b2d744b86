"""Questions answered as the app does it, by rules or by a language model, and judged by gold lines.

What a question is answered with is found once for all settings that differ only in the probability
from which on it is shown.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from core.answering.rule_answerer import RuleAnswerer, matches_across_languages
from core.embedding import MULTILINGUAL
from core.evaluation.answers_alike import answers_key, unrefused
from core.evaluation.metrics.attribution import line_precision, line_recall, page_box
from core.evaluation.outcome import Cited, JudgedClaim, Reply
from core.llm.usage import ModelUse
from core.retrieval.ranking import CANDIDATES
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.configuration import Configuration
    from core.evaluation.questions.base import Question
    from core.evaluation.shared_stages import SharedStages, Shelf
    from core.evaluation.sweeps.base import Writer
    from core.evidence.citations import Citation
    from core.indexing.base import ChunkMatch
    from core.retrieval.chunk_words import ChunkWords


@dataclass(frozen=True)
class Replies:
    """The answers that a setting gives over its `shelf`: by rules, or of the `writer`."""

    setting: Configuration
    shelf: Shelf
    materials: SharedStages
    writer: Writer | None = None

    def reply(self, question: Question, places: Sequence[str]) -> Reply:
        """The answer from the documents `places`, as `setting.answer` has it shown.

        Raises as `SharedStages.shelf` where a document is in another language than the question,
        and as `SharedStages.written_answers` and `WrittenAnswers.answer` where there is a writer.
        """
        key = (self._answered_by, question.id, tuple(places))
        whole = self.materials.replies.get(key, lambda: self._whole(question, places))
        if not whole.refused and whole.probability >= self.setting.answer.threshold:
            return whole
        shown_less = {"refused": True, "citations": (), "claims": ()}
        lost = {} if whole.gold_cited is None else {"gold_cited": 0.0}
        return whole.model_copy(update=shown_less | lost)

    @property
    def _answered_by(self) -> str:
        key = answers_key(self.setting, by_model=self.writer is not None)
        return f"{key}:{self.writer}:{sorted(self.shelf.trees.items())}"

    def _whole(self, question: Question, places: Sequence[str]) -> Reply:
        readings, encoder = self.materials.readings, self.shelf.encoder
        # The question is embedded before the clock starts: its time is known from when it was
        # embedded first, as that of what is read closely is.
        embedded = encoder.seconds
        encoder.encode_query(question.text)
        embedded = encoder.seconds - embedded
        spent, read = readings.spent, readings.seconds
        begun = time.perf_counter()
        answer, use = self._answer(question, places)
        busy = time.perf_counter() - begun - (readings.spent - spent)
        seconds = busy + embedded + (readings.seconds - read)
        cited = tuple(_cited(citation, question) for citation in answer.citations)
        tokens = use.usage + use.spared
        return Reply(
            probability=answer.evidence,
            refused=answer.abstained or not (cited or answer.claims),
            best=next(iter(cited), None),
            citations=cited,
            # What a model was not asked anew came at once, which says nothing of its time.
            seconds=None if use.cached else seconds,
            claims=_judged(answer, cited),
            gold_cited=_gold_cited(answer, question) if self.writer else None,
            sent=tokens.input,
            written=tokens.output,
        )

    def _answer(self, question: Question, places: Sequence[str]) -> tuple[Answer, ModelUse]:
        rules = RuleAnswerer(
            self.materials.answerer,
            partial(self._matches, places=places),
            self.shelf.lookup,
            unrefused(self.setting, by_model=self.writer is not None),
            self.setting.retrieval,
        )
        if self.writer is None:
            return rules.answer(question.text, ()), ModelUse("")
        return self.materials.written_answers(self.writer).answer(question.text, rules)

    def _matches(self, query: str, places: Sequence[str]) -> list[ChunkMatch]:
        shelf = self.shelf
        matches = shelf.store.search(query, shelf.encoder, CANDIDATES, places)
        if self.setting.encoder == MULTILINGUAL:
            return list(matches)

        def search(foreign: list[str]) -> Sequence[ChunkMatch]:
            other = self.materials.shelf(replace(self.setting, encoder=MULTILINGUAL), foreign)
            return other.store.search(query, other.encoder, CANDIDATES, foreign)

        def words_of(document: str) -> ChunkWords:
            return shelf.lexicon.of(shelf.results[document])

        return matches_across_languages(query, matches, words_of, search)


def reply_measures(question: Question, reply: Reply) -> dict[str, float]:
    """The measures (see `core.evaluation.outcome.MEASURES`) of how a question was answered."""
    right = [citation.on_gold for citation in reply.citations]
    first_right = float(right[:1] == [True])
    measures = {} if reply.refused else {"right_if_answered": first_right}
    if reply.claims:
        supported = [claim.verdict is Verdict.SUPPORTED for claim in reply.claims]
        measures["faithfulness"] = sum(supported) / len(supported)
    if not question.answerable:
        return measures | {"abstained": float(reply.refused)}
    if reply.gold_cited is not None:
        measures["gold_cited"] = reply.gold_cited
    return measures | {
        "first_right": first_right,
        "any_right": float(any(right)),
        "answered": float(not reply.refused),
    }


def _judged(answer: Answer, cited: Sequence[Cited]) -> tuple[JudgedClaim, ...]:
    """The claims of an answer; `cited` are its citations, in their order."""
    numbers = [citation.number for citation in answer.citations]
    on_gold = {number for number, place in zip(numbers, cited, strict=True) if place.on_gold}
    return tuple(
        JudgedClaim(
            text=claim.text,
            verdict=claim.verdict,
            on_gold=not on_gold.isdisjoint(claim.citations),
        )
        for claim in answer.claims
    )


def _gold_cited(answer: Answer, question: Question) -> float | None:
    """Share of the gold lines that citations hold; None for a question without any.

    Where one piece of evidence is enough, of that which they hold most of.
    """
    marked = [
        page_box(citation.quote.document, line.box)
        for citation in answer.citations
        for line in citation.lines
    ]
    pieces = question.evidence
    shares = [
        line_recall(
            [page_box(one.document, line.box) for one in case for line in one.lines], marked
        )
        for case in ([(piece,) for piece in pieces] if question.any_of else [pieces])
    ]
    return max((share for share in shares if share is not None), default=None)


def _cited(citation: Citation, question: Question) -> Cited:
    quote = citation.quote
    gold = [
        line.box
        for piece in question.evidence
        if piece.document == quote.document
        for line in piece.lines
    ]
    lines = [line.box for line in citation.lines]
    # Either way round: a quote may hold a part of a gold line, or a gold line a part of a quote.
    shared = line_recall(gold, lines) or (line_precision(gold, lines) if lines else 0.0)
    return Cited(document=quote.document, page=citation.page, text=quote.text, on_gold=bool(shared))
