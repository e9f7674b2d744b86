"""The records of documents: found, listed and changed."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING
from unicodedata import normalize

from filelock import FileLock

from core.errors import DataDamaged, InputError, NotFound
from core.files import changing, writing
from core.library.file_stores import FileStore
from core.library.permissions import OF_A_DESK, Permissions
from core.library.record import DOCUMENT_ID, DocumentRecord
from core.library.record_stores import FileRecords, document_folders
from core.library.salvage import DamagedDocument
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.library.record_stores.files import Change, Listed
    from core.settings import Settings

_SHORTEST_PREFIX = 4


class Records:
    """The documents below a data folder: found and listed, one change at a time."""

    def __init__(
        self,
        settings: Settings,
        permissions: Permissions = OF_A_DESK,
        store: FileRecords | None = None,
        files: FileStore | None = None,
    ) -> None:
        """Makes no folder. `permissions` say what is there for whom.

        Without a `store` the records are files in the data folder, and without `files` so is
        everything else.
        """
        self.settings = settings
        self.permissions = permissions
        self._store = store or FileRecords(settings.home)
        self._files = files or FileStore()
        self._home = settings.home
        self._documents = settings.home / "documents"
        self._lock = FileLock(settings.home / "library.lock")

    @property
    def home(self) -> Path:
        """Where conversations and questions of who acts are kept: on a desk the data folder."""
        return self.permissions.home(self._home)

    @property
    def is_shared(self) -> bool:
        """Whether other machines change the same documents, so that memory may be out of date."""
        return self._files.is_shared

    def list(self) -> tuple[DocumentRecord, ...]:
        """All documents whose records can be read, in the order in which they were added."""
        with self.permissions.held():
            records = (each for each in self._every() if isinstance(each, DocumentRecord))
            seen = [self.permissions.seen(record) for record in records]
        return tuple(sorted(seen, key=lambda record: (record.added_at.timestamp(), record.sha)))

    def damaged(self) -> tuple[DamagedDocument, ...]:
        """The documents whose records cannot be read, in the order of their ids."""
        damaged = [each for each in self._every() if isinstance(each, DamagedDocument)]
        shown = self.permissions.shown_name
        return tuple(replace(each, name=shown(each.sha, each.name)) for each in damaged)

    def get(self, sha: str) -> DocumentRecord:
        """The record of a document.

        Raises:
            NotFound: the library has no such document.
            DataDamaged: its record cannot be read.
            DataTooNew: a later version wrote the record.
        """
        return self.permissions.seen(self._required(sha))

    def require(self, *documents: str) -> None:
        """Does nothing where all of these documents are there for who acts.

        To be called by what holds results of documents in memory. It does not look at the disk.

        Raises:
            NotFound: one is not, in the words of one that nobody has.
            AccessRefused: nobody is signed in.
        """
        with self.permissions.held():
            sees = self.permissions.sees
            for sha in documents:
                if not sees(sha):
                    raise self._refused(sha)

    def find(self, reference: str) -> DocumentRecord:
        """The only document with this name, or whose id starts so (4 characters at least).

        Raises:
            NotFound: there is none.
            InputError: there are several.
        """
        return self.get(self.find_id(reference))

    def find_id(self, reference: str) -> str:
        """As `find`, but only the id, also that of a document whose record cannot be read.

        A whole id is that document, whatever another one is called.
        """
        if DOCUMENT_ID.fullmatch(reference):
            self.require(reference)
            if self.has(reference):
                return reference
        prefix = reference if len(reference) >= _SHORTEST_PREFIX else "none"
        named = [(record.sha, record.names) for record in self.list()]
        named += [(document.sha, (document.name,)) for document in self.damaged()]
        # Earlier versions kept the names of a Mac, where accents are characters of their own.
        typed = normalize("NFC", reference)
        ids = [
            sha
            for sha, names in named
            if sha.startswith(prefix) or any(normalize("NFC", name) == typed for name in names)
        ]
        if not ids:
            raise NotFound(f"The library has no document {reference!r}. Add the file first.")
        if len(ids) > 1:
            choice = ", ".join(sha[:12] for sha in ids)
            raise InputError(f"{reference!r} may be any of {choice}. Give one of these ids.")
        return ids[0]

    def looked_at(self, sha: str) -> None:
        """Notes that pages of a document are looked at. Raises as `require`."""
        self._require(sha)
        self.permissions.reading(sha)

    def ids(self) -> tuple[str, ...]:
        """The ids of all documents, also of those whose records cannot be read."""
        with self.permissions.held():
            return tuple(sha for sha in self._store.ids() if self.permissions.sees(sha))

    def has(self, sha: str) -> bool:
        """Whether there is anything of a document, also where its record cannot be read."""
        known = bool(DOCUMENT_ID.fullmatch(sha)) and self.permissions.sees(sha)
        return known and self._store.has(sha)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """No other process, thread or machine changes the library inside this block.

        Raises:
            SetupError: the data folder cannot be written.
        """
        with changing(self._home, self._lock):
            self._documents.mkdir(exist_ok=True)
            is_inside = self._lock.lock_counter > 1
            with nullcontext() if is_inside else self._files.alone("library"):
                yield

    def take_up(self) -> None:
        """Knows the documents in the data folder by the records there, as after a backup was put
        into it. To be called inside `changing`.

        Raises:
            AccessRefused: who acts does not run the server.
            SetupError: the records cannot be written.
        """
        self.permissions.allow(Right.ADMINISTER)
        documents = document_folders(self._documents)
        self._files.take_up(*documents)
        self._store.take_up(*documents)

    @contextmanager
    def correcting(self, sha: str) -> Iterator[None]:
        """Nobody else changes the corrections of a document inside this block.

        Raises:
            AccessRefused: who acts may not correct anything.
            NotFound: the library has no such document.
            SetupError: the data folder cannot be written.
        """
        self.permissions.allow(Right.REVIEW)
        self.get(sha)
        lock = FileLock(self.folder(sha) / "corrections.lock")
        with writing(self._home):
            lock.acquire()
        try:
            with self._files.alone(f"corrections-{sha[:2]}"):
                yield
        finally:
            lock.release()

    def folder(self, sha: str) -> Path:
        """Where all that belongs to a document is, or would be. Raises as `require`."""
        self._require(sha)
        return self._documents / sha

    def _require(self, sha: str) -> None:
        """See `require`."""
        if not self.permissions.sees(sha):
            raise self._refused(sha)

    def _refused(self, sha: str) -> NotFound:
        self.permissions.refused(sha)
        return _missing(sha)

    def _every(self) -> Sequence[Listed]:
        with self.permissions.held():
            return [each for each in self._store.every() if self.permissions.sees(each.sha)]

    def _required(self, sha: str) -> DocumentRecord:
        """The whole record. Raises as `get`."""
        record = self._read(sha) if DOCUMENT_ID.fullmatch(sha) else None
        if not record:
            raise _missing(sha)
        return record

    def _changed(self, sha: str, change: Change) -> DocumentRecord:
        """The whole record after a change; to be called inside `changing`. Raises as `get`."""
        self._require(sha)
        record = self._store.change(sha, change) if DOCUMENT_ID.fullmatch(sha) else None
        if not record:
            raise _missing(sha)
        return record

    def _read(self, sha: str) -> DocumentRecord | None:
        self._require(sha)
        return self._store.read(sha)

    def _readable(self, sha: str) -> DocumentRecord | None:
        """The record; None also where it is damaged. Raises `DataTooNew`."""
        try:
            return self._read(sha)
        except DataDamaged:
            return None


def _missing(sha: str) -> NotFound:
    return NotFound(f"The library has no document {sha[:12]}. Add the file again.")
