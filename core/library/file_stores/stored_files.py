"""The rows of a database that say which objects of a store are the files of documents.

An object is named in a row before it is put, and until it is deleted, so that none is ever lost
sight of. One that is put is `pending`; the one that holds is `current`; one that another took the
place of is `doomed`.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select, update

from core.database.engine import reading, transaction
from core.database.tables import DOCUMENTS, STORED_FILES
from core.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import ColumnElement, Connection, Engine

_PENDING, _CURRENT, _DOOMED = "pending", "current", "doomed"
_FILES = STORED_FILES.c
_COLUMNS = (
    _FILES.object,
    _FILES.document,
    _FILES.name,
    _FILES.is_folder,
    _FILES.size,
    _FILES.digest,
    _FILES.changed,
)
_ABANDONED_SECONDS = 86_400.0
"""After so long nobody is putting an object any more."""
_STEP = 1000
"""Nanoseconds: times of files are kept as exactly as this wherever they are copied."""
_AT_ONCE = 1000
_UNSAFE = re.compile(r"[^A-Za-z0-9._/-]")


class StoredFile(NamedTuple):
    """A file of a document: the object, its bytes, its SHA-256, and the time of its copies (ns)."""

    object: str
    document: str
    name: str
    is_folder: bool
    size: int
    digest: str
    changed: int = 0

    @property
    def path(self) -> str:
        """The name of the object, which people can read; no other object ever has it."""
        return f"documents/{self.document}/{_UNSAFE.sub('_', self.name)}/{self.object}"


def new_file(document: str, name: str, size: int, digest: str, *, is_folder: bool) -> StoredFile:
    """A file that is to be put."""
    return StoredFile(secrets.token_hex(16), document, name, is_folder, size, digest)


class StoredFiles:
    """The table of files. Everything raises `SetupError` where the database cannot be reached."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of(self, document: str, name: str) -> StoredFile | None:
        """The file that is kept under a name; None if none is."""
        return next(iter(self._current(_FILES.document == document, _FILES.name == name)), None)

    def all_of(self, document: str) -> list[StoredFile]:
        """All files that are kept of a document."""
        return self._current(_FILES.document == document)

    def has(self, document: str) -> bool:
        """Whether any file of a document is kept."""
        return bool(self.all_of(document))

    def documents(self) -> set[str]:
        """The ids of the documents of which files are kept."""
        with reading(self._engine) as connection:
            current = _FILES.state == _CURRENT
            return set(connection.scalars(select(_FILES.document).where(current).distinct()))

    def deleted(self) -> set[str]:
        """The ids of the documents that were deleted."""
        with reading(self._engine) as connection:
            return set(connection.scalars(select(DOCUMENTS.c.sha).where(_IS_DELETED)))

    def begin(self, files: Sequence[StoredFile]) -> None:
        """Notes that these are put now."""
        more = {"state": _PENDING, "put_at": time.time()}
        with transaction(self._engine) as connection:
            connection.execute(insert(STORED_FILES), [file._asdict() | more for file in files])

    def hold(self, files: Sequence[StoredFile], *, whole: bool) -> list[StoredFile]:
        """The files, which are kept from now on, each with a time that none of its name had.

        What was kept under their names is doomed; with `whole`, all that was of their documents.
        """
        with transaction(self._engine) as connection:
            held = [file._replace(changed=_next_time(connection, file)) for file in files]
            for file in held:
                same = _FILES.document == file.document
                _doom(connection, same if whole else and_(same, _FILES.name == file.name))
            for file in held:
                row = update(STORED_FILES).where(
                    _FILES.object == file.object, _FILES.state == _PENDING
                )
                values = {"state": _CURRENT, "changed": file.changed}
                if not connection.execute(row.values(values)).rowcount:
                    raise SetupError(
                        f"Putting {file.name} into the store took more than a day. Try again."
                    )
        return held

    def doom(self, document: str, name: str | None = None) -> None:
        """Forgets a file, or all of a document; the objects are to be deleted."""
        same = _FILES.document == document
        with transaction(self._engine) as connection:
            _doom(connection, same if name is None else and_(same, _FILES.name == name))

    def give_up(self, files: Iterable[StoredFile]) -> None:
        """Notes that these are not put any more."""
        mine = _FILES.object.in_([file.object for file in files])
        with transaction(self._engine) as connection:
            rows = update(STORED_FILES).where(mine, _FILES.state == _PENDING)
            connection.execute(rows.values(state=_DOOMED))

    def doom_leftovers(self) -> None:
        """Dooms the files of deleted documents, and what nobody is putting any more.

        To be called where nobody adds or deletes a document meanwhile.
        """
        deleted = select(DOCUMENTS.c.sha).where(_IS_DELETED)
        known = select(DOCUMENTS.c.sha)
        old = _FILES.put_at < time.time() - _ABANDONED_SECONDS
        with transaction(self._engine) as connection:
            _doom(connection, _FILES.document.in_(deleted))
            _doom(connection, and_(old, _FILES.document.not_in(known)))
            pending = update(STORED_FILES).where(_FILES.state == _PENDING, old)
            connection.execute(pending.values(state=_DOOMED))

    def has_leftovers(self) -> bool:
        """Whether `doom_leftovers` would find anything."""
        old = _FILES.put_at < time.time() - _ABANDONED_SECONDS
        current = _FILES.state == _CURRENT
        deleted = _FILES.document.in_(select(DOCUMENTS.c.sha).where(_IS_DELETED))
        unknown = and_(old, _FILES.document.not_in(select(DOCUMENTS.c.sha)))
        any_of = or_(and_(current, or_(deleted, unknown)), and_(_FILES.state == _PENDING, old))
        with reading(self._engine) as connection:
            return bool(connection.scalar(select(func.count()).where(any_of)))

    def doomed(self, document: str | None = None) -> list[StoredFile]:
        """Files whose objects are to be deleted, some at once; of one document, or of all."""
        where = _FILES.state == _DOOMED
        where = where if document is None else and_(where, _FILES.document == document)
        with reading(self._engine) as connection:
            rows = connection.execute(select(*_COLUMNS).where(where).limit(_AT_ONCE))
            return [StoredFile(*row) for row in rows]

    def forget(self, files: Iterable[StoredFile]) -> None:
        """Forgets doomed files, whose objects are deleted."""
        mine = _FILES.object.in_([file.object for file in files])
        with transaction(self._engine) as connection:
            connection.execute(delete(STORED_FILES).where(mine, _FILES.state == _DOOMED))

    def _current(self, *where: ColumnElement[bool]) -> list[StoredFile]:
        query = select(*_COLUMNS).where(_FILES.state == _CURRENT, *where).order_by(_FILES.name)
        with reading(self._engine) as connection:
            return [StoredFile(*row) for row in connection.execute(query)]


_IS_DELETED = DOCUMENTS.c.record.is_(None)


def _doom(connection: Connection, where: ColumnElement[bool]) -> None:
    rows = update(STORED_FILES).where(where, _FILES.state == _CURRENT)
    connection.execute(rows.values(state=_DOOMED))


def _next_time(connection: Connection, file: StoredFile) -> int:
    """Now, or later where the clock of another machine is ahead."""
    same = and_(_FILES.document == file.document, _FILES.name == file.name)
    last = connection.scalar(select(func.max(_FILES.changed)).where(same)) or 0
    return max(time.time_ns() // _STEP * _STEP, last + _STEP)
