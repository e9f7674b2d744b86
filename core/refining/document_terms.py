"""What the chunks of one document are audited with: its terms, names and numbered parts."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from core.refining.acronyms import is_acronym
from core.refining.explanations import Explanation, Key, explanations
from core.refining.named_things import Name, names
from core.refining.references import targets
from core.refining.supplement_sources import node_text
from core.text.words import Word, follow, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.sir import Sir

_ENTRY = re.compile(r"\W*[A-ZÄÖÜ]\w+ ?[:–]")
_LONGEST_TERM = 4
"""Words of a term."""


class UsedTerm(NamedTuple):
    """A term at `text[start:end]`, and all places of the document that explain it."""

    start: int
    end: int
    explanations: Sequence[Explanation]


class DocumentTerms:
    """Read once for a document, each part when it is first asked for."""

    def __init__(self, sir: Sir) -> None:
        """Reads nothing yet."""
        self._sir = sir

    @cached_property
    def explained(self) -> Mapping[Key, Sequence[Explanation]]:
        """Terms and acronyms with the places that explain them, in reading order."""
        return explanations(self._sir)

    @cached_property
    def numbered(self) -> Mapping[tuple[str, str], list[int]]:
        """Nodes under what references call them."""
        return targets(self._sir)

    @cached_property
    def names(self) -> Mapping[str, Sequence[Name]]:
        """Names in full, and parties, under the stems of the nouns that shorten them."""
        return names(self._sir)

    @cached_property
    def _first_words(self) -> frozenset[str]:
        return frozenset(key[0] for key in self.explained)

    def used(self, text: str, tokens: Sequence[Word]) -> Iterator[UsedTerm]:
        """The explained terms of a text of these words, the longer before those in them."""
        at = 0
        while at < len(tokens):
            size = 0
            if not self._first_words.isdisjoint((*_key(tokens[at : at + 1]), tokens[at].stem)):
                size = self._longest(text, tokens[at : at + _LONGEST_TERM])
            if size:
                run = tokens[at : at + size]
                yield UsedTerm(run[0].start, run[-1].end, self.explained[_key(run)])
            at += max(size, 1)

    def _longest(self, text: str, tokens: Sequence[Word]) -> int:
        """Words of the longest term that begins with these; 0 for none."""
        for size in range(_together(text, tokens), 0, -1):
            known = self.explained.get(_key(tokens[:size]))
            if known and _written_as(tokens[size - 1], size):
                return 0 if size == 1 and self._is_entry(known[0], tokens[0]) else size
        return 0

    def _is_entry(self, explanation: Explanation, word: Word) -> bool:
        """Whether a small word is that of a glossary: "Retail: ..." explains no "retail store"."""
        node, start, end = explanation.span
        text = node_text(self._sir, node)[start:end]
        return word.text.islower() and _ENTRY.match(text) is not None


def term_used(term: str) -> tuple[str, ...]:
    """What a term, as it stands in a text, is looked up by among the explained ones."""
    return _key(words(term))


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
