"""Sentences that recommend something and state its grade themselves, in brackets at their end.

Such a sentence needs no label: "We suggest a test (weak recommendation, low certainty)."
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.recommendations.direction import speaks_for
from core.recommendations.statements import Sort, bracket_statements
from core.text.sentences import sentence_spans
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_TASK_FORCE = whole_words(_LISTS["recommending"])


def is_graded(text: str) -> bool:
    """Whether a text is one sentence that recommends something, graded at its end."""
    return next(_grades(text), None) is not None and _recommends(text)


def names_its_grade(text: str) -> bool:
    """The same, where the bracket says that it holds a grade and a body recommends."""
    grades = [text[start:end] for start, end in _grades(text)]
    if not any(map(_NAMED.search, grades)) or not _TASK_FORCE.search(text):
        return False
    return _recommends(text) or any(map(_UNDECIDED.fullmatch, grades))


def performs(text: str) -> bool:
    """Whether a text begins with a sentence in which its authors recommend something in care."""
    start, end = next(iter(sentence_spans(text)), (0, 0))
    sentence = text[start:end]
    by_authors = _PERFORMING.match(sentence) is not None and not _RESEARCH.search(sentence)
    return by_authors and speaks_for(sentence) is not None


def _grades(text: str) -> Iterator[tuple[int, int]]:
    """Where grades stand in the bracket at the end of a text."""
    end = text.rstrip(" .").rfind(")")
    last = text.rfind("(", 0, end)
    if end < 0 or end < len(text.rstrip(" .")) - 1:
        return
    for each, doubtful in bracket_statements(text):
        if each.sort is Sort.GRADE and not doubtful and each.start > last:
            yield each.start, each.end


def _recommends(text: str) -> bool:
    body = text[: text.rfind("(")].strip(" .")
    return len(sentence_spans(f"{body}.")) == 1 and speaks_for(text) is not None
