"""What a term means in short: words of its source, and the check that they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.additions import SupplementEntry, SupplementKind
from core.quantities.numerals import CARDINALS
from core.refining.acronyms import without_complement
from core.refining.defining_tables import MEANINGS
from core.refining.rules import RULES
from core.refining.supplement_sources import entry_text, named_cells
from core.text.words import STOP_WORDS, Word, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir

LONGEST_MEANING = 160
"""Characters of a meaning."""
_NEGATIONS = frozenset(RULES["negations"].split())
_SAYING = STOP_WORDS - CARDINALS.keys()
"""Words that may be put in: they say nothing, as numbers in words do."""
_AROUND = " \"'’‘”“„"
"""What may stand around the long form of an acronym."""
_BEFORE = 2
"""Words before a meaning in its source whose negation reaches it."""
_FOOTNOTE = re.compile(r"\s\d{1,2}$")
_BRACKETS = re.compile(r"\([^()]*\)")
_LABEL = re.compile(r"(?:\(?\w{1,3}[.)] )?(?P<label>[^\W\d_]{3,} \w{1,3} \([^()]{2,60}\))")
_VERB = re.compile(rf"\b(?:{'|'.join(RULES['defining_verbs'])})\s+")
_ARTICLE = re.compile(r"\b(?:an?|one|two|three|eine?[nmrs]?|zwei|drei)\b", re.IGNORECASE)
_NOUN_PHRASE = re.compile(r"(?: [\w-]+){1,4}")


def meaning_holds(sir: Sir, entry: SupplementEntry) -> bool:
    """Whether a meaning says nothing that its source does not say.

    Every content word (by its stem) and every number of it stands in the source, and none that
    negates is put in or left out between them. An empty meaning, which leaves the word to the
    source, holds.
    """
    if not entry.meaning:
        return True
    said, source = words(entry.meaning), words(entry_text(sir, entry))
    content = [word.stem for word in said if word.text.casefold() not in _SAYING]
    places = {word.stem: at for at, word in reversed(list(enumerate(source)))}
    if not content or len(entry.meaning) > LONGEST_MEANING or not places.keys() >= set(content):
        return False
    used = [places[word] for word in content]
    window = source[max(min(used) - _BEFORE, 0) : max(used) + 1]
    return _negations(said) == _negations(window)


def rule_meaning(text: str, term: str, kind: SupplementKind) -> str:
    """The part of an explanation that says what the term means, verbatim; empty for all of it.

    The long form of an acronym, the name of a label in brackets, or what stands behind the verb
    of a definition.
    """
    if kind is SupplementKind.ACRONYM:
        long = without_complement(text[: text.rfind("(")]) if text.endswith(")") else ""
        return _FOOTNOTE.sub("", long.strip(_AROUND))
    if kind is not SupplementKind.DEFINITION:
        return ""
    if labelled := _LABEL.match(text):
        return labelled["label"]
    verb = _VERB.search(text)
    if verb is None or not _subject(text[: verb.start()], term):
        return ""
    meaning = text[verb.end() :].rstrip(" .;:")
    return meaning if len(meaning) <= LONGEST_MEANING else ""


def row_meaning(sir: Sir, row: int, term: str) -> str:
    """The cell of a row that names what its term means; empty where the whole row says it.

    That is the only other cell, or the one in a second column for names or meanings.
    """
    cells = [(header, sir.nodes[cell].text) for header, cell in named_cells(sir, row)]
    others = [(header, text) for header, text in cells if not _is_named_by(term, text)]
    if not others:
        return ""
    header, meaning = others[0]
    names = header is not None and MEANINGS.search(sir.nodes[header].text)
    return meaning if (names or len(others) == 1) and len(meaning) <= LONGEST_MEANING else ""


def _is_named_by(term: str, cell: str) -> bool:
    """Whether a cell is the term, or the letter or number that a label ends in."""
    name, text = term.casefold(), cell.casefold()
    return name == text or name.endswith(f" {text}")


def introduced_as(sentence: str, noun: str) -> str:
    """The words with which a sentence brings a noun (its stem) in: "a new method"; else empty."""
    for article in _ARTICLE.finditer(sentence):
        behind = _NOUN_PHRASE.match(sentence, article.end())
        for word in words(behind.group()) if behind else ():
            if word.stem == noun:
                return sentence[article.start() : article.end() + word.end]
    return ""


def _subject(before: str, term: str) -> bool:
    """Whether a term is what stands right before a verb; brackets and quotes may part them."""
    said = words(_BRACKETS.sub("", before))
    meant = words(term)
    return [word.stem for word in said[-len(meant) :]] == [word.stem for word in meant]


def _negations(tokens: Sequence[Word]) -> int:
    return sum(word.text.casefold() in _NEGATIONS for word in tokens)
