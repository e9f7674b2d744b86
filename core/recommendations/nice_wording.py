"""The strength of recommendations of NICE, which say it by their verbs and have no grades.

Source: NICE, Developing NICE guidelines: the manual (PMG20), on wording recommendations: "offer"
(or "measure", "advise", "commission", "refer"), "consider", "must", and their negatives. A verb
that the manual does not name, such as "explain", states no strength.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.surrounding_lines import nodes_up_to_page
from core.recommendations.base import Force, Grade, Stated
from core.recommendations.stating import matched, stated, stated_node
from core.spans import Span, text_of
from core.text.sentences import sentence_spans
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from core.recommendations.unit_spans import UnitSpans
    from core.sir import Sir

SCHEME = "NICE wording"
_LISTS = word_table(__file__)
_GUIDELINE, _DEFINING = whole_words(_LISTS["guideline"]), any_of(_LISTS["defining"])
_QUOTING = any_of(_LISTS["quoting"])
"""A paragraph that itself says what "offer" and "consider" mean."""
_QUOTED = re.compile(r"[“‘'\"]([^“”‘’'\"…]{3,20})…?[”’'\"]")
"""The verbs that such a paragraph explains; others state no strength where NICE is not named."""
_BEGINS = r"(?:^\W*|[.:;]\s+|,\s+(?:and\s+|or\s+)?|[•－]\s*|\band\s+|\bor\s+)"
"""What a verb that tells the reader what to do stands behind."""
_VERBS = [
    (Force(force), re.compile(rf"{_BEGINS}(?P<verb>(?:{'|'.join(verbs)}))\b", re.IGNORECASE))
    for force, verbs in _LISTS["verbs"]
]
_FIRST_PAGES = 2


def wording_definition(sir: Sir) -> Stated | None:
    """Where a guideline says that its words show the strength as NICE's do; else None."""
    for node in range(sir.flow):
        if _QUOTING.search(sir.nodes[node].text):
            return stated_node(sir, node)
    if not is_of_nice(sir):
        return None
    for node in range(sir.flow):
        text = sir.nodes[node].text
        for start, end in sentence_spans(text) if _DEFINING.search(text) else ():
            if _DEFINING.search(text[start:end]):
                return stated(sir, Span(node, start, end))
    return None


def is_of_nice(sir: Sir) -> bool:
    """Whether a document calls itself a guideline of NICE, whose manual explains its verbs."""
    first = (node for node in nodes_up_to_page(sir, _FIRST_PAGES) if node < sir.flow)
    return any(_GUIDELINE.search(sir.nodes[node].text) for node in first)


def wording(sir: Sir, unit: UnitSpans, definition: Stated) -> Grade | None:
    """The verbs of a recommendation that show its strength; no force if they differ in it."""
    quoted = (
        None if is_of_nice(sir) else {q[1].casefold() for q in _QUOTED.finditer(definition.words)}
    )
    verbs: dict[Force, Span] = {}
    for span in unit.text:
        for force, pattern in _VERBS:
            match = pattern.search(text_of(sir, span))
            if match and force not in verbs and (not quoted or match["verb"].casefold() in quoted):
                verbs[force] = matched(span, match, "verb")
    if not verbs:
        return None
    force = next(iter(verbs)) if len(verbs) == 1 else None
    return Grade(stated(sir, *sorted(verbs.values())), SCHEME, force, definition)
