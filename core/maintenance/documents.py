"""Verifying one document: its file, its record, its corrections, and the results kept of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from core import sir_io
from core.answering.query.document_words import check_document_words
from core.array_files import unpack
from core.chunking.base import Sentences
from core.chunking.serialization import check_chunks
from core.errors import DataDamaged, DataTooNew, NotFound
from core.file_format import decode
from core.inspection.results import INSPECTION
from core.library import DocumentRecord, Kind
from core.library.file_checks import WORKING
from core.library.salvage import read_or_damaged, source_of
from core.maintenance.damage import Damage, too_new
from core.parsing.stored_corrections import FILE, load_corrections, salvage_corrections
from core.parsing.stored_corrections import STAGE as CORRECTIONS
from core.parsing.tree_cache import SECONDS, check_seconds
from core.parsing.tree_cache import STAGE as TREES
from core.refining.stored_descriptions import STAGE as DESCRIPTIONS
from core.refining.stored_descriptions import check_descriptions
from core.retrieval.chunk_words import is_whole
from core.tokens import TokenArrays

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from core.progress import Progress
    from core.workbench import Workbench

_RECORD_STEP = (
    "python -m core check --repair makes it anew from the file of the document. Names that cannot "
    "be read any more are lost, and a parser that a person chose must be chosen again."
)
_SOURCE_STEP = "Add the original file again, or restore a backup. Corrections stay as they are."
_CORRECTIONS_STEP = (
    "Put a copy of the file back, or run python -m core check --repair: it puts the damaged file "
    "aside and goes on with the corrections that can be read, which may be none."
)
_LOST_STEP = "python -m core check --repair puts the copy of this machine there again."
_OBJECT_STEP = "Put an earlier version of the object back, or restore a backup."
_COPY_STEP = "python -m core check --repair writes it anew from the database."
_CACHE_STEP = "python -m core check --repair removes it; it is made anew {}."
_NEEDED, _DESCRIBED = "when it is next needed", "when its figures are described again"


def check_document(bench: Workbench, sha: str) -> Iterator[Damage]:
    """What is damaged of a document."""
    library = bench.library
    yield from _store(bench, sha)
    source = source_of(library.folder(sha))
    record, folder = None, library.folder(sha)
    whole = library.source_agrees(sha)
    if not whole:
        state = "was changed after it was added" if source else "is missing"
        words = f"The file of {_name(bench, sha)} {state}."
        yield Damage(source or folder, words, _SOURCE_STEP)
    try:
        record = library.get(sha)
    except DataTooNew as error:
        yield too_new(folder / "document.json", error)
    except (DataDamaged, NotFound):
        words = f"The record of {_name(bench, sha)} is damaged or missing."
        mend = partial(_mend_record, bench, sha) if whole else None
        yield Damage(folder / "document.json", words, _RECORD_STEP if whole else _SOURCE_STEP, mend)
    if record:
        yield from _copy_of_record(bench, record)
    if record and whole:
        yield from _working_copy(bench, record)
    yield from _corrections(bench, sha)
    yield from _results(bench, sha)


def _store(bench: Workbench, sha: str) -> Iterator[Damage]:
    """What the object store has lost of a document; its files and corrections are seen to below."""
    library, folder = bench.library, bench.library.folder(sha)
    lost = library.lost(sha)
    damaged = library.fetch_all(sha)
    for name in lost:
        if name not in damaged:
            mend = partial(_put_again, bench, sha, name)
            words = f"The store has lost the file {name} of {_name(bench, sha)}."
            yield Damage(folder / name, words, _LOST_STEP, mend)
    for name, error in damaged.items():
        stage, _, key = name.partition("/")
        if stage in _STAGES:
            step, mend = _CACHE_STEP.format(_when(stage)), partial(_drop, bench, sha, stage, key)
            yield Damage(folder / name, str(error), step, mend)
        elif key and stage != CORRECTIONS:
            yield Damage(folder / name, str(error), _OBJECT_STEP)


def _put_again(bench: Workbench, sha: str, name: str, _: Progress | None) -> str:
    bench.library.put_again(sha, name)
    return "It was put there again from the copy of this machine."


def _name(bench: Workbench, sha: str) -> str:
    named = {record.sha: record.name for record in bench.library.list()}
    damaged = {document.sha: document.shown_name for document in bench.library.damaged()}
    return named.get(sha) or damaged.get(sha) or sha[:12]


def _mend_record(bench: Workbench, sha: str, progress: Progress | None) -> str:
    record = bench.documents.mend(sha, progress)
    return f"The record was made anew from the file; the document is called {record.name}."


def _copy_of_record(bench: Workbench, record: DocumentRecord) -> Iterator[Damage]:
    folder = bench.library.folder(record.sha)
    with bench.library.changing():
        copy = read_or_damaged(folder)
        if copy is None or copy == bench.library.get(record.sha):
            return

    def mend(_: Progress | None) -> str:
        with bench.library.changing():
            bench.library.change(record.sha)
        return "It was written anew."

    words = f"The copy of the record of {record.name} is damaged or missing."
    yield Damage(folder / "document.json", words, _COPY_STEP, mend)


def _working_copy(bench: Workbench, record: DocumentRecord) -> Iterator[Damage]:
    if bench.library.read_file_agrees(record):
        return
    path = bench.library.folder(record.sha) / WORKING
    words = f"The copy of {record.name} that is read is missing or was changed."
    if record.kind is Kind.PDF:
        yield Damage(path, words, "Add the original file again, with its password.")
        return

    def mend(progress: Progress | None) -> str:
        bench.library.mend(record.sha, progress=progress)
        return "The copy was made anew from the file."

    yield Damage(path, words, "python -m core check --repair makes it anew.", mend)


def _corrections(bench: Workbench, sha: str) -> Iterator[Damage]:
    path = bench.library.folder(sha) / CORRECTIONS / FILE
    try:
        load_corrections(bench.library, sha)
    except DataTooNew as error:
        yield too_new(path, error)
    except DataDamaged:
        words = f"The corrections of {_name(bench, sha)} are damaged or missing."
        yield Damage(path, words, _CORRECTIONS_STEP, partial(_mend_corrections, bench, sha))


def _mend_corrections(bench: Workbench, sha: str, progress: Progress | None) -> str:
    with bench.library.correcting(sha):
        corrections, aside = salvage_corrections(bench.library, sha)
    bench.forget(sha)
    where = f"The damaged file is kept as {aside.name}. " if aside else ""
    return f"{where}{len(corrections)} corrections could be read and hold; make the others again."


def _results(bench: Workbench, sha: str) -> Iterator[Damage]:
    for stage, read in _STAGES.items():
        for path in sorted((bench.library.folder(sha) / stage).glob("*")):
            try:
                read(path)
            except DataTooNew as error:
                yield too_new(path, error)
            except (OSError, ValueError, KeyError, TypeError, NotFound):
                words = f"A stored result ({stage}) of {_name(bench, sha)} is damaged."
                drop = partial(_drop, bench, sha, stage, path.name)
                yield Damage(path, words, _CACHE_STEP.format(_when(stage)), drop)


def _drop(bench: Workbench, sha: str, stage: str, key: str, _: Progress | None) -> str:
    bench.library.drop(sha, stage, key)
    return f"It was removed and is made anew {_when(stage)}."


def _when(stage: str) -> str:
    return _DESCRIBED if stage == DESCRIPTIONS else _NEEDED


def _arrays(kind: type[TokenArrays | Sentences]) -> Callable[[Path], None]:
    def read(path: Path) -> None:
        if unpack(kind, path.read_bytes()) is None:
            raise ValueError("the arrays cannot be read")

    return read


def _words(path: Path) -> None:
    if not is_whole(path.read_bytes()):
        raise ValueError("the words cannot be read")


_STAGES: dict[str, Callable[[Path], object]] = {
    TREES: sir_io.load,
    SECONDS: lambda path: check_seconds(path.read_bytes(), path),
    "tokens": _arrays(TokenArrays),
    "sentences": _arrays(Sentences),
    "plans": lambda path: check_chunks(path.read_bytes(), path),
    "chunks": lambda path: check_chunks(path.read_bytes(), path),
    "words": _words,
    "document_words": lambda path: check_document_words(path.read_bytes(), path),
    DESCRIPTIONS: check_descriptions,
    "inspection": lambda path: decode(INSPECTION, path.read_bytes(), path),
}
"""Results that can be made anew, each with a function that raises an error for a damaged one."""
