"""Files of documents in an object store; the data folder of each machine holds copies of them.

A copy may be deleted at any time. The database says which objects are the files of a document
(`stored_files`), so that a file, or a folder as one archive, is replaced as a whole, everybody sees
it at once, and a copy needs no request to the store where it is the file that holds: it has the
same time of change, which no other file of its name ever had.
"""

from __future__ import annotations

import logging
import os
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import local
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.database.engine import alone
from core.errors import DataDamaged, SetupError
from core.files import move_into_place, require_space, staged, temporary_path, writing
from core.library.file_digests import sha256_of
from core.library.file_stores.base import FileStore
from core.library.file_stores.folder_archive import pack_folder, unpack_folder
from core.library.file_stores.stored_files import StoredFile, StoredFiles, new_file
from core.library.record_stores.files import document_folders
from core.library.salvage import RECORD_FILE, source_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Engine

    from core.library.file_stores.bucket import Bucket

_LOG = logging.getLogger("sightline")
_NOT_KEPT = (".lock", ".damaged")
_FOR_A_FOLDER = 2
"""Sizes of an archive that unpacking it takes."""


class _Moment(local):
    """What a thread knows of the files of a document; of none if `sha` is empty."""

    sha = ""
    files: Mapping[str, StoredFile] = MappingProxyType({})


class ObjectFiles(FileStore):
    """Objects in a bucket, which is one database's."""

    is_shared = True

    def __init__(self, bucket: Bucket, engine: Engine, home: Path) -> None:
        """Puts documents of the data folder that are not in the store; removes what crashes left.

        Raises:
            SetupError: the database cannot be reached, or the store where there is one to put.
        """
        self._bucket, self._engine, self._home = bucket, engine, home
        self._documents = home / "documents"
        self._files = StoredFiles(engine)
        self._moment = _Moment()
        self._remove_leftovers()
        self._put_missing()

    def fetch(self, sha: str, name: str, *, anew: bool = False) -> None:
        """See `FileStore.fetch`."""
        gone = ""
        while True:
            is_known = self._moment.sha == sha
            file = self._moment.files.get(name) if is_known else self._files.of(sha, name)
            if file is None:
                self._remove_stale(sha, name)
                return
            if self._is_here(file) and not anew:
                return
            if file.object == gone:
                raise _damaged(file, "is gone")
            try:
                self._bring(file)
                return
            except FileNotFoundError:
                gone = "" if is_known else file.object
                self._moment.sha = ""  # since another one may have taken its place

    def fetch_all(self, sha: str, beginning: str = "") -> Mapping[str, DataDamaged]:
        """See `FileStore.fetch_all`."""
        folder, damaged = self._documents / sha, dict[str, DataDamaged]()
        files = {file.name: file for file in self._files.all_of(sha)}
        here = _files_in(folder) if files else {}
        for name in sorted(files.keys() | here.keys()):
            if name.startswith(beginning):
                if name in files and self._is_here(files[name]):
                    continue
                try:
                    self.fetch(sha, name)
                except DataDamaged as error:
                    damaged[name] = error
        return damaged

    @contextmanager
    def at_one_moment(self, sha: str) -> Iterator[None]:
        """See `FileStore.at_one_moment`."""
        self._moment.files = {file.name: file for file in self._files.all_of(sha)}
        self._moment.sha = sha
        try:
            yield
        finally:
            self._moment.sha = ""

    def lost(self, sha: str) -> list[str]:
        """See `FileStore.lost`."""
        files = self._files.all_of(sha)
        sizes = self._bucket.sizes(f"documents/{sha}") if files else {}
        return [file.name for file in files if sizes.get(file.path) != file.size]

    def putting(
        self, sha: str, files: Mapping[str, Path]
    ) -> AbstractContextManager[Callable[[], None]]:
        """See `FileStore.putting`."""
        return self._putting(sha, files, whole=False)

    def putting_all(self, sha: str, folder: Path) -> AbstractContextManager[Callable[[], None]]:
        """See `FileStore.putting_all`."""
        return self._putting(sha, _files_in(folder), whole=True)

    @contextmanager
    def _putting(
        self, sha: str, files: Mapping[str, Path], *, whole: bool
    ) -> Iterator[Callable[[], None]]:
        if not files:
            yield lambda: None
            return
        with staged(self._home) as folder:
            packed = {name: self._packed(path, folder) for name, path in files.items()}
            new = [self._new_file(sha, name, path, packed[name]) for name, path in files.items()]
            unseen = list(new)

            def hold() -> None:
                held = self._files.hold(new, whole=whole)
                unseen.clear()
                self._moment.sha = ""
                with writing(self._home):
                    for file in held:
                        os.utime(files[file.name], ns=(file.changed, file.changed))

            self._files.begin(new)
            try:
                for file in new:
                    self._bucket.put(file.path, packed[file.name])
                yield hold
            finally:
                self._clean(sha, unseen)

    def drop(self, sha: str, name: str) -> None:
        """See `FileStore.drop`."""
        self._files.doom(sha, name)
        self._moment.sha = ""
        self._clean(sha)

    def remove(self, sha: str) -> None:
        """See `FileStore.remove`."""
        self._files.doom(sha)
        self._moment.sha = ""
        self._clean(sha)

    def take_up(self, *documents: str) -> None:
        """See `FileStore.take_up`."""
        for sha in documents:
            with self.putting_all(sha, self._documents / sha) as hold:
                hold()

    def alone(self, name: str) -> AbstractContextManager[None]:
        """See `FileStore.alone`."""
        return alone(self._engine, name)

    def _is_here(self, file: StoredFile) -> bool:
        try:
            status = self._place(file.document, file.name).stat()
        except OSError:
            return False
        same_size = file.is_folder or status.st_size == file.size
        return same_size and status.st_mtime_ns == file.changed

    def _bring(self, file: StoredFile) -> None:
        """Raises `FileNotFoundError` where there is no such object; else as `fetch`."""
        require_space(self._home, file.size * (_FOR_A_FOLDER if file.is_folder else 1))
        with staged(self._home) as folder:
            new = folder / "object"
            if self._bucket.download(file.path, new, file.size) != file.digest:
                raise _damaged(file, "is not what was put there")
            with writing(self._home):
                if file.is_folder:
                    unpack_folder(new, folder / "new")
                    new = folder / "new"
                os.utime(new, ns=(file.changed, file.changed))
                move_into_place(new, self._place(file.document, file.name), folder)

    def _remove_stale(self, sha: str, name: str) -> None:
        """Removes the copy of what others removed; what was never put stays."""
        path = self._place(sha, name)
        if not path.exists() or not self._files.has(sha):
            return
        with temporary_path(self._home) as target, suppress(FileNotFoundError):
            path.rename(target)
        if path.parent.name != sha:
            with suppress(OSError):
                path.parent.rmdir()

    def _packed(self, path: Path, folder: Path) -> Path:
        if not path.is_dir():
            return path
        target = folder / f"{len(list(folder.iterdir()))}.tar"
        with writing(self._home):
            pack_folder(path, target)
        return target

    def _new_file(self, sha: str, name: str, path: Path, packed: Path) -> StoredFile:
        size, digest = packed.stat().st_size, sha256_of(packed)
        return new_file(sha, name, size, digest, is_folder=path.is_dir())

    def _clean(self, sha: str | None = None, put: list[StoredFile] | None = None) -> None:
        """Deletes the objects that no file is any more; at the next start where that fails."""
        try:
            if put:
                self._files.give_up(put)
            while doomed := self._files.doomed(sha):
                self._bucket.delete([file.path for file in doomed])
                self._files.forget(doomed)
        except SetupError as error:
            _LOG.warning("files that were deleted are still in the store: %s", error)

    def _remove_leftovers(self) -> None:
        if self._files.has_leftovers():
            with self.alone("library"):
                self._files.doom_leftovers()
        self._clean()

    def _put_missing(self) -> None:
        """Puts the documents of a data folder that had no store, one after the other."""
        known = self._files.documents() | self._files.deleted()
        for sha in document_folders(self._documents):
            if sha not in known and source_of(self._documents / sha):
                with self.alone("library"):
                    if not self._files.has(sha) and sha not in self._files.deleted():
                        self.take_up(sha)
                        _LOG.info("put the files of document %s into the store", sha[:12])

    def _place(self, sha: str, name: str) -> Path:
        return self._documents / sha / name


def _files_in(folder: Path) -> dict[str, Path]:
    """The files and results in the folder of a document, by their names.

    Its record is none of them, nor are locks and what was put aside.
    """
    paths = [path for path in folder.glob("*") if path.is_file() and path.name != RECORD_FILE]
    paths += [path for stage in folder.glob("*") if stage.is_dir() for path in stage.glob("*")]
    kept = (path for path in paths if not path.suffix.startswith(_NOT_KEPT))
    return {path.relative_to(folder).as_posix(): path for path in kept}


def _damaged(file: StoredFile, what: str) -> DataDamaged:
    return DataDamaged(
        f"The file {file.name} of document {file.document[:12]} {what}, in the store of "
        f"SIGHTLINE_FILES ({file.path}). Put an earlier version of the object back, or add the "
        "original file again; python -m core check --repair removes what can be made anew."
    )
