"""Classes of elements as sets of annotations name them, and what of a tree is of each.

A set that calls every text but titles, lists, tables and figures "text" cannot be told apart
further, so a tree is judged in the words of its gold, not in its own. The tables name the
categories of a file and the types of nodes that are one class; `figures` are those without words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.sir import ElementType
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NOT_ANNOTATED = frozenset({ElementType.ROOT, ElementType.SEGMENT})
_OWN = "sightline"
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Classes of a set: `kinds` by the categories of its files, `read` by the types of nodes."""

    name: str
    title: str
    kinds: Mapping[str, str]
    read: Mapping[ElementType, str]
    figures: frozenset[str]

    def kind(self, category: str) -> str | None:
        """The class of a category of a file; None for one that the set does not know."""
        return self.kinds.get(_plain(category))

    def known(self, categories: Iterable[str]) -> int:
        """How many of these categories the set knows."""
        return sum(self.kind(category) is not None for category in categories)


def _plain(category: str) -> str:
    """A category in small letters, its words parted by underscores: `Page-header`, `pageHeader`."""
    return _SIGNS.sub("_", _CAMEL.sub("_", category)).strip("_").lower()


def _vocabulary(name: str, table: Mapping[str, Any]) -> Vocabulary:
    kinds = {category: kind for kind, names in table["gold"].items() for category in names}
    read = {ElementType(type_): kind for kind, types in table["read"].items() for type_ in types}
    return Vocabulary(name, table["title"], kinds, read, frozenset(table["figures"]))


def _own() -> Vocabulary:
    types = [type_ for type_ in ElementType if type_ not in _NOT_ANNOTATED]
    names = {type_: type_.value.replace("_", " ") for type_ in types}
    kinds = {type_.value: name for type_, name in names.items()}
    return Vocabulary(_OWN, "Sightline", kinds, names, frozenset({names[ElementType.FIGURE]}))


VOCABULARIES: Mapping[str, Vocabulary] = {
    **{name: _vocabulary(name, table) for name, table in word_table(__file__).items()},
    _OWN: _own(),
}
"""Sets by name; where several know the categories of a file alike, the first is taken."""


def vocabulary_of(categories: Iterable[str]) -> Vocabulary:
    """The set that knows most of these categories."""
    named = tuple(dict.fromkeys(categories))
    return max(VOCABULARIES.values(), key=lambda vocabulary: vocabulary.known(named))
