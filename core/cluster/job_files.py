"""The bytes of files that jobs wait for, named by their SHA-256.

On one machine they lie below `<home>/reading`; where an object store keeps the files of documents,
they are objects of it, and only who reads one has a copy there.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from core.errors import SetupError
from core.files import staged, write_atomic, write_synced, writing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.library.file_stores.bucket import Bucket

_FOLDER = "reading"


class JobFiles:
    """Files in a data folder, or in a bucket. Raises `SetupError` where it cannot be reached."""

    def __init__(self, home: Path, bucket: Bucket | None = None) -> None:
        self._home, self._bucket = home, bucket

    def keep(self, document: str, content: bytes) -> None:
        """Keeps the bytes of a file, unless they are kept. Raises `DiskFull`."""
        if self._bucket is None:
            if not self._copy(document).exists():
                write_atomic(self._home, self._copy(document), content)
            return
        if self._bucket.size(_name(document)) is None:
            with staged(self._home) as folder:
                with writing(self._home):
                    write_synced(folder / document, content)
                self._bucket.put(_name(document), folder / document)

    def path(self, document: str) -> Path:
        """Where the bytes of a file lie on this machine now; nothing is there if they are gone.

        Raises:
            DiskFull: there is no room for them.
            SetupError: what is kept was changed.
        """
        copy, bucket = self._copy(document), self._bucket
        size = None if bucket is None or copy.exists() else bucket.size(_name(document))
        if bucket is None or size is None:
            return copy
        with staged(self._home) as folder, suppress(FileNotFoundError):
            if bucket.download(_name(document), folder / "new", size) != document:
                raise SetupError(
                    f"The file of the job {document[:12]} was changed in the store of "
                    "SIGHTLINE_FILES. Put it again."
                )
            with writing(self._home):
                copy.parent.mkdir(parents=True, exist_ok=True)
                (folder / "new").replace(copy)
        return copy

    def drop(self, document: str) -> None:
        """Removes the bytes of a file; what cannot be removed now is at a later sweep."""
        with suppress(OSError):
            self._copy(document).unlink(missing_ok=True)
        if self._bucket is not None:
            with suppress(SetupError):
                self._bucket.delete([_name(document)])

    def older_than(self, seconds: float) -> Iterator[str]:
        """The files that were kept before so many seconds."""
        for path in (self._home / _FOLDER).glob("*"):
            if path.stat().st_mtime < time.time() - seconds:
                yield path.name
        if self._bucket is not None:
            for name in self._bucket.older_than(_FOLDER, seconds):
                yield name.rpartition("/")[2]

    def _copy(self, document: str) -> Path:
        return self._home / _FOLDER / document


def _name(document: str) -> str:
    return f"{_FOLDER}/{document}"
