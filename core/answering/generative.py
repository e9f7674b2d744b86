"""Answers written by a language model: claims over numbered lines, each checked before it is shown.

The evidence goes out as numbered lines, so that a claim can only cite what was found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.answering.base import AnswerOptions, Claim, Spoken
from core.answering.claim_stream import Draft, answer_request, written
from core.answering.combined_answer import merged
from core.answering.query.rewriting import Queries, queries
from core.answering.rule_answerer import in_parts
from core.configuration import AS_USUAL
from core.errors import ModelError
from core.evidence.grounding import Citations, cited
from core.evidence.numbered_lines import gather
from core.verification.claim_check import checked
from core.verification.meaning import closeness
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import (
        Answer,
        Answerer,
        Exchange,
        Listen,
        Passage,
    )
    from core.answering.claim_stream import WrittenClaim
    from core.configuration import RetrievalOptions
    from core.embedding.base import Encoder
    from core.evidence.numbered_lines import Evidence
    from core.indexing.base import ChunkMatch
    from core.llm.base import Request
    from core.llm.model import LanguageModel
    from core.retrieval.base import ChunkLookup
    from core.text.language import Language

_PASSAGES = 16
"""Passages whose lines may be given to the model."""
INSTEAD = "The best sentences are quoted instead."
"""Ends the notice of an answer that sentences give because the model failed."""


@dataclass(frozen=True)
class _Looked:
    """What was found for a question: the answer in sentences, and passages, the best first."""

    extract: Answer
    passages: tuple[Passage, ...]


class GenerativeAnswerer:
    """Lets a model write claims from the lines that were found; sentences take their place."""

    name = "generative"

    def __init__(self, model: LanguageModel, encoder: Encoder, extractive: Answerer) -> None:
        """`extractive` answers where the model fails; `encoder` compares meanings."""
        self._model = model
        self._encoder = encoder
        self._extractive = extractive

    def answer(
        self,
        question: str,
        search: Callable[[str], list[ChunkMatch]],
        lookup: ChunkLookup,
        options: AnswerOptions | None = None,
        conversation: Sequence[Exchange] = (),
        listen: Listen | None = None,
        retrieval: RetrievalOptions = AS_USUAL,
        *,
        as_asked: bool = False,
    ) -> Answer:
        """An answer whose every claim cites lines and carries a verdict.

        `search` finds chunks for a query; a question that only makes sense after what was said
        before is put in words of its own first, unless it is to be searched `as_asked`. An error
        of the model never leaves it. Below the threshold of evidence the model is not asked for
        an answer.

        Raises:
            Cancelled: `listen` asked for it.
        """
        options = options or AnswerOptions()
        tell = _teller(listen)
        tell("Searching the documents")
        hits = search(question)
        document = _only_document(hits)
        asked = Queries(question)
        if not as_asked:
            asked = self._queries(question, hits, lookup, conversation)

        def extract(query: str, wide: AnswerOptions) -> Answer:
            found = hits if query == question else search(query)
            return self._extractive.answer(query, found, lookup, wide, retrieval)

        looked = _look(question, asked, extract, options)
        if looked.extract.abstained:
            return looked.extract
        evidence = gather([passage.hit for passage in looked.passages[:_PASSAGES]], lookup)
        tell(f"{self._model.name} reads {len(evidence.lines)} lines")
        speech = _Speech(evidence, self._encoder, listen)
        request = answer_request(question, evidence, asked.question)
        return self._written(document, request, asked.notice, looked.extract, speech)

    def _queries(
        self,
        question: str,
        hits: Sequence[ChunkMatch],
        lookup: ChunkLookup,
        conversation: Sequence[Exchange],
    ) -> Queries:
        """What is searched for a question: as the model puts it, or as the rules do."""
        results = {hit.document: lookup(hit)[0] for hit in hits}
        before = [one.question for one in conversation]
        wordings = in_parts(question, before, self._extractive, list(results.values()))
        by_rules = wordings.get(question) or " ".join(wordings.values())
        task = self._model.task("rewrite", _only_document(hits))
        asked = queries(task, question, conversation, _languages(hits, lookup), by_rules)
        return replace(asked, parts=tuple(wordings.values())) if len(wordings) > 1 else asked

    def _written(
        self, document: str, request: Request, said: str, extract: Answer, speech: _Speech
    ) -> Answer:
        """What the model writes, or the sentences of `extract` if it fails before a claim.

        `said` is what the reader is told already.
        """
        notice = ""
        try:
            for draft in written(self._model.task("answer", document), request):
                speech.hear(draft)
        except ModelError as error:
            if not speech.claims:
                # The same failure, as of a key, is told once.
                before = "" if str(error) in said else said
                return replace(extract, notice=_joined(before, _instead(error)))
            notice = f"The language model broke off: {error} What was checked before is shown."
        return speech.answer(extract, self._model.name, _joined(said, notice))


class _Speech:
    """An answer while it is written: claims are checked as they are finished, and told."""

    def __init__(self, evidence: Evidence, encoder: Encoder, listen: Listen | None) -> None:
        """Nothing is said yet."""
        self.evidence = evidence
        self._closeness = closeness(encoder)
        self._listen = listen
        self._citations = Citations(evidence)
        self._told = Spoken()
        self._last = Draft()
        self.claims: list[Claim] = []

    def hear(self, draft: Draft) -> None:
        """Check the claims that are new, and tell how far the answer is."""
        self._last = draft
        for written_claim in draft.claims[len(self.claims) :]:
            self.claims.append(self._claim(written_claim))
        doing = "" if draft.done else "Writing, and checking each claim"
        spoken = Spoken(tuple(self.claims), self._citations.all, draft.words, doing)
        if self._listen and spoken != self._told:
            self._told = spoken
            self._listen(spoken)

    def answer(self, extract: Answer, model: str, notice: str) -> Answer:
        """What was said, in place of the answer in sentences."""
        if self._last.abstain or not self.claims:
            reason = (
                f"{model} was given {len(self.evidence.lines)} lines and found no answer in them. "
                "The nearest passages are shown instead."
            )
            return replace(
                extract, citations=(), abstained=True, reason=reason, model=model, notice=notice
            )
        if self._last.dropped:
            notice = _joined(notice, _dropped(self._last.dropped))
        return replace(
            extract,
            citations=self._citations.all,
            claims=tuple(self.claims),
            reason=_reason(self.claims, len(self.evidence.lines)),
            model=model,
            notice=notice,
        )

    def _claim(self, said: WrittenClaim) -> Claim:
        found = cited(self.evidence, said.lines)
        outcome = checked(said.text, found, self.evidence, self._closeness)
        numbers = self._citations.of(found.lines)
        return Claim(said.text, numbers, outcome.verdict, outcome.findings)


def _look(
    question: str,
    asked: Queries,
    extract: Callable[[str, AnswerOptions], Answer],
    options: AnswerOptions,
) -> _Looked:
    """What all the queries find, with the best of their answers in sentences."""
    wide = options.model_copy(update={"passages": max(options.passages, _PASSAGES)})
    answers = [extract(query, wide) for query in asked.all]
    best = max(answers, key=lambda answer: answer.evidence)
    passages = merged([answer.passages for answer in answers])
    searched = "; ".join(asked.all) if asked.all != (question,) else ""
    shown = passages[: options.passages]
    best = replace(best, question=question, passages=shown, searched=searched, notice=asked.notice)
    return _Looked(best, passages)


def _teller(listen: Listen | None) -> Callable[[str], None]:
    """Tells what is done before the first word is there."""
    return lambda doing: listen(Spoken(doing=doing)) if listen else None


def _languages(hits: Sequence[ChunkMatch], lookup: ChunkLookup) -> set[Language]:
    """The languages of the documents that hits are of."""
    first = {hit.document: hit for hit in reversed(hits)}
    return {lookup(hit)[0].sir.language for hit in first.values()}


def _only_document(hits: Sequence[ChunkMatch]) -> str:
    """The document that all hits are of; empty if there are several."""
    documents = {hit.document for hit in hits}
    return documents.pop() if len(documents) == 1 else ""


def _reason(claims: Sequence[Claim], lines: int) -> str:
    counts = {verdict: sum(claim.verdict is verdict for claim in claims) for verdict in Verdict}
    return (
        f"Each claim was checked against the lines it cites: {counts[Verdict.SUPPORTED]} supported,"
        f" {counts[Verdict.PARTIAL]} supported in part, {counts[Verdict.UNSUPPORTED]} not "
        f"supported. The model was given {lines} lines."
    )


def _instead(error: ModelError) -> str:
    return f"The language model gave no answer: {error} {INSTEAD}"


def _dropped(count: int) -> str:
    what = "One claim was" if count == 1 else f"{count} claims were"
    return f"{what} left out: too long, too many, or not in the form asked for."


def _joined(*notices: str) -> str:
    return " ".join(notice for notice in notices if notice)
