"""The files of documents: where they are, and whether they are still what was added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import DataDamaged
from core.library.file_checks import WORKING
from core.library.file_digests import forget_digests, has_digest
from core.library.file_kinds import Kind
from core.library.records import Records
from core.library.salvage import SOURCE, source_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from core.library.record import DocumentRecord


class DocumentFiles(Records):
    """Documents with their files, compared with what they were."""

    def pdf_path(self, sha: str) -> Path:
        """The file to read and to draw: it opens without a password.

        It is compared with its SHA-256 once in a process, and again when it was changed.

        Raises:
            NotFound: the library has no such document.
            DataDamaged: its record cannot be read, or the file is not what was added.
        """
        record = self.get(sha)
        self.looked_at(sha)
        path, digest = self.read_file(record)
        if digest and not self._agrees(sha, path, digest):
            raise DataDamaged(
                f"The file of {record.name} is missing or was changed after it was added: {path}. "
                "Nothing is read from it, since places on its pages may be others now. Add the "
                "original file again; python -m core check says more."
            )
        return path

    def read_file(self, record: DocumentRecord) -> tuple[Path, str]:
        """The file that is read and drawn, with its SHA-256, empty where that was never noted.

        Raises:
            DataDamaged: what a store keeps of it is gone or was changed.
            SetupError: the store cannot be reached.
        """
        folder, name, digest = self.folder(record.sha), WORKING, record.working_sha
        if record.kind is Kind.PDF and not record.decrypted_copy:
            name, digest = f"source.{record.kind}", record.sha
        self._files.fetch(record.sha, name)
        return folder / name, digest

    def read_file_agrees(self, record: DocumentRecord) -> bool:
        """Whether the file that is read and drawn is there, and still has its SHA-256."""
        try:
            path, digest = self.read_file(record)
        except DataDamaged:
            return False
        return self._agrees(record.sha, path, digest) if digest else path.exists()

    def source(self, sha: str) -> Path | None:
        """The file of a document as it was given; None if it is gone. Raises as `require`."""
        folder = self.folder(sha)
        damaged = self._files.fetch_all(sha, SOURCE)
        return None if damaged else source_of(folder)

    def fetch_all(self, sha: str) -> Mapping[str, DataDamaged]:
        """Has the folder of a document hold all that is kept of it; the names of what is damaged.

        Raises:
            SetupError: the store cannot be reached.
        """
        self._require(sha)
        damaged = self._files.fetch_all(sha)
        if self._files.is_shared:
            self._store.copy_out(sha)
        return damaged

    def at_one_moment(self, sha: str) -> AbstractContextManager[None]:
        """Inside this block the results of a document are those at its beginning, and are found
        sooner. Raises as `require`.
        """
        self._require(sha)
        return self._files.at_one_moment(sha)

    def lost(self, sha: str) -> Sequence[str]:
        """The names of files that their store has lost. Raises as `fetch_all`."""
        self._require(sha)
        return self._files.lost(sha)

    def source_agrees(self, sha: str) -> bool:
        """Whether the file of a document as it was given still has the SHA-256 it is named by."""
        source = self.source(sha)
        try:
            return source is not None and self._agrees(sha, source, sha)
        except DataDamaged:
            return False

    def _agrees(self, sha: str, path: Path, digest: str) -> bool:
        """Whether a file of a document has its SHA-256; a copy that has not is fetched once more.

        Raises as `read_file`.
        """
        if has_digest(path, digest) or not self._files.is_shared:
            return has_digest(path, digest)
        self._files.fetch(sha, path.name, anew=True)
        forget_digests()
        return has_digest(path, digest)
