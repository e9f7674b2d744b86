"""An embedding model that remembers: a text is embedded once for all settings and processes."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import closing, suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.base import Encoder, WindowedVectors
from core.files import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from core.progress import Progress

    _Make = Callable[[Sequence[str]], WindowedVectors]

_LOG = logging.getLogger("sightline")
_Row = tuple[bytes, bytes, float]
"""Vectors, weights, and the seconds it took to make them."""
_SCHEMA = """CREATE TABLE IF NOT EXISTS vectors
    (key BLOB PRIMARY KEY, vectors BLOB, weights BLOB, seconds REAL) WITHOUT ROWID"""
_AT_ONCE = 64
"""Texts that are embedded between two writings, so that a stop loses little."""
_ASKED_AT_ONCE = 500
"""Keys in a query; SQLite takes some hundreds."""
_WAIT_SECONDS = 60.0
VECTORS_VERSION = 1
"""Counted up when the same model gives other vectors here, or the file another form."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""Codes of a file that will never be of use; `ERROR` is that of a table in another form."""


class CachedEncoder:
    """An `Encoder` over another one; its vectors are kept in a file that processes share.

    All that the file holds can be made again: a damaged one is dropped, and with one that cannot
    be read or written vectors are made without it.

    `seconds` adds up the time that the vectors it gave had taken to make, whoever made them.
    """

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self._encoder = encoder
        self.name, self.dimension = encoder.name, encoder.dimension
        self.max_tokens = encoder.max_tokens
        self.seconds = 0.0
        self._path = folder / _file_name(encoder.name)
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """See `Encoder.encode`."""

        def make(batch: Sequence[str]) -> WindowedVectors:
            return _one_each(self._encoder.encode(batch))

        return self._vectors(texts, make, b"whole", progress).vectors

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """See `Encoder.encode_query`."""

        def make(batch: Sequence[str]) -> WindowedVectors:
            return _one_each(np.stack([self._encoder.encode_query(text) for text in batch]))

        return self._vectors([text], make, b"query", None).vectors[0]

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        """See `Encoder.encode_windows`."""
        return self._vectors(texts, self._encoder.encode_windows, b"windows", progress)

    def _vectors(
        self, texts: Sequence[str], make: _Make, kind: bytes, progress: Progress | None
    ) -> WindowedVectors:
        keys = [blake2b(text.encode(), digest_size=16, person=kind).digest() for text in texts]
        known = self._known(list(dict.fromkeys(keys)))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        to_encode = list(missing)
        for first in range(0, len(to_encode), _AT_ONCE):
            batch = to_encode[first : first + _AT_ONCE]
            begun = time.perf_counter()
            made = make([missing[key] for key in batch])
            rows = _rows(batch, made, time.perf_counter() - begun)
            self._in_file(lambda database, rows=rows: _keep(database, rows))
            known |= rows
            if progress:
                done = len(texts) - len(to_encode) + first + len(batch)
                progress(min(done, len(texts)), len(texts))
        return self._joined([known[key] for key in keys])

    def _known(self, keys: Sequence[bytes]) -> dict[bytes, _Row]:
        rows: dict[bytes, _Row] = {}
        self._in_file(lambda database: rows.update(_stored_rows(database, keys)))
        return rows

    def _in_file(self, act: Callable[[sqlite3.Connection], None]) -> None:
        """Does something with the file, unless it is damaged or cannot be used now."""
        try:
            with closing(sqlite3.connect(self._path, timeout=_WAIT_SECONDS)) as database:
                database.execute("PRAGMA journal_mode=WAL")
                database.execute(_SCHEMA)
                act(database)
        except sqlite3.DatabaseError as error:
            _LOG.warning("%s cannot be used: %s", self._path, error)
            # The lowest byte names the kind of error.
            if error.sqlite_errorcode & 0xFF in _DAMAGED:
                drop(self._path)

    def _joined(self, rows: Sequence[_Row]) -> WindowedVectors:
        self.seconds += sum(row[2] for row in rows)
        weights = [np.frombuffer(row[1], np.int32) for row in rows]
        vectors = np.frombuffer(b"".join(row[0] for row in rows), np.float32)
        owner = np.repeat(np.arange(len(rows), dtype=np.int32), [len(part) for part in weights])
        joined = np.concatenate(weights) if weights else np.zeros(0, np.int32)
        return WindowedVectors(vectors.reshape(-1, self.dimension), owner, joined)


def is_whole(path: Path) -> bool:
    """Whether a file of vectors can be read from its beginning to its end."""
    try:
        with closing(
            sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=_WAIT_SECONDS)
        ) as db:
            return db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.DatabaseError:
        return False


def drop(path: Path) -> None:
    """Removes a file of vectors, which are made anew when they are needed."""
    # Its journal first: one that is left would be taken for that of the next file.
    for end in ("-wal", "-shm", ""):
        with suppress(OSError):
            path.with_name(f"{path.name}{end}").unlink()


def _file_name(encoder: str) -> str:
    """That of the file of an encoder; the hash tells `a/b` from `a_b`."""
    plain = "".join(c if c.isalnum() or c in "-." else "_" for c in encoder)
    exact = blake2b(encoder.encode(), digest_size=4).hexdigest()
    return f"{plain}-{exact}-{VECTORS_VERSION}.sqlite"


def _stored_rows(database: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, _Row]:
    rows: dict[bytes, _Row] = {}
    for first in range(0, len(keys), _ASKED_AT_ONCE):
        part = keys[first : first + _ASKED_AT_ONCE]
        marks = ",".join("?" * len(part))
        query = f"SELECT key, vectors, weights, seconds FROM vectors WHERE key IN ({marks})"
        rows |= {row[0]: row[1:] for row in database.execute(query, part)}
    return rows


def _one_each(vectors: NDArray[np.float32]) -> WindowedVectors:
    count = len(vectors)
    return WindowedVectors(vectors, np.arange(count, dtype=np.int32), np.ones(count, np.int32))


def _rows(keys: Sequence[bytes], made: WindowedVectors, seconds: float) -> dict[bytes, _Row]:
    """The rows of texts; the time is shared out by their tokens."""
    total = max(int(made.weights.sum()), 1)
    rows: dict[bytes, _Row] = {}
    for index, key in enumerate(keys):
        own = made.owner == index
        weights = made.weights[own].astype(np.int32)
        share = seconds * int(weights.sum()) / total
        rows[key] = (made.vectors[own].tobytes(), weights.tobytes(), share)
    return rows


def _keep(database: sqlite3.Connection, rows: Mapping[bytes, _Row]) -> None:
    with database:
        values = [(key, *row) for key, row in rows.items()]
        database.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?)", values)
