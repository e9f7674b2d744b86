"""The audit of a chunk: its expressions that nothing in it explains, and where they stand.

Source: TopoChunker, section 3.3.3 (contextual voids), and appendix C, strategy 2.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.additions import SupplementKind
from core.refining.acronyms import is_acronym
from core.refining.demonstratives import pointing
from core.refining.document_terms import DocumentTerms
from core.refining.named_things import short_names
from core.refining.pairs import BOTH
from core.refining.pronouns import open_pronouns
from core.refining.references import mentions
from core.refining.supplement_sources import Reach
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Role, Span
from core.text.sentences import sentence_spans
from core.text.words import Word, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.chunking.base import Chunk


_ROMAN = re.compile(r"[IVX]+")


class OpenExpression(NamedTuple):
    """An expression that its chunk does not explain.

    `term` stands at `place`, in the sentence at `sentence`; both are spans of one node.
    """

    term: str
    kind: SupplementKind
    place: Span
    sentence: Span


def open_expressions(
    sir: Sir, chunk: Chunk, terms: DocumentTerms | None = None
) -> list[OpenExpression]:
    """What the whole of a chunk leaves open, in reading order, each expression (by its stems) once.

    Pronouns and demonstratives without a noun before them in the chunk; terms, labels and
    acronyms that the chunk does not explain; numbered references out of it. What is repeated
    from elsewhere, as headings are, explains and is not audited. `terms` of the document save
    reading them anew for each of its chunks.
    """
    audit = _Audit(sir, chunk, terms or DocumentTerms(sir))
    open_: dict[str, OpenExpression] = {}
    for expression in audit.expressions():
        open_.setdefault(" ".join(word.stem for word in words(expression.term)), expression)
    return list(open_.values())


class _Audit:
    """One chunk, sentence by sentence, with what it shows before each."""

    def __init__(self, sir: Sir, chunk: Chunk, terms: DocumentTerms) -> None:
        self._sir, self._chunk, self._terms = sir, chunk, terms
        self._reach = Reach(sir, chunk)
        self._before = ""
        self._introduced: set[str] = set()

    def expressions(self) -> Iterator[OpenExpression]:
        for segment in self._chunk.segments:
            element = self._sir.nodes[segment.node]
            text = element.text[segment.start : segment.end]
            if element.type in HEADINGS:
                self._before += f"{text}\n"
                if segment.role is Role.OWN:
                    yield from self._found(segment.span, text, self._terms_of(text, words(text)))
                continue
            if segment.role is not Role.OWN:
                self._before += f"{text}\n"
                self._introduced |= _stems(text)
                continue
            for start, end in sentence_spans(text, self._sir.language):
                sentence = Span(segment.node, segment.start + start, segment.start + end)
                said = text[start:end]
                tokens = words(said)
                found = [*self._terms_of(said, tokens), *self._pointers(segment.node, said)]
                yield from self._found(sentence, said, found)
                self._before += f"{said} "
                self._introduced |= {word.stem for word in tokens}

    def _found(
        self, sentence: Span, text: str, found: Iterable[tuple[int, int, SupplementKind]]
    ) -> Iterator[OpenExpression]:
        for start, end, kind in sorted(found):
            place = Span(sentence.node, sentence.start + start, sentence.start + end)
            yield OpenExpression(text[start:end], kind, place, sentence)

    def _pointers(self, node: int, text: str) -> Iterator[tuple[int, int, SupplementKind]]:
        if self._sir.nodes[node].type is ElementType.TABLE_CELL:
            return
        language, first = self._sir.language, not self._introduced
        for start, end in open_pronouns(text, self._before, language, first=first):
            yield start, end, SupplementKind.ANAPHOR
        for pointed in pointing(text):
            both = BOTH.match(text, pointed.start)
            if pointed.noun not in (self._introduced if both else _stems(self._before)):
                yield pointed.start, pointed.end, SupplementKind.ANAPHOR
        yield from self._short_names(text)

    def _short_names(self, text: str) -> Iterator[tuple[int, int, SupplementKind]]:
        """Names in short that the chunk has not introduced, nor anywhere gives in full."""
        for short in short_names(text, self._sir.language):
            known = self._terms.names.get(short.noun, ())
            if not known or short.noun in self._introduced | _stems(text[: short.start]):
                continue
            if not any(self._reach.holds(name.place) for name in known):
                party = any(name.party for name in known)
                kind = SupplementKind.DEFINITION if party else SupplementKind.ANAPHOR
                yield short.start, short.end, kind

    def _terms_of(
        self, text: str, tokens: Sequence[Word]
    ) -> Iterator[tuple[int, int, SupplementKind]]:
        for used in self._terms.used(text, tokens):
            if not any(self._reach.holds(known.span) for known in used.explanations):
                yield used.start, used.end, used.explanations[0].kind
        if not _is_in_capitals(text):
            for word in tokens:
                if _may_be_open(word.text) and not self._explains(word.text):
                    yield word.start, word.end, SupplementKind.ACRONYM
        for mention in mentions(text):
            nodes = self._terms.numbered.get(mention.target, ())
            if nodes and not any(self._reach.holds(Span(node, 0, 1)) for node in nodes):
                yield mention.start, mention.end, SupplementKind.REFERENCE

    def _explains(self, acronym: str) -> bool:
        """Whether the chunk writes an acronym out, anywhere."""
        return (
            re.search(
                rf"[(\"“]{re.escape(acronym)}s?[)\"”]|\b{re.escape(acronym)} \(",
                self._chunk.content,
            )
            is not None
        )


def _may_be_open(word: str) -> bool:
    return is_acronym(word) and not _ROMAN.fullmatch(word)


def _is_in_capitals(text: str) -> bool:
    """Whether a text is set in capitals, so that they say nothing of its words."""
    letters = [letter for letter in text if letter.isalpha()]
    return len(text.split()) > 1 and 2 * sum(map(str.isupper, letters)) > len(letters)


def _stems(text: str) -> set[str]:
    return {word.stem for word in words(text)}
