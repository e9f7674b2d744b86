"""Questions on what a section says, of its heading."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.evaluation.questions.rules.base import Candidate, DocumentWords, title_of
from core.evaluation.questions.rules.wording import PATTERNS, WORDS, phrase
from core.sir import HEADINGS, ElementType
from core.text.language import Language
from core.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator


_FEWEST, _MOST = 80, 1200
"""Characters of a section that is asked for: enough to say something, not too much to be read."""
_LONGEST_TITLE, _LONGEST_SECTION = 90, 60
_MOST_OFTEN = 2
"""How often a title may stand in a document; one that does so more often is part of its form."""
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.KEY_VALUE})
_HOLDERS = frozenset({ElementType.LIST, ElementType.SEGMENT, ElementType.KEY_VALUE_AREA})
_BESIDE = frozenset({ElementType.FOOTNOTE, ElementType.CAPTION})
"""What may stand in a section without being part of its answer."""


def candidates(document: DocumentWords) -> Iterator[Candidate]:
    """A question for each heading with a short text below it that nothing else has a part in.

    A heading of one word, or one that stands in the document twice, is asked for with the one
    above it. The title of the document is not asked for.
    """
    sir = document.sir
    headings = [node for node in range(1, sir.flow) if sir.nodes[node].type in HEADINGS]
    titles = Counter(title_of(sir.nodes[node].text).casefold() for node in headings)
    for node in headings[1:]:
        title = title_of(sir.nodes[node].text)
        times = titles[title.casefold()]
        if times <= _MOST_OFTEN and asks_for_something(title):
            above = _above(document, node)
            twin = above.casefold() == title.casefold()
            alone = len(title.split()) > 1 and (times == 1 or twin)
            yield from _candidate(document, node, title, above, alone)


def _candidate(
    document: DocumentWords, node: int, title: str, above: str, alone: bool
) -> Iterator[Candidate]:
    own = own_text(document, node)
    text = " ".join(document.sir.nodes[paragraph].text for paragraph in own)
    evidence = document.whole(*own) if _FEWEST <= len(text) <= _MOST else None
    if evidence is None or not (alone or above):
        return
    question = _question(document, title, text)
    if not alone:
        question = f"{question[:-1]}{phrase(document.language, 'within', above)}?"
    stands = (alone and "“" not in question) or (document.language is Language.GERMAN and alone)
    yield Candidate(question, evidence, node, title if stands else "")


def own_text(document: DocumentWords, heading: int) -> list[int]:
    """The nodes of text below a heading, up to the next one; none where a table is among them."""
    sir = document.sir
    nodes: list[int] = []
    for node in range(heading + 1, int(sir.subtree_end[heading])):
        kind = sir.nodes[node].type
        if kind in HEADINGS:
            break
        if kind in _TEXTS:
            nodes += [node] if sir.nodes[node].text.strip() else []
        elif kind not in _HOLDERS and kind not in _BESIDE:
            return []
    return nodes


def _question(document: DocumentWords, title: str, text: str) -> str:
    language, cased = document.language, document.in_sentence(title)
    if title.endswith("?"):
        return title
    if PATTERNS["if"].match(title):
        return phrase(language, "if_so", cased[0].lower() + cased[1:])
    recommends = _recommends(document, text)
    if language is Language.GERMAN:
        return phrase(language, "recommends" if recommends else "about", title)
    for form in ("when to", "how to"):
        if cased.lower().startswith(f"{form} "):
            return phrase(language, form, cased[len(form) + 1 :])
    is_clause = bool(PATTERNS["clause"].match(title))
    unfit = PATTERNS["unfit beginning"].match(title)
    if unfit or (PATTERNS["sentence"].search(title) and not is_clause):
        return phrase(language, "heading", title)
    form = "recommends" if recommends and not is_clause else "about"
    return phrase(language, form, cased.removeprefix("about "))


def _recommends(document: DocumentWords, text: str) -> bool:
    code = {Language.ENGLISH: "en", Language.GERMAN: "de"}.get(document.language)
    return code is not None and bool(PATTERNS[f"recommends {code}"].search(text))


def asks_for_something(title: str) -> bool:
    """Whether a title names what its section is about."""
    if len(title) > _LONGEST_TITLE or PATTERNS["no title"].search(title.lower()):
        return False
    words = [word.casefold().strip("?,()“”\"'") for word in title.split()]
    telling = [word for word in words if len(word) > 2 and word not in STOP_WORDS]
    enough = 2 if title.endswith("?") else 1
    return (
        len([word for word in telling if word not in WORDS["generic titles"] and word.isalpha()])
        >= enough
    )


def _above(document: DocumentWords, node: int) -> str:
    """The heading above, without its number; empty for the title of the document, or a long one."""
    path = document.sir.lineage(node)
    title = title_of(document.sir.nodes[path[-1]].text) if len(path) > 1 else ""
    is_name = len(title) <= _LONGEST_SECTION and title[-1:].isalnum()
    return title if is_name else ""
