"""Editions of documents: what they say of themselves, how they stand, and what changed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from core.editions.difference import EditionDifference, difference
from core.editions.proposal import Proposal, proposals, same_work
from core.editions.standing import Standing, standing
from core.library.edition_status import editions_of
from core.library.editions import confirm, link, unlink
from core.lru_cache import LruCache

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.library import DocumentRecord, Library
    from core.workbench.documents import Documents


class Editions:
    """What a document says of itself is proposed; what people confirm is kept in its record."""

    def __init__(self, library: Library, documents: Documents) -> None:
        self._library = library
        self._documents = documents
        self._proposals: LruCache[dict[str, Proposal]] = LruCache(64)
        self._differences: LruCache[EditionDifference] = LruCache(4)

    def proposed(self, document: str) -> dict[str, Proposal]:
        """Values by the names of `core.library.editions.FIELDS`, each with its own lines.

        Raises:
            NotFound: the library has no such document.
        """
        key = (document, self._documents.tree_key(document))
        return self._proposals.get(key, lambda: proposals(self._documents.sir(document)))

    def confirm(self, document: str, values: Mapping[str, str]) -> DocumentRecord:
        """The record with values that a person confirmed. See `core.library.editions.confirm`."""
        return confirm(self._library, document, values)

    def link(self, document: str, other: str, *, newer: bool) -> DocumentRecord:
        """The record as another edition of `other`. See `core.library.editions.link`."""
        return link(self._library, document, other, newer=newer)

    def unlink(self, document: str) -> DocumentRecord:
        """The record without the other editions. See `core.library.editions.unlink`."""
        return unlink(self._library, document)

    def of(self, document: str) -> list[DocumentRecord]:
        """All editions of the work of a document, the oldest first. Raises `NotFound`."""
        return editions_of(self._library.get(document), self._library.list())

    def candidates(self, document: str) -> list[DocumentRecord]:
        """Documents that may be other editions by their titles, the likest first."""
        record = self._library.get(document)
        known = {each.sha for each in self.of(document)}
        return [each for each in same_work(record, self._library.list()) if each.sha not in known]

    def standings(self, documents: Iterable[str]) -> dict[str, Standing]:
        """How documents stand today, with what their first pages say; only those in the library."""
        records = {record.sha: record for record in self._library.list()}
        today = date.today()
        return {
            sha: standing(records[sha], tuple(records.values()), today, self.proposed(sha))
            for sha in documents
            if sha in records
        }

    def difference(self, old: str, new: str) -> EditionDifference:
        """What changed from one document to another. Raises `NotFound`."""
        key = tuple((sha, self._documents.tree_key(sha)) for sha in (old, new))
        return self._differences.get(
            key, lambda: difference(self._documents.sir(old), self._documents.sir(new))
        )
