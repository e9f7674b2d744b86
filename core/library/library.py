"""The library: one folder a document below `<home>/documents`, named by the file's SHA-256.

    <sha>/source.pdf     the file as it was given; source.text, source.html ... for other kinds
    <sha>/working.pdf    a decrypted copy if it was encrypted, the pages of what is no PDF
    <sha>/document.json  the record; its copy where a database keeps the records of a server
    <sha>/<stage>/<key>  results of a stage, a file or a folder, under a key of its options

With an object store (`file_stores`) all but the record is kept there, and these are copies.
Everything is made elsewhere and renamed into place under one lock, so that several processes
and threads may share a library, and none sees half a document.
"""

from __future__ import annotations

import logging
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from core.errors import DataDamaged, InputError
from core.file_format import encode_model
from core.files import (
    move_into_place,
    require_space,
    staged,
    sweep,
    temporary_path,
    write_synced,
    writing,
)
from core.jobs import Job, JobRunner, Limits, run_isolated
from core.library.document_runner import document_runner
from core.library.file_checks import WORKING, clean_name, examine_isolated, read_source
from core.library.file_digests import has_digest
from core.library.file_kinds import Kind, in_words, kind_of
from core.library.permissions import OF_A_DESK, Permissions
from core.library.record import RECORD, DocumentRecord
from core.library.record_changes import RecordChanges
from core.library.record_repair import make_record, remake_record
from core.library.salvage import RECORD_FILE, SOURCE, old_names
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from core.library.file_stores import FileStore
    from core.library.record_stores import FileRecords
    from core.progress import Progress
    from core.settings import Settings

_LOG = logging.getLogger("sightline")
_COPIES = 4
"""Sizes of a file that adding it may take: itself, a copy that opens, and what is read of it."""


class Library(RecordChanges):
    """Documents and their cached results, shared by all processes that use the same folder."""

    def __init__(
        self,
        settings: Settings,
        jobs: JobRunner | None = None,
        permissions: Permissions = OF_A_DESK,
        store: FileRecords | None = None,
        files: FileStore | None = None,
    ) -> None:
        """Removes what crashed processes left unfinished; makes no folder.

        `jobs` does all jobs on its documents, if one process and one limit of time are for them.
        Without a `store` the records are files in the data folder, and without `files` so is
        everything else.
        """
        super().__init__(settings, permissions, store, files)
        self._jobs = jobs
        if removed := sweep(settings.home):
            _LOG.info("removed %d unfinished folders", removed)
        for sha in self._store.leftovers():
            with temporary_path(self._home) as target, self.changing():
                if not self._store.has(sha):
                    self._move_out(sha, target)

    def add(
        self,
        source: Path | bytes,
        name: str,
        password: str | None = None,
        progress: Progress | None = None,
        prepare: Callable[[Library, str], object] | None = None,
        programs: Sequence[Path] = (),
        collections: Collection[str] = (),
    ) -> DocumentRecord:
        """The record of a file, now in the library; the same bytes under any name are one document.

        `name` is what people call the file. A file that needs a password keeps its id and gets a
        decrypted working copy. `progress` counts pages. `prepare` is called for a new document
        with a library that holds nothing else, and its id: what it makes of the document comes
        into this library together with it, from the process that opened the file, which can start
        the `programs` for it. If it raises an error, nothing does. A document whose record or file
        was damaged is put right by its file, and keeps what people made of it. Members of the
        `collections` see it; without any, those of all that who acts is a member of. One that who
        acts does not see yet needs its password, also where others gave it before.

        Raises:
            AccessRefused: who acts may not add documents, or not to one of the collections.
            InputError: the file cannot be used (see `core.library.file_checks`), or by its other
                name it was read as another kind; nothing is kept.
            LimitReached: opening it passed the limits.
            DiskFull: there is no room for it.
            SetupError: the data folder cannot be written.
            DataTooNew: a later version wrote the record of this document.
        """
        self.permissions.allow(Right.EDIT)
        places = self.permissions.places(collections)
        shown = clean_name(name)
        content = read_source(source, shown, self.settings.max_upload_mb)
        sha = sha256(content).hexdigest()
        require_space(self._home, _COPIES * len(content))
        if seen := self.has(sha):
            self._require_kind(sha, kind_of(content, shown) or Kind.PDF, shown)
        with self.permissions.unbounded():
            while not self._taken_in(
                sha, content, shown, password, progress, prepare, programs, places, seen
            ):
                pass  # it was there, and somebody deleted it meanwhile
        self.permissions.did("added", sha, shown)
        return self.get(sha)

    def limits(self, seconds: float, grace: float = 0.0) -> Limits:
        """What a job may use; see `core.jobs.Limits`."""
        spent = self._jobs.spent if self._jobs else 0.0
        return Limits(seconds, self.settings.parse_memory_mb, grace, spent)

    def run(self, job: Job, limits: Limits, progress: Progress | None = None) -> Any:
        """What a job on a document returns, from a child process. See `JobRunner.run`."""
        run = self._jobs.run if self._jobs else run_isolated
        return run(job, limits, progress)

    def with_workers(self, workers: int | None) -> Library:
        """The same documents, to be read by so many processes; None: as the settings say."""
        if workers is None:
            return self
        settings = self.settings.model_copy(update={"parse_workers": workers})
        return Library(settings, self._jobs, self.permissions, self._store, self._files)

    def mend(
        self,
        sha: str,
        name: str = "",
        password: str | None = None,
        progress: Progress | None = None,
    ) -> DocumentRecord:
        """The record of a document, made anew from its file, as is the copy that is read.

        Names are those that can still be read in the damaged record, with `name` behind them.

        Raises:
            DataDamaged: the file is missing or was changed.
            DataTooNew: a later version wrote the record.
            InputError: the file cannot be used, or its password is needed.
            LimitReached: opening it passed the limits.
        """
        self.permissions.allow(Right.EDIT)
        self.require(sha)
        record = self._readable(sha)
        source = self.source(sha)
        if source is None or not has_digest(source, sha):
            raise DataDamaged(
                f"The file of document {sha[:12]} is missing or was changed after it was added, so "
                f"its record cannot be made anew: {self.folder(sha)}. Add the original file again."
            )
        names = (record.names if record else old_names(self.folder(sha))) or (
            name or f"document-{sha[:12]}{source.suffix}",
        )
        with staged(self._home) as folder, writing(self._home):
            renewed = remake_record(
                source, folder, names, password, self, progress, trust_copy=not record
            )

            def mended(now: DocumentRecord) -> DocumentRecord:
                now = now.model_copy(update={"working_sha": renewed.working_sha})
                return now.named(name) if name else now

            copies = {WORKING: folder / WORKING} if (folder / WORKING).exists() else {}
            with self._files.putting(sha, copies) as hold, self.changing():
                hold()
                for copy in copies.values():
                    copy.replace(source.with_name(WORKING))
                if record:
                    self._changed(sha, mended)
                elif self.has(sha):
                    self._store.write(mended(renewed))
        return self.get(sha)

    def describe(self, sha: str, language: str) -> DocumentRecord:
        """The record with author and date, read from the file where an older version did not.

        `language` is that of the words of the document.

        Raises:
            NotFound, DataDamaged: see `pdf_path`.
            InputError: the file cannot be opened.
        """
        record, path = self.get(sha), self.pdf_path(sha)
        found = examine_isolated(path, record.name, Kind.PDF, None, self, None)

        def described(now: DocumentRecord) -> DocumentRecord:
            parse = now.parse and now.parse.model_copy(update={"language": language})
            news = {"author": found["author"], "date": found["date"], "parse": parse}
            return now.model_copy(update=news)

        with self.changing():
            return self.permissions.seen(self._changed(sha, described))

    def _require_kind(self, sha: str, kind: Kind, name: str) -> None:
        """Raises `InputError` where a document was read as another kind than by this name."""
        record = self._readable(sha)
        if record and record.kind is not kind:
            known = self.permissions.seen(record).name
            raise InputError(
                f"{name}: this file is in the library already as {known}, read as "
                f"{in_words(record.kind)}. To have it read as {in_words(kind)}, delete that one "
                "first."
            )

    def _taken_in(
        self,
        sha: str,
        content: bytes,
        name: str,
        password: str | None,
        progress: Progress | None,
        prepare: Callable[[Library, str], object] | None,
        programs: Sequence[Path],
        places: Collection[str],
        seen: bool,
    ) -> bool:
        """Whether a document is in its place now; put right where it was there already."""
        if self.has(sha):
            self._put_right(sha, content, name, password, progress)
        runner = partial(document_runner, self.settings, processes=prepare is not None)
        with staged(self._home) as folder, runner(folder, programs) as jobs:
            draft = Library(self.settings.model_copy(update={"home": folder}), jobs)
            record = self._read(sha)
            if not record or (record.decrypted_copy and not seen):
                draft._admit(sha, content, name, password, progress)
            if not record and prepare:
                prepare(draft, sha)
            return self._publish(draft, sha, name, places)

    def _admit(
        self,
        sha: str,
        content: bytes,
        name: str,
        password: str | None,
        progress: Progress | None,
    ) -> None:
        """Makes the folder of a new document, where nobody else looks yet."""
        folder = self.folder(sha)
        kind = kind_of(content, name) or Kind.PDF
        path = folder / f"{SOURCE}{kind}"
        with writing(self._home):
            folder.mkdir(parents=True)
            write_synced(path, content)
        record = make_record(path, sha, (name,), password, self, progress)
        with writing(self._home):
            write_synced(folder / RECORD_FILE, encode_model(RECORD, record, 1))

    def _put_right(
        self, sha: str, content: bytes, name: str, password: str | None, progress: Progress | None
    ) -> None:
        record = self._readable(sha)
        if not self.source_agrees(sha):
            kind = record.kind if record else kind_of(content, name) or Kind.PDF
            self._put_source(sha, f"{SOURCE}{kind}", content)
        if record is None or not self.read_file_agrees(record):
            self.mend(sha, name, password, progress)

    def _put_source(self, sha: str, name: str, content: bytes) -> None:
        with staged(self._home) as folder, writing(self._home):
            new = folder / name
            write_synced(new, content)
            with self._files.putting(sha, {name: new}) as hold, self.changing():
                hold()
                move_into_place(new, self.folder(sha) / name, folder)

    def _publish(self, draft: Library, sha: str, name: str, places: Collection[str]) -> bool:
        """Moves a document of the draft into place; one that is there already gets the name.

        Whether there is one then.
        """
        new, target = draft.folder(sha), self.folder(sha)
        with self._files.putting_all(sha, new) as hold, self.changing():
            if self._read(sha):
                self._changed(sha, lambda now: now.named(name))
            elif new.exists():
                hold()
                move_into_place(new, target, draft._home)
                self._store.take_up(sha)
            if is_there := self._store.has(sha):
                self.permissions.placed(sha, name, places)
            return is_there
