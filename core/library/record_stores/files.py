"""Records as files, `document.json` in the folder of each document: as on a desk."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from core.errors import DataDamaged, DataTooNew
from core.file_format import encode_model
from core.files import write_atomic
from core.library.record import DOCUMENT_ID, RECORD, DocumentRecord
from core.library.salvage import RECORD_FILE, damaged_document, read_record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.library.salvage import DamagedDocument

    Change = Callable[[DocumentRecord], DocumentRecord]
    Listed = DocumentRecord | DamagedDocument

_SETTLED = 2_000_000_000
"""Nanoseconds after which one more change of a file is sure to give it another time: file systems
count it in steps of up to 2 s."""


class _Known(NamedTuple):
    stamp: tuple[int, ...]
    record: DocumentRecord


class FileRecords:
    """The records of a library, shared by processes and threads; it asks for nobody's rights.

    These are of a desk: the documents are the folders below `<home>/documents`, each with its
    record, of which only what was changed is read again. Those of a server are `DatabaseRecords`.
    What changes records is to be called inside `Records.changing`. Everything raises `SetupError`
    where the records cannot be reached or written.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._documents = home / "documents"
        # A `Path` for each file would take as long again as looking at it.
        self._prefix = f"{self._documents}/"
        self._known: dict[str, _Known] = {}

    def ids(self) -> list[str]:
        """The ids of all documents, sorted, also of those whose records cannot be read."""
        return document_folders(self._documents)

    def has(self, sha: str) -> bool:
        """Whether there is a document with this id, also where its record cannot be read."""
        return (self._documents / sha).is_dir()

    def every(self) -> list[Listed]:
        """Each document, either its record or as a damaged one, in the order of their ids."""
        known: dict[str, _Known] = {}
        listed = [self._listed(sha, known) for sha in self.ids()]
        self._known = known
        return [each for each in listed if each]

    def read(self, sha: str) -> DocumentRecord | None:
        """The record of a document; None if there is no such document.

        Raises:
            DataDamaged: it is damaged or missing, and the file of the document is there.
            DataTooNew: a later version wrote it.
        """
        return self._read(sha, self._known)

    def write(self, record: DocumentRecord) -> None:
        """Keeps a record, in place of the one before."""
        path = self._documents / record.sha / RECORD_FILE
        write_atomic(self._home, path, encode_model(RECORD, record, 1))

    def change(self, sha: str, change: Change) -> DocumentRecord | None:
        """What `change` made of a record as it is by now, kept in its place. Else as `read`."""
        record = self.read(sha)
        if record:
            record = change(record)
            self.write(record)
        return record

    def copy_out(self, sha: str) -> None:
        """Has the folder of a document hold its record, as another machine may have left it.

        On a desk the record lies in the folder: there is nothing to do.
        """

    def take_up(self, *documents: str) -> None:
        """Keeps the records that came with the folders of documents, in place of any before.

        On a desk the record lies in the folder: there is nothing to do.
        """

    def leftovers(self) -> Sequence[str]:
        """The ids of folders that are to be removed, since a crash kept `remove` from it.

        On a desk none: a folder that is left is a document.
        """
        return ()

    def remove(self, sha: str) -> None:
        """Forgets a document, whose folder is removed next.

        On a desk the record lies in the folder: there is nothing to do.
        """

    def _listed(self, sha: str, known: dict[str, _Known]) -> Listed | None:
        """A document as it is listed, and `known` from then on."""
        try:
            return self._read(sha, known)
        except (DataDamaged, DataTooNew) as error:
            return damaged_document(self._documents / sha, error)

    def _read(self, sha: str, known: dict[str, _Known]) -> DocumentRecord | None:
        """A record, which is `known` from then on if another change of it would be seen."""
        stamp = _stamp(f"{self._prefix}{sha}/{RECORD_FILE}")
        before = self._known.get(sha)
        if before and before.stamp == stamp:
            known[sha] = before
            return before.record
        record = read_record(self._documents / sha)
        if record and time.time_ns() - max(stamp[:2]) > _SETTLED:
            known[sha] = _Known(stamp, record)
        return record


def document_folders(documents: Path) -> list[str]:
    """The names of all folders of documents, sorted."""
    try:
        with os.scandir(documents) as entries:
            return sorted(
                each.name for each in entries if DOCUMENT_ID.fullmatch(each.name) and each.is_dir()
            )
    except (FileNotFoundError, NotADirectoryError):
        return []


def _stamp(path: str) -> tuple[int, ...]:
    """Another one after each change of a file; its times, in nanoseconds, are the first of it."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return (0, 0)
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
