"""What the expressions of a chunk refer to, found by rule before it in the document.

Source: TopoChunker, section 3.3.3. Precision goes before recall: an entry in doubt is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.base import SupplementEntry, SupplementKind
from core.refining.acronyms import is_acronym
from core.refining.demonstratives import pointing, referent
from core.refining.explanations import LONGEST, explanations
from core.refining.references import clause, mentions, span, targets
from core.refining.sir_query import walk
from core.refining.supplement_sources import Reach
from core.sir import HEADINGS, ElementType
from core.spans import Role, Span
from core.text.sentences import sentence_spans
from core.text.words import follow, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.chunking.base import Chunk
    from core.refining.explanations import Explanation
    from core.sir import Sir
    from core.text.words import Word

MOST = 5
"""Entries of a chunk."""
_LONGEST_TERM = 4
_ORDER = list(SupplementKind)
"""Which kinds are kept first where there are too many."""


class RuleSupplements:
    """Supplements of the chunks of one document, whose explanations are looked up once."""

    def __init__(self, sir: Sir) -> None:
        """Reads the document's definitions, acronyms and numbered parts."""
        self._sir = sir
        self._explained = explanations(sir)
        self._first = {key[0] for key in self._explained}
        self._targets = targets(sir)

    def of(self, chunk: Chunk) -> tuple[SupplementEntry, ...]:
        """The entries of a chunk in the order of their terms, five at the most."""
        reach = Reach(self._sir, chunk)
        entries = [
            *self._terms(chunk.content, reach),
            *self._references(chunk.content, reach),
            *self._pointers(chunk, reach),
        ]
        return limited(entries, chunk.content)

    def _terms(self, text: str, reach: Reach) -> Iterator[SupplementEntry]:
        """Defined terms, longer ones before the shorter in them."""
        tokens = words(text)
        at = 0
        while at < len(tokens):
            if self._first.isdisjoint((*_key(tokens[at : at + 1]), tokens[at].stem)):
                at += 1
                continue
            size, explanation = self._longest(text, tokens[at : at + _LONGEST_TERM], reach)
            if explanation is not None:
                term = text[tokens[at].start : tokens[at + size - 1].end]
                yield SupplementEntry(term, explanation.kind, *explanation.span)
            at += max(size, 1)

    def _longest(
        self, text: str, tokens: Sequence[Word], reach: Reach
    ) -> tuple[int, Explanation | None]:
        """The longest defined term that begins with these words, and its explanation."""
        for size in range(_together(text, tokens), 0, -1):
            known = self._explained.get(_key(tokens[:size]), ())
            if known and _written_as(tokens[size - 1], size):
                return size, self._nearest(known, reach)
        return 0, None

    def _nearest(self, known: Sequence[Explanation], reach: Reach) -> Explanation | None:
        """The explanation that SIR_Query meets first; None if the chunk explains it itself.

        Tables that define the same label differently leave it in doubt.
        """
        if any(reach.holds(explanation.span) for explanation in known):
            return None
        before = [explanation for explanation in known if reach.explains(explanation.span)]
        nodes = [self._sir.nodes[explanation.span.node] for explanation in before]
        tables = {node.parent for node in nodes if node.type is ElementType.TABLE_ROW}
        if len(before) < 2 or len(tables) > 1:
            return before[0] if len(before) == 1 else None
        for nodes_seen, _ in walk(self._sir, reach.first[0]):
            if seen := [known for known in before if known.span.node in nodes_seen]:
                return seen[-1]
        return before[-1]

    def _references(self, text: str, reach: Reach) -> Iterator[SupplementEntry]:
        """Numbered parts that the text refers to."""
        for mention in mentions(text):
            node = self._called(self._targets.get(mention.target, []), reach)
            if node is None:
                continue
            if mention.clause:
                node = clause(self._sir, node, mention.clause) or node
            source = span(self._sir, node)
            if reach.explains(source) and not reach.holds(Span(node, 0, 1)):
                term = text[mention.start : mention.end]
                yield SupplementEntry(term, SupplementKind.REFERENCE, *source)

    def _called(self, called: Sequence[int], reach: Reach) -> int | None:
        """The part that is meant; of several, the one beside the chunk's own section.

        Each chapter may have its Article 1. Without a single one beside, it is in doubt.
        """
        if len(called) > 1:
            above = self._sir.ancestors(reach.first[0])
            called = [node for node in called if self._sir.nodes[node].parent in above[-2:]]
        return called[0] if len(called) == 1 else None

    def _pointers(self, chunk: Chunk, reach: Reach) -> Iterator[SupplementEntry]:
        """What the first sentence of a chunk points back to, where a section was cut before it."""
        first = next(segment for segment in chunk.segments if segment.role is Role.OWN)
        element = self._sir.nodes[first.node]
        if element.type in HEADINGS:
            return
        text = element.text[first.start : first.end]
        start, end = next(iter(sentence_spans(text, self._sir.language)), (0, 0))
        pointed = pointing(text[start:end])
        if pointed is None:
            return
        source = referent(self._sir, first.node, first.start, pointed.noun)
        if source and reach.explains(source):
            term = text[start + pointed.start : start + pointed.end]
            yield SupplementEntry(term, SupplementKind.ANAPHOR, *source)


def limited(entries: Iterable[SupplementEntry], content: str) -> tuple[SupplementEntry, ...]:
    """The entries worth most, each term and each source once, in the order of their terms."""
    chosen: list[SupplementEntry] = []
    terms: set[str] = set()
    places: set[tuple[int, int]] = set()
    for entry in sorted(entries, key=lambda entry: _ORDER.index(entry.kind)):
        term, place = entry.term.casefold(), (entry.node, entry.start)
        if term in terms or place in places or not 0 < entry.end - entry.start <= LONGEST:
            continue
        terms.add(term)
        places.add(place)
        chosen.append(entry)
    return tuple(sorted(chosen[:MOST], key=lambda entry: place_of(entry.term, content)))


def place_of(term: str, content: str) -> int:
    """Where a term stands in a text as whole words, not "stage I" in "stage III"; else its end."""
    match = re.search(rf"(?<!\w){re.escape(term)}(?!\w)", content)
    return match.start() if match else len(content)


def _together(text: str, tokens: Sequence[Word]) -> int:
    """How many of the words are parted by single spaces only."""
    size = 1
    while size < len(tokens) and follow(text, tokens[size - 1], tokens[size]):
        size += 1
    return min(size, len(tokens))


def _key(tokens: Sequence[Word]) -> tuple[str, ...]:
    """What a term is looked up by: an acronym as it is written, in the singular."""
    if len(tokens) > 1:
        return tuple(word.stem for word in tokens)
    text = tokens[0].text
    singular = text.removesuffix("s")
    if is_acronym(text):
        return (singular if singular.isupper() else text,)
    return (tokens[0].stem,)


def _written_as(last: Word, size: int) -> bool:
    """Whether the letter of a label is a capital: "Grade A", and not "grade a measure"."""
    return size == 1 or len(last.text) > 3 or not last.text.isalpha() or last.text.isupper()
