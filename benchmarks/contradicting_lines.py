"""Lines that speak against a claim, on documents that the rules were not made with.

A sentence of a document with an error planted in a number, a unit or a negation is a claim that
the sentence itself speaks against: is it shown? And a sentence as it stands is a claim that nothing
ought to speak against, but in reports what is said of another year, which does not count as right
here: beside how many is a line shown?

The retrieved passages are the sixteen chunks that share most words with the claim. The rules were
made with the samples and a guideline; the other documents are reports, papers and brochures.
"""

from __future__ import annotations

import random
import time
from statistics import mean
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.planted_errors import planted
from benchmarks.questions import SAMPLES
from benchmarks.shelf import all_lines, in_small_chunks, matches_of
from core.errors import NoText
from core.evidence.grounding import Cited
from core.evidence.numbered_lines import Evidence, EvidenceLine, gather
from core.verification.clauses import content, share
from core.verification.contradictions import contradictions
from core.verification.source import source_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.chunking.base import Chunk, ChunkingResult
    from core.indexing.base import ChunkMatch


_KNOWN = ("oncology_guideline_en.pdf", "onkologie_leitlinie_de.pdf", "data_security_policy.pdf")
_GUIDELINE = "nice_ng243/ng243.pdf"
_DOCUMENTS = 8
"""Documents left out, the smallest files of `mmdocir` first."""
_SENTENCES, _ERRORS = 150, 40
"""Sentences of a document, and planted errors of a kind, at the most."""
_PASSAGES, _SHORTEST = 16, 6


class _Document:
    """A document with its sentences, each with the places of its lines."""

    def __init__(self, path: Path) -> None:
        """Raises `NoText` where rules can read nothing."""
        self._result = in_small_chunks(path)
        self._hits = matches_of(self._result)
        language = self._result.sir.language
        self._words = {one.id: content(one.content, language) for one in self._result.chunks}
        self._language = language
        whole = all_lines(self._result, self._hits)
        self.sentences: dict[str, set[object]] = {}
        for line in whole.lines:
            for sentence in source_of(whole, [line]).sentences:
                self.sentences.setdefault(sentence, set()).add(line.spans)

    def evidence(self, claim: str) -> Evidence:
        """The lines of the passages that share most words with a claim."""
        words = content(claim, self._language)
        ranked = sorted(self._hits, key=lambda hit: -share(words, self._words[hit.chunk_id]))
        return gather(ranked[:_PASSAGES], self._lookup)

    def own(self, sentence: str, evidence: Evidence) -> tuple[EvidenceLine, ...]:
        """The lines of a sentence among those of the evidence."""
        return tuple(line for line in evidence.lines if line.spans in self.sentences[sentence])

    def _lookup(self, hit: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
        return self._result, self._result.by_id[hit.chunk_id]


def run(data: Path | None) -> list[Figure]:
    """The samples and a guideline, with which the rules were made, and documents left out."""
    known = [SAMPLES / name for name in _KNOWN] + ([data / _GUIDELINE] if data else [])
    figures = _figures(known, "that the rules were made with")
    if data:
        by_size = sorted((data / "mmdocir" / "pdfs").glob("*.pdf"), key=lambda p: p.stat().st_size)
        figures += _figures(by_size, "left out")
    return figures


def _figures(paths: Sequence[Path], which: str) -> list[Figure]:
    documents = list(_read(paths))
    beside = [shown for document in documents for shown in _beside_verbatim(document)]
    how = f"{len(beside)} sentences of {len(documents)} documents {which}"
    seconds = mean(spent for _, spent in beside)
    figures = [
        Figure("verbatim sentences with a line against them", how, mean(s for s, _ in beside), ""),
        Figure("time to look for lines against a claim", how, seconds, "s"),
    ]
    shown = [one for document in documents for one in _beside_errors(document)]
    for kind in dict.fromkeys(kind for kind, _ in shown):
        of_kind = [found for name, found in shown if name == kind]
        how = f"{len(of_kind)} sentences of {len(documents)} documents {which}"
        figures.append(Figure(f"planted errors shown against, {kind}", how, mean(of_kind), "share"))
    return figures


def _read(paths: Sequence[Path]) -> Iterator[_Document]:
    """The first of these documents that hold text."""
    count = 0
    for path in paths:
        if count == _DOCUMENTS:
            return
        try:
            yield _Document(path)
        except NoText:
            continue
        count += 1


def _beside_verbatim(document: _Document) -> Iterator[tuple[bool, float]]:
    """Whether anything is shown against a sentence as it stands, and the seconds it took."""
    sentences = [text for text in document.sentences if len(text.split()) >= _SHORTEST]
    random.Random(0).shuffle(sentences)
    for sentence in sentences[:_SENTENCES]:
        evidence = document.evidence(sentence)
        own = document.own(sentence, evidence)
        if own:
            begun = time.perf_counter()
            shown = bool(contradictions(sentence, Cited(own), evidence))
            yield shown, time.perf_counter() - begun


def _beside_errors(document: _Document) -> Iterator[tuple[str, bool]]:
    """The kind of each planted error, and whether the sentence is shown against it."""
    for error in planted(document.sentences, _ERRORS):
        evidence = document.evidence(error.claim)
        own = {line.number for line in document.own(error.sentence, evidence)}
        if own:
            against = contradictions(error.claim, Cited(()), evidence)
            yield error.kind, any(one.line.number in own for one in against)
