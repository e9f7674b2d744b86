"""Answers written by a language model: claims over numbered lines, each checked before it is shown.

The evidence goes out as numbered lines, so that a claim can only cite what was found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from core.answering.base import Claim, Objection, Spoken
from core.answering.claim_stream import Draft, answer_request, written
from core.answering.combined_answer import merged
from core.answering.query.rewriting import Queries, queries
from core.answering.reason import of_model
from core.answering.second_opinions import second_opinions
from core.errors import ModelError, RequestTooLong
from core.evidence.citations import cite
from core.evidence.grounding import Citations, cited, quote_of
from core.evidence.numbered_lines import BUDGET, gather
from core.verification.claim_check import checked
from core.verification.comparison import compared
from core.verification.contradictions import contradictions
from core.verification.line_marks import without_marks, without_number
from core.verification.source import NO_SOURCE
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer, Exchange, Listen, Passage
    from core.answering.claim_stream import WrittenClaim
    from core.answering.rule_answerer import RuleAnswerer
    from core.answering.second_opinions import OpenReader
    from core.evidence.grounding import Cited
    from core.evidence.numbered_lines import Evidence
    from core.indexing.base import ChunkMatch
    from core.llm.model import LanguageModel, ModelUse
    from core.verification.comparison import Compare
    from core.verification.contradictions import Contradiction
    from core.verification.verdicts import Outcome

_PASSAGES = 16
"""Passages whose lines may be given to the model."""
_SMALLEST = BUDGET // 4
"""Tokens of lines that a model is given where its context takes no more; less is no evidence."""
INSTEAD = "The best sentences are quoted instead."
"""Ends the notice of an answer that sentences give because the model failed."""


def _no_reader() -> None:
    """Nobody reads claims once more."""


@dataclass(frozen=True)
class GenerativeAnswerer:
    """Lets a model write claims from the lines that `rules` find; sentences take their place.

    `strict` says how sure a claim must be to count as supported, `second_reader` opens who reads
    the claims once more, `compare` tells how near a claim is to lines.
    """

    model: LanguageModel
    rules: RuleAnswerer
    strict: bool = False
    second_reader: OpenReader = _no_reader
    compare: Compare = compared

    def answer(
        self,
        question: str,
        conversation: Sequence[Exchange] = (),
        listen: Listen | None = None,
        *,
        as_asked: bool = False,
    ) -> Answer:
        """An answer whose every claim cites lines and carries a verdict.

        A question that only makes sense after what was said before is put in words of its own
        first, unless it is to be searched `as_asked`. An error of the model never leaves it. Below
        the threshold of evidence the model is not asked for an answer.

        Raises:
            Cancelled: `listen` asked for it.
        """
        listen = listen or (lambda _: None)
        listen(Spoken(doing="Searching the documents"))
        hits = self.rules.search(question)
        asked = Queries(question) if as_asked else self._queries(question, hits, conversation)
        extract, passages = self._extract(question, hits, asked)
        if extract.abstained:
            return extract
        # A model that cannot be loaded is told before anything is paid for.
        self.compare("", NO_SOURCE)
        document = _only_document(hits)
        speech, use, failure = self._spoken(question, asked, passages, document, listen)
        notice = ""
        if failure and not speech.claims:
            # The same failure, as of a key, is told once.
            before = "" if str(failure) in asked.notice else asked.notice
            failed = f"The language model gave no answer: {failure} {INSTEAD}"
            return replace(extract, notice=_sentences(before, failed))
        if failure:
            notice = f"The language model broke off: {failure} What was checked before is shown."
        notice = _sentences(notice, _cut_off(use))
        if not speech.abstained:
            notice = _sentences(notice, speech.read_again(self.second_reader))
        return speech.answer(extract, self.model.name, _sentences(asked.notice, notice))

    def _spoken(
        self,
        question: str,
        asked: Queries,
        passages: Sequence[Passage],
        document: str,
        listen: Listen,
        budget: int = BUDGET,
    ) -> tuple[_Speech, ModelUse, ModelError | None]:
        """What the model writes, from fewer lines where its context is short; why it ended early.

        `budget` is in tokens, `document` the one that all passages are of, if there is one.
        """
        evidence = gather([each.hit for each in passages[:_PASSAGES]], self.rules.lookup, budget)
        listen(Spoken(doing=f"{self.model.name} reads {len(evidence.lines)} lines"))
        check = partial(checked, compare=self.compare, strict=self.strict)
        speech = _Speech(evidence, check, listen)
        request = answer_request(question, evidence, asked.question)
        task = self.model.task("answer", document)
        try:
            for draft in written(task, request):
                speech.hear(draft)
        except ModelError as error:
            too_long = isinstance(error, RequestTooLong) and not speech.claims
            if too_long and budget > _SMALLEST:
                return self._spoken(question, asked, passages, document, listen, budget // 2)
            return speech, task.use, error
        return speech, task.use, None

    def _queries(
        self, question: str, hits: Sequence[ChunkMatch], conversation: Sequence[Exchange]
    ) -> Queries:
        """What is searched for a question: as the model puts it, or as the rules do."""
        before = [exchange.question for exchange in conversation]
        wordings = self.rules.wordings(question, before, hits)
        by_rules = wordings.get(question) or " ".join(wordings.values())
        task = self.model.task("rewrite", _only_document(hits))
        known = self.rules.known(hits)
        languages = {known.chunk_words(hit.document).language for hit in hits}
        asked = queries(task, question, conversation, languages, by_rules)
        return replace(asked, parts=tuple(wordings.values())) if len(wordings) > 1 else asked

    def _extract(
        self, question: str, hits: Sequence[ChunkMatch], asked: Queries
    ) -> tuple[Answer, tuple[Passage, ...]]:
        """The best answer in sentences to any of the queries, and the passages of all of them."""
        rules, options = self.rules, self.rules.options
        wide = options.model_copy(update={"passages": max(options.passages, _PASSAGES)})
        answers = [
            rules.quoted(query, hits if query == question else rules.search(query), wide)
            for query in asked.all
        ]
        best = max(answers, key=lambda answer: answer.evidence)
        passages = merged([answer.passages for answer in answers])
        searched = "; ".join(asked.all) if asked.all != (question,) else ""
        shown = passages[: options.passages]
        return replace(
            best, question=question, passages=shown, searched=searched, notice=asked.notice
        ), passages


class _Speech:
    """An answer while it is written: claims are checked as they are finished, and told."""

    def __init__(
        self, evidence: Evidence, check: Callable[[str, Cited, Evidence], Outcome], listen: Listen
    ) -> None:
        self._evidence = evidence
        self._check = check
        self._listen = listen
        self._last = Draft()
        self._forget()

    def hear(self, draft: Draft) -> None:
        """Check the claims that are new, and tell how far the answer is.

        Where the model does not go on with what it wrote, as after a draft, its answer begins anew.
        """
        heard = self._last.claims
        if draft.claims[: len(heard)] != heard:
            self._forget()
        self._last = draft
        self.claims += map(self._claim, draft.claims[len(self.claims) :])
        doing = "" if draft.done else "Writing, and checking each claim"
        # Told even where nothing has come, as of a model that thinks: the listener may stop it.
        self._listen(Spoken(tuple(self.claims), self._citations.all, draft.words, doing))

    def _forget(self) -> None:
        self._citations = Citations(self._evidence)
        self._cited: list[Cited] = []
        self.claims: list[Claim] = []

    @property
    def abstained(self) -> bool:
        """Whether the model said that the lines hold no answer, whatever it claimed."""
        return self._last.abstain

    def read_again(self, open_reader: OpenReader) -> str:
        """Let another reader judge the claims, too; why some have no second opinion."""

        def tell(doing: str) -> None:
            self._listen(Spoken(tuple(self.claims), self._citations.all, doing=doing))

        claims = list(zip(self.claims, self._cited, strict=True))
        self.claims, notice = second_opinions(open_reader, claims, self._evidence, tell)
        return notice

    def answer(self, extract: Answer, model: str, notice: str) -> Answer:
        """What was said, in place of the answer in sentences."""
        extract = replace(extract, model=model, notice=notice)
        lines, dropped = len(self._evidence.lines), self._last.dropped
        if self.abstained or not self.claims:
            return replace(extract, citations=(), abstained=True, reason=of_model(model, lines))
        if dropped:
            what = "One claim was" if dropped == 1 else f"{dropped} claims were"
            left_out = f"{what} left out: too long, too many, or not in the form asked for."
            extract = replace(extract, notice=_sentences(notice, left_out))
        claims, citations = tuple(self.claims), self._citations.all
        return replace(extract, citations=citations, claims=claims, reason=_reason(claims, lines))

    def _claim(self, claim: WrittenClaim) -> Claim:
        lines = cited(self._evidence, claim.lines)
        self._cited.append(lines)
        text = without_number(claim.text, len(self._cited), lines)
        text = without_marks(text, lines).strip() or claim.text
        outcome = self._check(text, lines, self._evidence)
        numbers = self._citations.of(lines.lines)
        against = contradictions(text, lines, self._evidence)
        objections = tuple(map(self._objection, against))
        return Claim(text, numbers, outcome.verdict, outcome.findings, objections)

    def _objection(self, against: Contradiction) -> Objection:
        line = against.line
        header = line.header if against.spans == line.spans else ()
        quote = quote_of(self._evidence, line, against.spans, header)
        citation = cite(0, quote, self._evidence.sir(line))
        return Objection(against.opposition, against.words, citation)


def _cut_off(use: ModelUse) -> str:
    """What is to be told where the service seems to have read only a part of what it was sent."""
    if not use.fills_context:
        return ""
    return (
        f"{use.model} read {use.usage.input + use.spared.input:,} tokens, which seems to be all "
        "that its context holds: lines may have been cut off. Give it a longer one, in Ollama by "
        "OLLAMA_CONTEXT_LENGTH."
    )


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


def _sentences(*notices: str) -> str:
    return " ".join(notice for notice in notices if notice)
