"""Records in files: what did not change is remembered, and whatever changed is noticed."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from core.library import Library
from core.library.record_stores import files
from tests.builders import pdf_bytes
from tests.core.library.record_stores.libraries import record_file

if TYPE_CHECKING:
    from pathlib import Path

SECOND = 1_000_000_000


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Each folder whose record is read, in a time in which all files are old."""
    read: list[Path] = []

    def noted(folder: Path) -> object:
        read.append(folder)
        return original(folder)

    original = files.read_record
    monkeypatch.setattr(files, "read_record", noted)
    now = time.time_ns
    monkeypatch.setattr(files.time, "time_ns", lambda: now() + 10 * SECOND)
    return read


def test_a_list_reads_only_what_changed(library: Library, reads: list[Path]) -> None:
    first, second = (library.add(pdf_bytes([text]), f"{text}.pdf").sha for text in "ab")
    before = Library(library.settings).list()
    assert {path.name for path in reads} == {first, second}
    reads.clear()
    assert library.list() == before
    assert [library.get(sha) for sha in (first, second)] == list(before)
    assert library.damaged() == ()
    assert reads == []
    library.describe_by_hand(first, {"author": "Ada Meier"})
    assert library.list()[0].by_hand == {"author": "Ada Meier"}
    assert [path.name for path in reads] == [first]
    library.delete(second)
    assert [record.sha for record in library.list()] == [first]


def test_a_record_that_was_changed_from_outside_is_noticed(
    library: Library, reads: list[Path]
) -> None:
    sha = library.add(pdf_bytes(), "ward.pdf").sha
    library.list()
    path = record_file(library, sha)
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b"ward", b"wark"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert library.list() == ()
    assert [damaged.sha for damaged in library.damaged()] == [sha]
    path.write_bytes(path.read_bytes().replace(b"wark", b"ward"))
    assert [record.sha for record in library.list()] == [sha]
    path.unlink()
    assert library.list() == ()
    assert reads


def test_a_file_that_was_written_just_now_is_read_again(
    library: Library, reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until its time can no longer be that of a change after it."""
    sha = library.add(pdf_bytes(), "ward.pdf").sha
    written = record_file(library, sha).stat().st_mtime_ns
    monkeypatch.setattr(files.time, "time_ns", lambda: written + SECOND)
    reads.clear()
    another = Library(library.settings)
    another.list()
    another.get(sha)
    assert [path.name for path in reads] == [sha, sha]
