"""Records in the database of a server, with a copy in the folder of each document.

The rows are what holds. The copies are what a backup keeps, what names are saved from, and what a
desk would go on with.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, insert, select, update

from core.database.engine import lock_until_end, open_database, reading, transaction
from core.database.tables import DOCUMENTS
from core.errors import DataDamaged, DataTooNew
from core.file_format import encode_model
from core.files import write_atomic
from core.library.record import RECORD, DocumentRecord
from core.library.record_stores.files import FileRecords, document_folders
from core.library.salvage import RECORD_FILE, damaged_document, decode_record, read_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from core.library.record_stores.files import Change, Listed

_CHANGING = 7_301_947
"""Names the lock under which one transaction at a time changes records, so that revisions become
seen in their order."""


class DatabaseRecords(FileRecords):
    """A row for each document, with a revision that grows with each change of any row.

    A process asks for the rows after the last revision it knows, and remembers the others.
    """

    def __init__(self, address: str, home: Path) -> None:
        """Takes up the records of documents in the data folder that have no row yet.

        Raises as `open_database`.
        """
        super().__init__(home)
        self._engine = open_database(address)
        self._latest: dict[str, DocumentRecord | str] = {}
        self._revision = 0
        self._lock = Lock()
        self._take_up_missing()

    def ids(self) -> list[str]:
        """See `FileRecords.ids`."""
        return sorted(self._rows())

    def has(self, sha: str) -> bool:
        """See `FileRecords.has`."""
        return sha in self._rows()

    def every(self) -> list[Listed]:
        """See `FileRecords.every`."""
        rows = self._rows()
        listed = (self._shown(sha, rows[sha]) for sha in sorted(rows))
        return [each for each in listed if each]

    def read(self, sha: str) -> DocumentRecord | None:
        """See `FileRecords.read`."""
        row = self._rows().get(sha)
        return self._decoded(sha, row) if isinstance(row, str) else row

    def write(self, record: DocumentRecord) -> None:
        """See `FileRecords.write`."""
        with self._changing() as connection:
            self._put(connection, record)

    def change(self, sha: str, change: Change) -> DocumentRecord | None:
        """See `FileRecords.change`."""
        with self._changing() as connection:
            query = select(DOCUMENTS.c.record).where(DOCUMENTS.c.sha == sha)
            row = connection.scalar(query.with_for_update())
            record = None if row is None else self._decoded(sha, row)
            if record:
                record = change(record)
                self._put(connection, record)
        return record

    def copy_out(self, sha: str) -> None:
        """See `FileRecords.copy_out`."""
        record, path = self._rows().get(sha), self._documents / sha / RECORD_FILE
        content = encode_model(RECORD, record, 1) if isinstance(record, DocumentRecord) else b""
        if content and not (path.is_file() and path.read_bytes() == content):
            write_atomic(self._home, path, content)

    def take_up(self, *documents: str) -> None:
        """See `FileRecords.take_up`."""
        with self._changing() as connection:
            for sha in documents:
                _set(connection, sha, self._text_in_folder(sha))

    def leftovers(self) -> list[str]:
        """See `FileRecords.leftovers`."""
        with reading(self._engine) as connection:
            removed = connection.scalars(
                select(DOCUMENTS.c.sha).where(DOCUMENTS.c.record.is_(None))
            )
            return sorted({*removed}.intersection(document_folders(self._documents)))

    def remove(self, sha: str) -> None:
        """See `FileRecords.remove`."""
        with self._changing() as connection:
            _set(connection, sha, None)

    def _rows(self) -> Mapping[str, DocumentRecord | str]:
        """The records as they are by now; of one that cannot be read, what the row holds."""
        with self._lock:
            with reading(self._engine) as connection:
                news = connection.execute(
                    select(DOCUMENTS)
                    .where(DOCUMENTS.c.revision > self._revision)
                    .order_by(DOCUMENTS.c.revision)
                ).all()
            if news:
                self._latest = self._latest | {row.sha: self._remembered(row) for row in news}
                for row in news:
                    if row.record is None:
                        del self._latest[row.sha]
                self._revision = news[-1].revision
            return self._latest

    def _remembered(self, row: Row[Any]) -> DocumentRecord | str:
        if not row.record:
            return ""
        try:
            return decode_record(row.record.encode(), self._documents / row.sha)
        except (DataDamaged, DataTooNew):
            return row.record

    def _decoded(self, sha: str, row: str) -> DocumentRecord | None:
        """The record in a row, or in the folder of the document. Raises as `read`."""
        folder = self._documents / sha
        return decode_record(row.encode(), folder) if row else read_record(folder)

    def _shown(self, sha: str, row: DocumentRecord | str) -> Listed | None:
        if isinstance(row, DocumentRecord):
            return row
        try:
            return self._decoded(sha, row)
        except (DataDamaged, DataTooNew) as error:
            return damaged_document(self._documents / sha, error)

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        with transaction(self._engine) as connection:
            lock_until_end(connection, _CHANGING)
            yield connection

    def _put(self, connection: Connection, record: DocumentRecord) -> None:
        """Keeps a record, whose copy is written before the row holds: a full disk changes none."""
        content = encode_model(RECORD, record, 1)
        write_atomic(self._home, self._documents / record.sha / RECORD_FILE, content)
        _set(connection, record.sha, content.decode())

    def _take_up_missing(self) -> None:
        """Makes rows for the documents of a desk, and for those that a crash kept from having one.

        A deleted document has a row; what a crash left of its folder is not taken up.
        """
        with reading(self._engine) as connection:
            known = _known(connection)
        missing = (sha for sha in document_folders(self._documents) if sha not in known)
        texts = {sha: self._text_in_folder(sha) for sha in missing}
        if not texts:
            return
        with self._changing() as connection:
            revision, known = _next_revision(connection), _known(connection)
            rows = [
                {"sha": sha, "record": text, "revision": revision}
                for sha, text in texts.items()
                if sha not in known
            ]
            if rows:
                connection.execute(insert(DOCUMENTS), rows)

    def _text_in_folder(self, sha: str) -> str:
        """What the row of a document is to hold; empty where its record cannot be read."""
        try:
            record = read_record(self._documents / sha)
        except (DataDamaged, DataTooNew):
            return ""
        return encode_model(RECORD, record, 1).decode() if record else ""


def _known(connection: Connection) -> set[str]:
    return set(connection.scalars(select(DOCUMENTS.c.sha)))


def _next_revision(connection: Connection) -> int:
    return (connection.scalar(select(func.max(DOCUMENTS.c.revision))) or 0) + 1


def _set(connection: Connection, sha: str, record: str | None) -> None:
    values = {"record": record, "revision": _next_revision(connection)}
    row = connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.sha == sha).values(values))
    if not row.rowcount:
        connection.execute(insert(DOCUMENTS).values(sha=sha, **values))
