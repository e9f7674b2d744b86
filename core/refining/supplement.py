"""What the open expressions of a chunk mean, found by rule in the document.

Source: TopoChunker, section 3.3.3, which looks before a chunk alone. What a document says of a term
once for all, a long form or an entry of a glossary, mostly at its end, explains it from behind,
too. Precision goes before recall: an entry in doubt is left out.
"""

from __future__ import annotations

import re
from itertools import combinations, islice
from typing import TYPE_CHECKING

from core.chunking.additions import SupplementEntry, SupplementKind
from core.refining.demonstratives import pointing, referent
from core.refining.document_terms import DocumentTerms, term_used
from core.refining.explanations import explains_earlier, term_key
from core.refining.meanings import introduced_as, meaning_holds, row_meaning, rule_meaning
from core.refining.named_things import meant, short_names
from core.refining.open_references import OpenExpression, open_expressions
from core.refining.pairs import BOTH, named_pair
from core.refining.references import clause, mentions, span
from core.refining.sir_query import sentences_before, walk
from core.refining.supplement_sources import Reach, node_text, shortened
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Role, Span, text_of
from core.text.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.chunking.base import Chunk
    from core.refining.explanations import Explanation

MOST = 5
"""Entries of a chunk."""
_ORDER = list(SupplementKind)
"""Which kinds are kept first where there are too many."""
_HEAD = 40
"""Characters of a sentence at whose beginning it points back; later ones mostly point inside."""
_LEAST_MORE = 3
"""Characters that what is referred to says beyond its name."""
_PAIR_REACH = 12
"""Sentences before a chunk in which two names are looked for."""


class RuleSupplements:
    """Supplements of the chunks of one document, whose terms are looked up once."""

    def __init__(self, sir: Sir) -> None:
        """Reads nothing yet."""
        self._sir = sir
        self._terms = DocumentTerms(sir)

    def of(self, chunk: Chunk) -> tuple[SupplementEntry, ...]:
        """The entries of a chunk in the order of their terms, five at the most."""
        open_ = open_expressions(self._sir, chunk, self._terms)
        resolving = _Resolving(self._sir, chunk, self._terms)
        entries = [entry for expression in open_ if (entry := resolving.entry(expression))]
        return limited(entries, chunk.content)


class _Resolving:
    """One chunk, and what stands before it."""

    def __init__(self, sir: Sir, chunk: Chunk, terms: DocumentTerms) -> None:
        self._sir, self._terms = sir, terms
        self._reach = Reach(sir, chunk)
        first = next(segment for segment in chunk.segments if segment.role is Role.OWN)
        self._first = first.span
        self._cut_inside = sir.nodes[first.node].type not in HEADINGS
        """Whether a section was cut before the chunk, which then goes on with it."""

    def entry(self, open_: OpenExpression) -> SupplementEntry | None:
        """What an expression means; None where rules do not know, or are in doubt."""
        source, meaning = self._source(open_) or (None, "")
        if source is None or self._reach.holds(source):
            return None
        entry = SupplementEntry(open_.term, open_.kind, *source, meaning=meaning)
        return entry if meaning_holds(self._sir, entry) else None

    def _source(self, open_: OpenExpression) -> tuple[Span, str] | None:
        if open_.kind is SupplementKind.REFERENCE:
            return self._reference(open_)
        if open_.kind is SupplementKind.ANAPHOR and BOTH.match(open_.term):
            return self._pair(open_)
        if short := next(short_names(open_.term, self._sir.language), None):
            return self._name(open_, short.noun)
        if open_.kind is SupplementKind.ANAPHOR:
            return self._pointed(open_)
        return self._term(open_)

    def _term(self, open_: OpenExpression) -> tuple[Span, str] | None:
        """The explanation of a term, and the part of it that is enough."""
        known = self._terms.explained.get(term_used(open_.term), ())
        if before := [each for each in known if self._reach.explains(each.span)]:
            nearest = self._nearest(before)
            clear = nearest and (self._is_beside(nearest) or not self._has_senses(open_, before))
            return self._meant(open_, nearest) if nearest and clear else None
        behind = [
            self._meant(open_, each)
            for each in known
            if explains_earlier(self._sir, each, open_.place.node)
        ]
        ways = {term_key(meaning or node_text(self._sir, at.node)) for at, meaning in behind}
        return behind[0] if len(ways) == 1 else None

    def _has_senses(self, open_: OpenExpression, known: Sequence[Explanation]) -> bool:
        """Whether an acronym is written out in ways that share less than half of their words."""
        forms = (each for each in known if each.kind is SupplementKind.ACRONYM)
        meanings = {frozenset(term_key(self._meant(open_, each)[1])) for each in forms}
        pairs = combinations(filter(None, meanings), 2)
        return any(2 * len(one & other) < max(len(one), len(other)) for one, other in pairs)

    def _is_beside(self, explanation: Explanation) -> bool:
        """Whether it stands in the section of the chunk itself."""
        parents = (self._sir.nodes[n].parent for n in (explanation.span.node, self._first.node))
        return len(set(parents)) == 1

    def _meant(self, open_: OpenExpression, explanation: Explanation) -> tuple[Span, str]:
        """The words of an explanation, and those of them that say what the term means."""
        source = explanation.span
        element = self._sir.nodes[source.node]
        if element.type is ElementType.TABLE_ROW:
            return source, row_meaning(self._sir, source.node, open_.term)
        text = element.text[source.start : source.end]
        return source, rule_meaning(text, open_.term, explanation.kind)

    def _nearest(self, before: Sequence[Explanation]) -> Explanation | None:
        """The explanation that SIR_Query meets first.

        Tables that define the same label differently leave it in doubt.
        """
        nodes = [self._sir.nodes[one.span.node] for one in before]
        tables = {node.parent for node in nodes if node.type is ElementType.TABLE_ROW}
        if len(before) < 2 or len(tables) > 1:
            return before[0] if len(before) == 1 else None
        for nodes_seen, _ in walk(self._sir, self._reach.first[0]):
            if seen := [one for one in before if one.span.node in nodes_seen]:
                return seen[-1]
        return before[-1]

    def _reference(self, open_: OpenExpression) -> tuple[Span, str] | None:
        """The numbered part that a reference names."""
        mention = next(mentions(open_.term), None)
        node = self._called(self._terms.numbered.get(mention.target, ())) if mention else None
        if mention is None or node is None:
            return None
        if mention.clause:
            node = clause(self._sir, node, mention.clause) or node
        source = shortened(self._sir, span(self._sir, node))
        text = text_of(self._sir, source)
        says_more = len(text) > len(open_.term) + _LEAST_MORE
        return (source, "") if says_more and self._reach.explains(source) else None

    def _called(self, called: Sequence[int]) -> int | None:
        """The part that is meant; of several, the one beside the chunk's own section.

        Each chapter may have its Article 1. Without a single one beside, it is in doubt.
        """
        if len(called) > 1:
            above = self._sir.ancestors(self._reach.first[0])
            called = [node for node in called if self._sir.nodes[node].parent in above[-2:]]
        return called[0] if len(called) == 1 else None

    def _pair(self, open_: OpenExpression) -> tuple[Span, str] | None:
        """The two names that "both contractors" stands for."""
        before = islice(sentences_before(self._sir, *self._first[:2]), _PAIR_REACH)
        pair = named_pair(self._sir, before, stem(open_.term.split()[-1]))
        return self._verbatim(pair.sentence, pair.start, pair.end) if pair else None

    def _name(self, open_: OpenExpression, noun: str) -> tuple[Span, str] | None:
        """The name in full that "the program" stands for."""
        known = [n for n in self._terms.names.get(noun, ()) if self._reach.explains(n.place)]
        name = meant(known, open_.term, self._first.node)
        return self._verbatim(name.sentence, name.start, name.end) if name else None

    def _pointed(self, open_: OpenExpression) -> tuple[Span, str] | None:
        """The sentence that "this method" points back to, from where a section was cut."""
        pointed = next(pointing(open_.term), None)
        node, start, _ = open_.sentence
        opens = (node, start) == (self._first.node, self._opening())
        opens = opens and open_.place.start - start <= _HEAD
        if pointed is None or not self._cut_inside or not opens:
            return None
        source = referent(self._sir, self._first.node, self._first.start, pointed)
        if source is None:
            return None
        source = shortened(self._sir, source)
        text = node_text(self._sir, source.node)[source.start : source.end]
        return source, introduced_as(text, pointed.noun)

    def _opening(self) -> int:
        """Where the first sentence of the chunk begins in its node."""
        text = self._sir.nodes[self._first.node].text[self._first.start :]
        return self._first.start + len(text) - len(text.lstrip())

    def _verbatim(self, sentence: Span, start: int, end: int) -> tuple[Span, str]:
        """A sentence, cut to what can be shown, and the words `start:end` of it."""
        meaning = self._sir.nodes[sentence.node].text[sentence.start :][start:end]
        short = shortened(self._sir, sentence)
        if sentence.start + end > short.end:
            short = shortened(self._sir, sentence._replace(start=sentence.start + start))
        return short, meaning


def limited(entries: Iterable[SupplementEntry], content: str) -> tuple[SupplementEntry, ...]:
    """The entries worth most, each term and each source once, in the order of their terms."""
    chosen: list[SupplementEntry] = []
    terms: set[str] = set()
    places: set[tuple[int, int, str]] = set()
    for entry in sorted(entries, key=lambda entry: _ORDER.index(entry.kind)):
        term, place = entry.term.casefold(), (entry.node, entry.start, entry.meaning)
        if term in terms or place in places or entry.end <= entry.start:
            continue
        terms.add(term)
        places.add(place)
        chosen.append(entry)
    return tuple(sorted(chosen[:MOST], key=lambda entry: place_of(entry.term, content)))


def place_of(term: str, content: str) -> int:
    """Where a term stands in a text as whole words, not "stage I" in "stage III"; else its end."""
    match = re.search(rf"(?<!\w){re.escape(term)}(?!\w)", content)
    return match.start() if match else len(content)
