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
    from pathlib import Path

    from core.library.record_stores.base import Change, Listed

_SETTLED = 2_000_000_000
"""Nanoseconds after which one more change of a file is sure to give it another time: file systems
count it in steps of up to 2 s."""


class _Known(NamedTuple):
    stamp: tuple[int, ...]
    record: DocumentRecord


class FileRecords:
    """The documents are the folders below `<home>/documents`, each with its record.

    Only what was changed is read again.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._documents = home / "documents"
        # A `Path` for each file would take as long again as looking at it.
        self._prefix = f"{self._documents}/"
        self._known: dict[str, _Known] = {}

    def ids(self) -> list[str]:
        """See `RecordStore.ids`."""
        return document_folders(self._documents)

    def has(self, sha: str) -> bool:
        """See `RecordStore.has`."""
        return (self._documents / sha).is_dir()

    def every(self) -> list[Listed]:
        """See `RecordStore.every`."""
        known: dict[str, _Known] = {}
        listed = [self._listed(sha, known) for sha in self.ids()]
        self._known = known
        return [each for each in listed if each]

    def read(self, sha: str) -> DocumentRecord | None:
        """See `RecordStore.read`."""
        return self._read(sha, self._known)

    def write(self, record: DocumentRecord) -> None:
        """See `RecordStore.write`."""
        path = self._documents / record.sha / RECORD_FILE
        write_atomic(self._home, path, encode_model(RECORD, record, 1))

    def change(self, sha: str, change: Change) -> DocumentRecord | None:
        """See `RecordStore.change`."""
        record = self.read(sha)
        if record:
            record = change(record)
            self.write(record)
        return record

    def copy_out(self, sha: str) -> None:
        """Does nothing: the record is there."""

    def take_up(self, *documents: str) -> None:
        """Does nothing: the records lie where they belong."""

    def leftovers(self) -> tuple[str, ...]:
        """None: a folder that is left is a document."""
        return ()

    def remove(self, sha: str) -> None:
        """Does nothing: the record goes with its folder."""

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
