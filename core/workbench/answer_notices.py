"""What is said beside an answer: what became of the index, and what had no part in the search."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import starmap
from typing import TYPE_CHECKING

from core.errors import NotFound, SightlineError
from core.service_addresses import without_addresses
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord, Library
    from core.workbench.index import Index

    LeftOut = dict[str, SightlineError]

_NAMED = 5
"""Documents from which pages are missing that a notice names."""
_FEW = 20
"""Documents whose records are sooner looked at one by one than in the list of a large library."""


class AnswerNotices:
    """Notices for whoever asked, in words that may be handed on with an answer."""

    def __init__(self, library: Library, index: Index) -> None:
        self._library = library
        self._index = index

    def of(self, documents: Sequence[str], left_out: LeftOut, *more: str) -> list[str]:
        """What happened to the index, which of the documents or their pages had no part, and more.

        No notice holds the address of a service, or says where the data folder is.
        """
        pages = self._missing_pages([each for each in documents if each not in left_out])
        told = f"Not searched, since time was lacking to read them: {pages}." if pages else ""
        left = starmap(self._without, left_out.items())
        notices = (*self._index.notices(), *left, told, *more)
        return [self._without_places(notice) for notice in notices if notice]

    def _missing_pages(self, documents: Sequence[str]) -> str:
        """Such as `3 pages of guideline.pdf`; empty where no page of the documents is missing."""
        missing = [
            (len(record.parse.missing_pages), record.name)
            for record in self._records(documents)
            if record.parse and record.parse.missing_pages
        ]
        words = [f"{number_of(count, 'page')} of {name}" for count, name in missing[:_NAMED]]
        more = len(missing) - len(words)
        return ", ".join(
            [*words, f"pages of {number_of(more, 'more document')}"] if more else words
        )

    def _records(self, documents: Sequence[str]) -> list[DocumentRecord]:
        names = dict.fromkeys(documents)
        if len(names) > _FEW:
            return [record for record in self._library.list() if record.sha in names]
        records = []
        for name in names:
            with suppress(SightlineError):
                records.append(self._library.get(name))
        return records

    def _without(self, document: str, error: SightlineError) -> str:
        try:
            name = self._library.get(document).name
        except NotFound:
            return "A document is left out, since it was deleted meanwhile."
        except SightlineError:
            return f"Document {document[:12]} is left out, since its record cannot be read."
        return f"{name} is left out, since it could not be read: {error}"

    def _without_places(self, notice: str) -> str:
        return without_addresses(notice).replace(f"{self._library.settings.home}{os.sep}", "")
