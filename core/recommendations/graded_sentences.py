"""Sentences that recommend something and state its grade themselves, in brackets at their end.

Such a sentence needs no label: "We suggest a test (weak recommendation, low certainty)."
"""

from __future__ import annotations

import re

from core.recommendations.direction import speaks_for
from core.recommendations.statements import Sort, Statement, bracket_statements
from core.text.sentences import sentence_spans
from core.text.word_tables import any_of, whole_words, word_table

_LISTS: dict[str, list[str]] = word_table(__file__)
_NAMED = any_of(_LISTS["named"])
"""Grades that say what they are: "1B" may be a figure as well."""
_UNDECIDED = any_of(_LISTS["undecided"])
_PERFORMING = any_of(
    [
        rf"(?:(?:{'|'.join(_LISTS['connecting'])}),?\s+)?(?:{'|'.join(_LISTS['body'])})\s+"
        rf"(?:strongly\s+|also\s+)?(?:{'|'.join(_LISTS['performing'])})\b"
    ]
)
_RESEARCH = whole_words(_LISTS["research"])
"""What authors recommend for others than those who care for patients."""
_BRACKET = re.compile(r"(?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])\s*\.?\s*$")
"""The last bracket of a text, at its end."""
_ESMO = re.compile(r"\[(?:I{1,3}|IV|V),\s?[A-E]\]")
_TASK_FORCE = whole_words(_LISTS["recommending"])


def is_graded(text: str) -> bool:
    """Whether a text is one sentence that recommends something, graded at its end."""
    return any(each.sort is Sort.GRADE for each in _at_end(text)) and _recommends(text)


def names_its_grade(text: str) -> bool:
    """The same, where the bracket says that it holds a grade: by name, or beside its level."""
    bracket = _BRACKET.search(text)
    if bracket and _ESMO.fullmatch(bracket[0].strip(" .")):
        return _recommends(text)
    grades = [each for each in _at_end(text) if each.sort is Sort.GRADE]
    words = [text[each.start : each.end] for each in grades]
    if any(map(_UNDECIDED.fullmatch, words)) and _TASK_FORCE.search(text):
        return True
    levelled = any(each.sort is Sort.EVIDENCE and not each.ambiguous for each in _at_end(text))
    named = any(map(_NAMED.search, words)) or (levelled and bool(grades))
    return named and _recommends(text)


def performs(text: str) -> bool:
    """Whether a text begins with a sentence in which its authors recommend something in care."""
    start, end = next(iter(sentence_spans(text)), (0, 0))
    sentence = text[start:end]
    by_authors = _PERFORMING.match(sentence) is not None and not _RESEARCH.search(sentence)
    return by_authors and speaks_for(sentence) is not None


def _at_end(text: str) -> list[Statement]:
    bracket = _BRACKET.search(text)
    start = bracket.start() if bracket else len(text)
    return [
        each for each, doubtful in bracket_statements(text) if not doubtful and each.start > start
    ]


def _recommends(text: str) -> bool:
    bracket = _BRACKET.search(text)
    body = text[: bracket.start() if bracket else len(text)].strip(" .")
    return len(sentence_spans(f"{body}.")) == 1 and speaks_for(text) is not None
