"""The index on disk, in this process: Qdrant Edge."""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import qdrant_edge as qe

from core.errors import SetupError, StoreUnavailable
from core.files import disk_is_full, full_disk, is_writable, require_space, writing
from core.indexing.edge_points import bytes_of, conditions, edge_point, equals, shard_config
from core.indexing.edge_search import query, whole
from core.indexing.folder import IndexFolder, Written
from core.indexing.folder_lock import HandoverLock
from core.indexing.hybrid import ModelRecord, Search, VectorStore
from core.indexing.index_names import folder_name
from core.indexing.integrity import OPENING_BYTES, problem_of
from core.indexing.many_documents import searched
from core.indexing.sparse_files import allocated, copy_sparse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.indexing.points import IndexPoint, Scored

    Notify = Callable[[str], None]

_LOG = logging.getLogger("sightline")
_NOT_WRITABLE = (
    "The folder {} cannot be written. A copy of the index is used; what is indexed now is not "
    "kept. Correct the permissions, or set SIGHTLINE_HOME to another folder."
)
_PANICS = "pyo3_runtime"
"""The module that the panics of Rust belong to, which cannot be imported."""
_BATCH_POINTS = 500
WRITING_BYTES = 64 << 20
"""Free space that writing asks for beside that for the points: a full disk would end the process,
since files are written as mapped memory."""
_SEALED_AT_ONCE = 128 << 20
"""Bytes of an index whose manifest is made after each document; that of a larger one, of which all
files are read, is made when it is closed."""
_COPIES = 4
"""The log, the segment written to, and those that it is merged with and into."""


def edge_store(folder: Path, variant: str, notify: Notify | None = None) -> VectorStore:
    """The index of `variant` below `folder`, made when something is added.

    Any number of processes may have it; they hand it to each other (see `HandoverLock`).
    `notify` is told in words when it was damaged and had to be removed. Where `folder` cannot be
    written a copy is used, which is gone with the store.
    """
    path = folder / folder_name(variant)
    if is_writable(path):
        return VectorStore(EdgeBackend(path, notify))
    _tell(notify, _NOT_WRITABLE.format(folder))
    return VectorStore(_PrivateCopy(path, notify))


def edge_stores(folder: Path, notify: Notify | None = None) -> list[VectorStore]:
    """The indexes of all variants below `folder`."""
    paths = [path for path in sorted(folder.glob("*")) if IndexFolder(path).exists]
    return [VectorStore(EdgeBackend(path, notify)) for path in paths]


class EdgeBackend:
    """One shard in a folder, with small files beside it that say what was written to it.

    Only one process has the shard open at a time, so no search can see a document half written.
    While a document is written a file names it. If that file is there when the shard is opened, a
    crash came between, and what was written is removed. A shard that is not what was written is
    removed before it is opened: all of it can be made anew.
    """

    def __init__(self, folder: Path, notify: Notify | None = None) -> None:
        self._folder = IndexFolder(folder)
        self._notify = notify
        self._model: ModelRecord | None = None
        self._written: dict[str, Written] = {}
        self._counts: dict[str, int] = {}
        self._sealing = False
        self._shard: qe.EdgeShard | None = None
        self._lock = HandoverLock(self._folder.lock, self._close_shard)

    def model(self) -> ModelRecord | None:
        """See `Backend.model`."""
        if not self._folder.exists:
            return None
        with self._lock, self._translated():
            return self._model if self._is_open() else None

    def create(self, model: ModelRecord) -> None:
        """See `Backend.create`. The model is noted last: without it there is no index."""
        shard = self._folder.shard
        with self._lock, self._translated():
            if self._is_open():
                return
            require_space(shard.parent, WRITING_BYTES)
            shard.mkdir(parents=True)
            made = qe.EdgeShard.create(str(shard), shard_config(model))
            for field in ("document", "revision"):
                keyword = qe.PayloadSchemaType.Keyword
                made.update(qe.UpdateOperation.create_field_index(field, keyword))
            made.flush()
            made.close()
            self._folder.keep_documents({})
            self._folder.keep_model(model)
            self._open()

    def replace(self, document: str, revision: str, points: Sequence[IndexPoint]) -> None:
        """See `Backend.replace`."""
        payload = {"document": document, "revision": revision}
        old = qe.Filter(must=conditions(document=document), must_not=[equals(**payload)])
        with self._changed(document, revision, bytes_of(points)) as shard:
            for start in range(0, len(points), _BATCH_POINTS):
                batch = points[start : start + _BATCH_POINTS]
                rows = [edge_point(point, payload) for point in batch]
                shard.update(qe.UpdateOperation.upsert_points(rows))
            shard.update(qe.UpdateOperation.delete_points_by_filter(old))
            self._written[document] = Written(revision, len(points))
            self._counts[document] = len(points)

    def delete(self, document: str) -> None:
        """See `Backend.delete`."""
        with self._opened():
            revision = self._written.get(document, Written("", 0)).revision
            with self._changed(document, revision, 0) as shard:
                every = equals(document=document)
                shard.update(qe.UpdateOperation.delete_points_by_filter(every))
                self._written.pop(document, None)
                self._counts.pop(document, None)

    def counts(self) -> dict[str, int]:
        """See `Backend.counts`."""
        with self._opened():
            return dict(self._counts)

    def count(self, document: str, revision: str) -> int:
        """See `Backend.count`."""
        within = equals(document=document, revision=revision)
        with self._opened() as shard:
            count = shard.count(qe.CountRequest(filter=within, exact=True))
            return count if self._written.get(document) == (revision, count) else 0

    def ranked(self, search: Search) -> list[Scored]:
        """See `Backend.ranked`."""
        with self._opened() as shard:
            return searched(search, lambda: self._counts, partial(query, shard))

    def close(self) -> None:
        """See `Backend.close`."""
        self._lock.close()

    @contextmanager
    def _opened(self) -> Iterator[qe.EdgeShard]:
        with self._lock, self._translated():
            if not self._is_open():
                raise StoreUnavailable(
                    f"The index in {self._folder.path} was damaged and has been removed. Try "
                    "again: it is made anew from the library."
                )
            assert self._shard
            yield self._shard

    @contextmanager
    def _changed(self, document: str, revision: str, size: int) -> Iterator[qe.EdgeShard]:
        """The shard while a document is written or deleted: to the end, or not at all.

        `size` is that of what is written, in bytes.
        """
        with self._opened() as shard:
            merged = allocated(self._folder.shard)
            require_space(self._folder.path, WRITING_BYTES + _COPIES * size + merged)
            self._folder.unseal()
            self._folder.begin(document, revision)
            try:
                yield shard
                shard.optimize()
                shard.flush()
                self._folder.keep_documents(self._written)
            except BaseException:
                self._undo(shard)
                raise
            self._folder.end()
            self._sealing = merged > _SEALED_AT_ONCE
            if not self._sealing:
                self._folder.seal()

    def _is_open(self) -> bool:
        """Whether there is an index, opened if need be; one that cannot be trusted is removed."""
        if self._shard is None and self._folder.exists:
            if problem := problem_of(self._folder):
                self._discard(problem)
            else:
                self._open()
        return self._shard is not None

    def _open(self) -> None:
        require_space(self._folder.path, OPENING_BYTES)
        sealed = self._folder.manifest()
        self._folder.unseal()
        self._model, self._written = self._folder.model(), self._folder.documents()
        config = shard_config(self._model)
        self._shard = qe.EdgeShard.load(str(self._folder.shard), config)
        if self._folder.begun():
            self._undo(self._shard)
            sealed = None
        self._counts = whole(self._shard, self._written)
        self._folder.seal(sealed)

    def _discard(self, problem: str) -> None:
        self._folder.clear()
        words = (
            f"The index in {self._folder.path} could not be trusted: {problem}. It was removed, "
            "and is made anew from the library for each document that is asked about."
        )
        _tell(self._notify, words)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turns errors of Edge and of the file system into sentences."""
        try:
            with writing(self._folder.path):
                yield
        # The panics of Rust, which leave a shard that is of no use, are not even `Exception`s.
        except BaseException as error:
            if type(error).__module__ == _PANICS:
                self._abandon()
            # Edge raises bare exceptions; any subclass comes from somewhere else.
            elif type(error) is not Exception:
                raise
            raise self._unusable(error) from error

    def _undo(self, shard: qe.EdgeShard) -> None:
        self._written = self._folder.documents()
        shard.update(qe.UpdateOperation.delete_points_by_filter(equals(**self._folder.begun())))
        shard.flush()
        self._folder.end()
        self._counts = whole(shard, self._written)

    def _abandon(self) -> None:
        """Lets go of a shard that panicked; it is checked before it is opened again."""
        self._folder.unseal()
        shard, self._shard = self._shard, None
        # It may panic again; closing lets go of its files.
        with suppress(BaseException):
            if shard:
                shard.close()

    def _close_shard(self) -> None:
        if self._shard is None:
            return
        shard, self._shard = self._shard, None
        shard.close()
        sealed = self._folder.manifest()
        if sealed or self._sealing:
            self._folder.unseal()
            # As on a full disk: without a manifest it is checked before it is opened again.
            with suppress(OSError):
                self._folder.seal(sealed)
        self._sealing = False

    def _unusable(self, error: BaseException) -> SetupError:
        if disk_is_full(error):
            return full_disk(self._folder.path)
        return StoreUnavailable(
            f"The index in {self._folder.path} failed: {error}. Try again: it is checked before "
            "it is opened, and made anew if it is damaged. The documents are not touched by it."
        )


class _PrivateCopy(EdgeBackend):
    """A copy of an index that cannot be written, for this process alone.

    Another process may write the index while it is copied; the manifest then tells.
    """

    def __init__(self, folder: Path, notify: Notify | None) -> None:
        self._temporary = TemporaryDirectory(prefix="sightline-index-")
        copy = Path(self._temporary.name) / folder.name
        if folder.is_dir():
            with writing(copy):
                require_space(copy, allocated(folder))
                copy_sparse(folder, copy)
        super().__init__(copy, notify)


def _tell(notify: Notify | None, words: str) -> None:
    _LOG.warning(words)
    if notify:
        notify(words)
