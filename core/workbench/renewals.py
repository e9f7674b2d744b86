"""Documents that an earlier version read, each read anew once, however many ask for it."""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from core.errors import UNREADABLE_FILE, SightlineError
from core.parsing.document_parsing import is_outdated
from core.single_flight import SingleFlight

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.library import Library
    from core.progress import Progress

    Read = Callable[[str, Progress | None], None]

_RETRY_SECONDS = 60.0
"""Seconds for which a document that could not be read anew is not tried again: a question searches
several times."""


class Renewals:
    """Which documents this version has read, as far as was looked."""

    def __init__(self, library: Library, read: Read) -> None:
        """`read` reads a document anew, and lets go of all that was made of it before."""
        self._library = library
        self._read = read
        self._flights = SingleFlight()
        self._lock = Lock()
        self._of_today: set[str] = set()
        self._under_way: set[str] = set()
        self._failed: dict[tuple[str, str], tuple[float, SightlineError]] = {}
        """By a document and who asked, since errors call a document what it is called for them."""

    def is_outdated(self, document: str) -> bool:
        """Whether another version read a document; no model is asked, and nothing is waited for.

        Raises:
            NotFound: the library has no such document.
        """
        self._library.require(document)
        if document in self._of_today:
            return False
        outdated = is_outdated(self._library, document)
        with self._lock:
            # Of one that is under way, entries of before may still be in an index.
            if not outdated and document not in self._under_way:
                self._of_today.add(document)
        return outdated

    def renew(self, document: str, progress: Progress | None = None) -> bool:
        """Whether a document was outdated, and is read anew now; who comes meanwhile waits.

        `progress` counts pages, and is called also while another thread reads them. Raises as the
        reading of a document; the same error at once where it was tried a short time ago.
        """
        self._library.require(document)
        if document in self._of_today:
            return False

        def waiting() -> None:
            if progress:
                progress(0, 0)

        with self._flights.exclusive(document, waiting):
            outdated = is_outdated(self._library, document)
            if outdated:
                self._raise_again(document)
                self._renew(document, progress)
            self._of_today.add(document)
        return outdated

    def _renew(self, document: str, progress: Progress | None) -> None:
        with self._lock:
            self._under_way.add(document)
        try:
            self._read(document, progress)
        except UNREADABLE_FILE as error:
            self._failed[document, self._library.permissions.person] = monotonic(), error
            raise
        finally:
            with self._lock:
                self._under_way.discard(document)

    def _raise_again(self, document: str) -> None:
        """Raises what kept a document from being read anew, if that was a short time ago."""
        key = document, self._library.permissions.person
        at, error = self._failed.get(key, (0.0, None))
        if error and monotonic() < at + _RETRY_SECONDS:
            raise error.with_traceback(None)
