"""Questions answered as the app does it without a language model, and judged by gold lines.

What a question is answered with is found once for all settings that differ only in the probability
from which on it is shown.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from core.answering.rule_answerer import RuleAnswerer, matches_across_languages
from core.configuration import AnswerOptions
from core.embedding import MULTILINGUAL
from core.evaluation.metrics.attribution import line_precision, line_recall
from core.evaluation.outcome import Cited, Reply
from core.retrieval.ranking import CANDIDATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer
    from core.configuration import Configuration
    from core.evaluation.questions.base import Question
    from core.evaluation.shared_stages import SharedStages, Shelf
    from core.evidence.citations import Citation
    from core.indexing.base import ChunkMatch


@dataclass(frozen=True)
class Replies:
    """The answers that a setting gives over its `shelf`."""

    setting: Configuration
    shelf: Shelf
    materials: SharedStages

    def reply(self, question: Question, places: Sequence[str]) -> Reply:
        """The answer from the documents `places`, as `setting.answer` has it shown.

        Raises as `SharedStages.shelf` where a document is in another language than the question.
        """
        key = (self._answered_by, question.id, tuple(places))
        whole = self.materials.replies.get(key, lambda: self._whole(question, places))
        options = self.setting.answer
        refused = whole.best is None or whole.probability < options.threshold
        shown = () if refused else whole.citations
        return whole.model_copy(update={"refused": refused, "citations": shown})

    @property
    def _answered_by(self) -> str:
        """Names what the answer depends on beside the question; k does not change it."""
        search = self.setting.retrieval
        usual = replace(self.setting, answer=self._options)
        usual = usual.with_retrieval(top_k=1, gap=float(search.gap > 0))
        return f"{usual.key}:{sorted(self.shelf.trees.items())}"

    @property
    def _options(self) -> AnswerOptions:
        """Those of an answer that is never refused."""
        count = self.setting.answer.max_citations
        return AnswerOptions(threshold=0.0, max_citations=count, passages=1)

    def _whole(self, question: Question, places: Sequence[str]) -> Reply:
        readings, encoder = self.materials.readings, self.shelf.encoder
        # The question is embedded before the clock starts: its time is known from when it was
        # embedded first, as that of what is read closely is.
        embedded = encoder.seconds
        encoder.encode_query(question.text)
        embedded = encoder.seconds - embedded
        spent, read = readings.spent, readings.seconds
        begun = time.perf_counter()
        answer = self._answer(question, places)
        busy = time.perf_counter() - begun - (readings.spent - spent)
        cited = tuple(_cited(citation, question) for citation in answer.citations)
        return Reply(
            probability=answer.evidence,
            refused=not cited,
            best=next(iter(cited), None),
            citations=cited,
            seconds=busy + embedded + (readings.seconds - read),
        )

    def _answer(self, question: Question, places: Sequence[str]) -> Answer:
        rules = RuleAnswerer(
            self.materials.answerer,
            partial(self._matches, places=places),
            self.shelf.lookup,
            self._options,
            self.setting.retrieval,
        )
        return rules.answer(question.text, ())

    def _matches(self, query: str, places: Sequence[str]) -> list[ChunkMatch]:
        shelf = self.shelf
        matches = shelf.store.search(query, shelf.encoder, CANDIDATES, places)
        if self.setting.encoder == MULTILINGUAL:
            return list(matches)

        def search(foreign: list[str]) -> Sequence[ChunkMatch]:
            other = self.materials.shelf(replace(self.setting, encoder=MULTILINGUAL), foreign)
            return other.store.search(query, other.encoder, CANDIDATES, foreign)

        return matches_across_languages(query, matches, shelf.results.__getitem__, search)


def reply_measures(question: Question, reply: Reply) -> dict[str, float]:
    """The measures (see `core.evaluation.outcome.MEASURES`) of how a question was answered."""
    right = [citation.on_gold for citation in reply.citations]
    measures = {} if reply.refused else {"right_if_answered": float(right[0])}
    if not question.answerable:
        return measures | {"abstained": float(reply.refused)}
    return measures | {
        "first_right": float(right[:1] == [True]),
        "any_right": float(any(right)),
        "answered": float(not reply.refused),
    }


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
