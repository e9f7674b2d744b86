"""What a document itself says of its words: which there are, and what abbreviations stand for."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from core.glossary.building import Glossary, glossary
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.sir import Sir


class DocumentWords:
    """The words of a document, and its abbreviations."""

    def __init__(self, sir: Sir) -> None:
        """Reads nothing yet."""
        self._sir = sir

    @cached_property
    def vocabulary(self) -> Counter[str]:
        """Its words in lower case, counted."""
        words: Counter[str] = Counter()
        for node in self._sir.nodes[: self._sir.flow]:
            words.update(word_list(node.text))
        return words

    @cached_property
    def glossary(self) -> Glossary:
        """What it explains, and the drugs that it names."""
        return glossary(self._sir)

    @property
    def abbreviations(self) -> Mapping[str, str]:
        """What its abbreviations are short for, where it spells them out."""
        return self.glossary.abbreviations
