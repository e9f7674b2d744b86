"""Questions on what a section says, of its heading."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from core.evaluation.questions.rules.base import Candidate, title_of
from core.evaluation.questions.rules.phrasing import phrases, within
from core.sir import HEADINGS, ElementType
from core.text.language import Language
from core.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.evaluation.questions.rules.base import Known

_FEWEST, _MOST = 80, 1200
"""Characters of a section that is asked for: enough to say something, not too much to be read."""
_LONGEST_TITLE, _LONGEST_SECTION = 90, 60
_GENERIC = frozenset(
    """
    introduction overview summary background contents references bibliography index appendix notes
    note conclusion discussion general welcome acknowledgements foreword preface disclaimer
    copyright imprint about abstract glossary abbreviations example examples important warning
    caution tip see also more information details other miscellaneous update updates rationale
    einleitung überblick zusammenfassung hintergrund inhalt inhaltsverzeichnis literatur vorwort
    anhang impressum allgemeines hinweis hinweise fazit begriffe abkürzungen beispiel beispiele
    definitions definitionen sonstiges weiteres ergebnis ergebnisse rationale impact
    funding grundsätze principles
    """.split()
)
_NO_TITLE = re.compile(
    r"^(?:step|schritt|method|figure|table|abbildung|tabelle|what[’']s)\b|[:.!;,]$|https?:|@|\t"
    r"|\b(?:this|these|diese[rsmn]?)\b"
)
"""Titles that name nothing, or point to what only the page shows."""
_SENTENCE = re.compile(r"\b(?:could|may|might|will|would|is|are|was|were|has|have|can|cannot)\b")
_RECOMMENDS = {
    Language.ENGLISH: re.compile(
        r"\b(?:should|must|(?:is|are|we) recommend(?:ed)?)\b|(?:^|\d )(?:offer|consider) ",
        re.IGNORECASE,
    ),
    Language.GERMAN: re.compile(r"\b(?:soll(?:te)?n?|empfohlen|empfehlen|empfiehlt)\b"),
}
_CLAUSE = re.compile(
    r"^(?:how|why|what|who|where|which|whether|wie|warum|was|wer|wo|welche[rsmn]?|ob)\b",
    re.IGNORECASE,
)
_PHRASE = re.compile(
    r"^(?:after|before|during|with|without|within|following|in|at|on|by|to|from|under|over|of|we|our"
    r"|you|your|turn|forgot|use|set|add|get|enter|open|check|avoid|keep|make|do|don[’']t)\b",
    re.IGNORECASE,
)
"""Beginnings of titles that fit no sentence: prepositions, and what is told or ordered."""
_MOST_OFTEN = 2
"""How often a title may stand in a document; one that does so more often is part of its form."""
_FORMS = (
    (re.compile(r"^when to (.+)$", re.IGNORECASE), "When should you {}?"),
    (re.compile(r"^how to (.+)$", re.IGNORECASE), "How do you {}?"),
)
_IF = re.compile(r"^(?:if|wenn|falls)\b", re.IGNORECASE)
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})
_HOLDERS = frozenset({ElementType.LIST, ElementType.SEGMENT})
_BESIDE = frozenset({ElementType.FOOTNOTE, ElementType.CAPTION})
"""What may stand in a section without being part of its answer."""


def candidates(known: Known) -> Iterator[Candidate]:
    """A question for each heading with a short text below it that nothing else has a part in.

    A heading of one word, or one that stands in the document twice, is asked for with the one
    above it. The title of the document is not asked for.
    """
    sir = known.sir
    headings = [node for node in range(1, sir.flow) if sir.nodes[node].type in HEADINGS]
    titles = Counter(title_of(sir.nodes[node].text).casefold() for node in headings)
    for node in headings[1:]:
        title = title_of(sir.nodes[node].text)
        times = titles[title.casefold()]
        if times <= _MOST_OFTEN and asks_for_something(title):
            above = _above(known, node)
            twin = above.casefold() == title.casefold()
            alone = len(title.split()) > 1 and (times == 1 or twin)
            yield from _candidate(known, node, title, above, alone)


def _candidate(known: Known, node: int, title: str, above: str, alone: bool) -> Iterator[Candidate]:
    own = own_text(known, node)
    text = " ".join(known.sir.nodes[one].text for one in own)
    evidence = known.whole(*own) if _FEWEST <= len(text) <= _MOST else None
    if evidence is None or not (alone or above):
        return
    question = _question(known, title, text)
    if not alone:
        question = within(question, phrases(known.language).within, above)
    stands = (alone and "“" not in question) or (known.language is Language.GERMAN and alone)
    yield Candidate(question, evidence, node, title if stands else "")


def own_text(known: Known, heading: int) -> list[int]:
    """The nodes of text below a heading, up to the next one; none where a table is among them."""
    sir = known.sir
    found: list[int] = []
    for node in range(heading + 1, int(sir.subtree_end[heading])):
        kind = sir.nodes[node].type
        if kind in HEADINGS:
            break
        if kind in _TEXTS:
            found += [node] if sir.nodes[node].text.strip() else []
        elif kind not in _HOLDERS and kind not in _BESIDE:
            return []
    return found


def _question(known: Known, title: str, text: str) -> str:
    """The form that fits a title, and what its section does."""
    forms = phrases(known.language)
    said = known.in_sentence(title)
    if title.endswith("?"):
        return title
    if _IF.match(title):
        return forms.if_so.format(said[0].lower() + said[1:])
    if known.language is Language.GERMAN:
        return (forms.recommends if _recommends(known, text) else forms.about).format(title)
    for pattern, form in _FORMS:
        if found := pattern.match(said):
            return form.format(found.group(1))
    if _PHRASE.match(title) or (_SENTENCE.search(title) and not _CLAUSE.match(title)):
        return forms.heading.format(title)
    recommends = _recommends(known, text) and not _CLAUSE.match(title)
    return (forms.recommends if recommends else forms.about).format(said.removeprefix("about "))


def _recommends(known: Known, text: str) -> bool:
    pattern = _RECOMMENDS.get(known.language)
    return pattern is not None and pattern.search(text) is not None


def asks_for_something(title: str) -> bool:
    """Whether a title names what its section is about."""
    if len(title) > _LONGEST_TITLE or _NO_TITLE.search(title.lower()):
        return False
    words = [word.casefold().strip("?,()“”\"'") for word in title.split()]
    telling = [word for word in words if len(word) > 2 and word not in STOP_WORDS]
    enough = 2 if title.endswith("?") else 1
    return len([word for word in telling if word not in _GENERIC and word.isalpha()]) >= enough


def _above(known: Known, node: int) -> str:
    """The heading above, without its number; empty for the title of the document, or a long one."""
    path = known.sir.lineage(node)
    title = title_of(known.sir.nodes[path[-1]].text) if len(path) > 1 else ""
    is_name = len(title) <= _LONGEST_SECTION and title[-1:].isalnum()
    return title if is_name else ""
