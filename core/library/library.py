"""The library: one folder a document below `<home>/documents`, named by the file's SHA-256.

    <sha>/source.pdf     the file as it was given; source.text and source.csv for the other kinds
    <sha>/working.pdf    a decrypted copy if it was encrypted, the pages of what is no PDF
    <sha>/document.json  the record
    <sha>/<stage>/<key>  results of a stage, a file or a folder, under a key of its options

Everything is made elsewhere and renamed into place under one lock, so that several processes
and threads may share a library, and none sees half a document.
"""

from __future__ import annotations

import logging
import re
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from filelock import FileLock
from pydantic import ValidationError

from core.errors import InputError, NotFound
from core.files import staged, sweep, write_atomic, write_synced, writing
from core.library.intake import WORKING, clean_name, examine_isolated, read_source
from core.library.kinds import Kind, kind_of
from core.library.record import DocumentRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from core.library.record import ParseInfo
    from core.progress import Progress
    from core.settings import Settings
    from core.sir import Page

_LOG = logging.getLogger("sightline")
_SHA = re.compile(r"[0-9a-f]{64}")
_SHORTEST_PREFIX = 4


class Library:
    """Documents and their cached results, shared by all processes that use the same folder."""

    def __init__(self, settings: Settings) -> None:
        """Removes what crashed processes left unfinished; makes no folder."""
        self.settings = settings
        self._home = settings.home
        self._lock = FileLock(settings.home / "library.lock")
        if removed := sweep(settings.home):
            _LOG.info("removed %d unfinished folders", removed)

    def add(
        self,
        source: Path | bytes,
        name: str,
        password: str | None = None,
        progress: Progress | None = None,
        prepare: Callable[[Library, str], object] | None = None,
    ) -> DocumentRecord:
        """The record of a file, now in the library; the same bytes under any name are one document.

        `name` is what people call the file. A file that needs a password keeps its id and gets a
        decrypted working copy. `progress` counts pages. `prepare` is called for a new document
        with a library that holds nothing else, and its id: what it makes of the document comes
        into this library together with it. If it raises an error, nothing does.

        Raises:
            InputError: the file cannot be used (see `core.library.intake`); nothing is kept.
            LimitReached: opening it passed the limits.
            SetupError: the data folder cannot be written.
        """
        shown = clean_name(name)
        content = read_source(source, shown, self.settings.max_upload_mb)
        sha = sha256(content).hexdigest()
        with staged(self._home) as folder:
            draft = Library(self.settings.model_copy(update={"home": folder}))
            if not self._read(sha):
                draft._admit(sha, content, shown, password, progress)
                if prepare:
                    prepare(draft, sha)
            return self._publish(draft, sha, shown)

    def list(self) -> tuple[DocumentRecord, ...]:
        """All documents, in the order in which they were added."""
        found = [self._read(path.name) for path in self._documents.glob("*") if path.is_dir()]
        records = [record for record in found if record]
        return tuple(sorted(records, key=lambda record: (record.added_at, record.sha)))

    def get(self, sha: str) -> DocumentRecord:
        """The record of a document.

        Raises:
            NotFound: the library has no such document.
        """
        record = self._read(sha) if _SHA.fullmatch(sha) else None
        if not record:
            raise NotFound(f"The library has no document {sha[:12]}. Add the file again.")
        return record

    def find(self, reference: str) -> DocumentRecord:
        """The only document with this name, or whose id starts so (4 characters at least).

        Raises:
            NotFound: there is none.
            InputError: there are several.
        """
        prefix = reference if len(reference) >= _SHORTEST_PREFIX else "none"
        records = self.list()
        found = [r for r in records if reference in r.names or r.sha.startswith(prefix)]
        if not found:
            raise NotFound(f"The library has no document {reference!r}. Add the file first.")
        if len(found) > 1:
            ids = ", ".join(record.sha[:12] for record in found)
            raise InputError(f"{reference!r} may be any of {ids}. Give one of these ids.")
        return found[0]

    def pdf_path(self, sha: str) -> Path:
        """The file to read and to draw: it opens without a password.

        Raises:
            NotFound: the library has no such document.
        """
        record = self.get(sha)
        given = record.kind is Kind.PDF and not record.decrypted_copy
        return self._folder(sha) / (f"source.{record.kind}" if given else WORKING)

    def set_parse(self, sha: str, parse: ParseInfo, pages: tuple[Page, ...]) -> DocumentRecord:
        """The record after noting how the document was parsed, and what its pages are labelled.

        Raises:
            NotFound: the document was deleted meanwhile.
        """
        with self._changing():
            record = self.get(sha).model_copy(update={"parse": parse, "pages": pages})
            self._write(record)
        return record

    def delete(self, sha: str) -> None:
        """Removes a document and all that was made from it.

        Raises:
            NotFound: the library has no such document.
        """
        self.get(sha)
        with staged(self._home) as folder, self._changing():
            if self._folder(sha).is_dir():
                self._folder(sha).rename(folder / sha)

    def stage_path(self, sha: str, stage: str, key: str) -> Path:
        """Where a result of a stage is, or would be."""
        return self._folder(sha) / stage / key

    def store(self, sha: str, stage: str, key: str, fill: Callable[[Path], None]) -> Path:
        """Where the result is that `fill` wrote, as a file or folder, at the path it is given.

        A result under the same key is replaced.

        Raises:
            NotFound: the document was deleted meanwhile.
        """
        target = self.stage_path(sha, stage, key)
        with staged(self._home) as folder, writing(self._home):
            fill(folder / "new")
            with self._changing():
                self.get(sha)
                target.parent.mkdir(exist_ok=True)
                if target.exists():
                    target.rename(folder / "old")
                (folder / "new").rename(target)
        return target

    def store_bytes(self, sha: str, stage: str, key: str, content: bytes) -> None:
        """Keeps the result of a stage as a file; see `store`."""
        self.store(sha, stage, key, lambda path: write_synced(path, content))

    def load_bytes(self, sha: str, stage: str, key: str) -> bytes | None:
        """What `store_bytes` kept; None if nothing."""
        try:
            return self.stage_path(sha, stage, key).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    @property
    def _documents(self) -> Path:
        return self._home / "documents"

    def _folder(self, sha: str) -> Path:
        return self._documents / sha

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """No other process or thread changes the library inside this block."""
        with writing(self._home):
            self._documents.mkdir(parents=True, exist_ok=True)
            with self._lock:
                yield

    def _admit(
        self,
        sha: str,
        content: bytes,
        name: str,
        password: str | None,
        progress: Progress | None,
    ) -> None:
        """Makes the folder of a new document, where nobody else looks yet."""
        folder = self._folder(sha)
        kind = kind_of(content, name) or Kind.PDF
        path = folder / f"source.{kind}"
        with writing(self._home):
            folder.mkdir(parents=True)
            write_synced(path, content)
        found = examine_isolated(path, name, kind, password, self.settings, progress)
        record = DocumentRecord(
            sha=sha, names=(name,), size=len(content), added_at=datetime.now(UTC), **found
        )
        with writing(self._home):
            write_synced(folder / "document.json", _encode(record))

    def _publish(self, draft: Library, sha: str, name: str) -> DocumentRecord:
        """Moves a document of the draft into place; one that is there already gets the name."""
        new, target = draft._folder(sha), self._folder(sha)
        with self._changing():
            if known := self._read(sha):
                self._write(known.named(name))
            elif new.exists():
                if target.exists():
                    target.rename(draft._home / "damaged")
                new.rename(target)
            return self.get(sha)

    def _read(self, sha: str) -> DocumentRecord | None:
        try:
            content = (self._folder(sha) / "document.json").read_bytes()
            return DocumentRecord.model_validate_json(content)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValidationError:
            _LOG.exception("the record of document %s cannot be read", sha)
            return None

    def _write(self, record: DocumentRecord) -> None:
        write_atomic(self._home, self._folder(record.sha) / "document.json", _encode(record))


def _encode(record: DocumentRecord) -> bytes:
    return (record.model_dump_json(indent=1) + "\n").encode()
