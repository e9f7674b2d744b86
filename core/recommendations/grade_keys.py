"""Keys to grades: which letters and signs a document explains below a line that only names grades.

Each begins a line of the key. "A" and "B" explain each other: one alone may begin a sentence.

Source: SIGN 50, A guideline developer's handbook, whose guidelines open with such a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.sir import HEADINGS, ElementType, Sir
from core.spans import Span, text_of
from core.text.word_tables import any_of, word_table

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


_LISTS: dict[str, list[str]] = word_table(__file__)
_TITLE = any_of([rf"[^.]{{0,60}}\b(?:{'|'.join(_LISTS['title'])})\W*"])
_LETTERS = frozenset("AB")
"""Letters that every scale has."""


@dataclass(frozen=True, slots=True)
class Key:
    """The marks that a key explains, and the nodes that it is made of."""

    marks: frozenset[str]
    nodes: frozenset[int]


def key_of(sir: Sir, mark: re.Pattern[str]) -> Key:
    """What the keys of a document explain; `mark` matches one mark."""
    nodes = frozenset(_below_titles(sir))
    lines = (span for node in nodes for span in first_of_lines(sir, node, mark))
    marks = frozenset(text_of(sir, span) for span in lines)
    if not marks >= _LETTERS:
        marks = frozenset(each for each in marks if not each.isalpha())
    return Key(marks, nodes)


def first_of_lines(sir: Sir, node: int, mark: re.Pattern[str]) -> Iterator[Span]:
    """The marks in a node that are words of their own and begin a line on the page."""
    for match in mark.finditer(sir.nodes[node].text):
        words = sir.words_between(node, *match.span())
        if len(words) == 1 and begins_line(sir, int(words[0])):
            yield Span(node, *match.span())


def begins_line(sir: Sir, word: int) -> bool:
    """Whether no word stands before this in its line."""
    return word == 0 or bool(sir.words.line[word - 1] != sir.words.line[word])


def _below_titles(sir: Sir) -> Iterator[int]:
    inside = False
    for node in range(1, sir.flow):
        kind, text = sir.nodes[node].type, sir.nodes[node].text.strip()
        if _TITLE.fullmatch(text):
            inside = True
        elif kind in HEADINGS or kind is ElementType.CAPTION:
            inside = False
        if inside:
            yield node
