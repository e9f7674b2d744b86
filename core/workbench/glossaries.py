"""Glossaries of documents, each made once for a reading of its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.glossary.building import Glossary, glossary
from core.lru_cache import LruCache

if TYPE_CHECKING:
    from core.workbench.documents import Documents

_REMEMBERED = 64
"""Glossaries that are held; one is made in a tenth of a second for 60 pages."""


class Glossaries:
    """What documents say of their words, in memory as long as the reading stays the same."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._glossaries: LruCache[Glossary] = LruCache(_REMEMBERED)

    def of(self, document: str) -> Glossary:
        """The glossary of a document.

        Raises:
            NotFound: the library has no such document, or it was never parsed.
        """
        key = (document, self._documents.tree_key(document))
        return self._glossaries.get(key, lambda: glossary(self._documents.sir(document)))
