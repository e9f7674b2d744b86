"""Where a document explains its own terms: acronyms, definitions and tables that define.

Only forms that leave no doubt are taken: what is missed costs nothing, what is wrong misleads.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.additions import SupplementKind
from core.refining.acronyms import is_acronym, long_forms
from core.refining.defining_tables import table_terms
from core.refining.definitions import defined_term
from core.refining.supplement_sources import node_text, shortened
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Span
from core.text.sentences import sentence_spans
from core.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


_WORDS = 4
"""Words of a term at the most."""
_DEFINING = re.compile(
    r"\b(definitions?|glossary|terms used|abbreviations?|acronyms?|"
    r"begriffe|begriffsbestimmung\w*|definitionen|glossar|abkürzung\w*)\b",
    re.IGNORECASE,
)
_GLOSSARY = re.compile(r"\b(?:glossary|abbreviation|acronym|glossar|abkürzung)", re.IGNORECASE)
_PART = re.compile(
    r"\b(part|chapter|section|teil|kapitel|abschnitt) (\d+|[IVX]+|[A-Z])\b", re.IGNORECASE
)
_TEXTS = frozenset(
    {ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.FOOTNOTE, ElementType.KEY_VALUE}
)

Key = tuple[str, ...]
"""A term as it is compared: stems of its words, or an acronym as it is written."""


class Explanation(NamedTuple):
    """A span that says what a term means, as it is written; of a table row where a row says it."""

    kind: SupplementKind
    span: Span
    term: str


def explanations(sir: Sir) -> Mapping[Key, Sequence[Explanation]]:
    """All explanations of a document's flow under their terms, in reading order."""
    explained: defaultdict[Key, list[Explanation]] = defaultdict(list)
    for node in range(sir.flow):
        for term, kind, span in _of_node(sir, node):
            key = (term,) if kind is SupplementKind.ACRONYM else term_key(term)
            if 0 < len(key) <= _WORDS:
                explained[key].append(Explanation(kind, shortened(sir, span), term))
    return explained


def explains_earlier(sir: Sir, explanation: Explanation, node: int) -> bool:
    """Whether it explains a node before it, too: a long form, or an entry of a glossary.

    Definitions that stand in a numbered part, or are named for some, hold in these alone; a
    glossary, which mostly stands in the last part, only where it is named for some.
    """
    if explanation.kind is SupplementKind.ACRONYM:
        return True
    above = [sir.nodes[heading].text for heading in sir.lineage(explanation.span.node)]
    defining = next((n for n, text in enumerate(above) if _DEFINING.search(text)), None)
    if defining is None:
        return False
    headings = [n for n in (*sir.lineage(node), node) if sir.nodes[n].type in HEADINGS]
    here = _parts(sir.nodes[heading].text for heading in headings)
    if named := _parts([_DEFINING.split(above[defining])[-1]]):
        return {kind for kind, _ in named} == {kind for kind, _ in named & here}
    return bool(_GLOSSARY.search(above[defining])) or _parts(above[:defining]) <= here


def _parts(headings: Iterable[str]) -> set[tuple[str, str]]:
    """The numbered parts that headings name."""
    return {part for text in headings for part in _PART.findall(text.casefold())}


def term_key(term: str) -> Key:
    """What a term is compared by: an acronym as it is, words by their stems."""
    return (term,) if is_acronym(term) else tuple(word.stem for word in words(term))


def _of_node(sir: Sir, node: int) -> Iterator[tuple[str, SupplementKind, Span]]:
    element = sir.nodes[node]
    if element.type is ElementType.TABLE:
        for term, row in table_terms(sir, node):
            kind = SupplementKind.ACRONYM if is_acronym(term) else SupplementKind.DEFINITION
            yield term, kind, Span(row, 0, len(node_text(sir, row)))
        return
    for short, start, end in long_forms(element.text):
        yield short, SupplementKind.ACRONYM, Span(node, start, end)
    if element.type in _TEXTS:
        for term, span in _definitions(sir, node):
            yield term, SupplementKind.DEFINITION, span


def _definitions(sir: Sir, node: int) -> Iterator[tuple[str, Span]]:
    """Definitions in the sentences of a node, and that of the heading above it."""
    text = sir.nodes[node].text
    above = sir.lineage(node)
    section = _in_definitions(sir, above)
    for number, (start, end) in enumerate(sentence_spans(text, sir.language)):
        term = defined_term(text[start:end], section)
        if term is None and number == 0 and section:
            term = _titled(sir, node, above)
        if term is not None:
            yield term, Span(node, start, end)


def _in_definitions(sir: Sir, headings: Sequence[int]) -> bool:
    """Whether one of the headings above a node is that of a section of definitions."""
    return any(_DEFINING.search(sir.nodes[heading].text) for heading in headings)


def _titled(sir: Sir, node: int, above: Sequence[int]) -> str | None:
    """The heading that the first text below it defines, in a section of such headings."""
    if sir.nodes[node - 1].type not in HEADINGS or len(above) < 2:
        return None
    heading = sir.nodes[above[-1]].text
    defining = _in_definitions(sir, above[:-1])
    return heading if defining and not _DEFINING.search(heading) else None
