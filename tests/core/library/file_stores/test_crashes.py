"""A process that is killed between two steps: nothing is half there, and nothing stays behind."""

from __future__ import annotations

import itertools
import shutil
import time
from typing import TYPE_CHECKING, Any

from core.library.file_stores import stored_files
from tests.builders import pdf_bytes
from tests.core.library.file_stores.stopped_process import is_killed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from core.library import Library
    from tests.core.library.file_stores.machines import Machines

PDF = pdf_bytes(["First page."])
CORRECTIONS = ("corrections", "by_hand.json")
DAYS = 2 * 86_400


def killed(machines: Machines, least: int, work: str, *arguments: Any) -> Iterator[int]:
    """The number of each step after which a process on the first machine was killed.

    There are so many steps at the least.
    """
    for step in itertools.count(1):
        variables = machines.store.environment
        if not is_killed(machines.settings("here"), variables, work, arguments, step):
            assert step > least
            return
        yield step


def is_whole(library: Library, sha: str) -> bool:
    """Whether a document is there; then its file is."""
    if sha not in library.ids():
        return False
    assert [record.sha for record in library.list()] == [sha]
    assert library.pdf_path(sha).read_bytes() == PDF
    return True


def leaves_nothing(machines: Machines, patch: pytest.MonkeyPatch) -> bool:
    """Whether the store is empty after a start on another day."""
    later = time.time() + DAYS
    with patch.context() as context:
        context.setattr(stored_files.time, "time", lambda: later)
        machines.library("there")
    return machines.store.names() == []


def test_adding(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    there = machines.library("there")
    for _ in killed(machines, 4, "add", PDF, "ward.pdf"):
        for record in there.list():
            assert is_whole(there, record.sha)
        here = machines.library("here")
        sha = here.add(PDF, "ward.pdf").sha
        assert is_whole(here, sha)
        assert is_whole(there, sha)
        here.delete(sha)
        assert leaves_nothing(machines, monkeypatch)


def test_adding_on_a_machine_that_never_comes_back(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = machines.library("there")
    for step in killed(machines, 4, "add", PDF, "ward.pdf"):
        shutil.rmtree(machines.folder / "here")
        if sha := next(iter(there.ids()), ""):
            assert is_whole(there, sha)
            there.delete(sha)
        assert leaves_nothing(machines, monkeypatch), step


def test_replacing_a_result(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = machines.library("here"), machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    here.store_bytes(sha, *CORRECTIONS, b"old")
    for _ in killed(machines, 5, "store_bytes", sha, *CORRECTIONS, b"new"):
        seen = there.load_bytes(sha, *CORRECTIONS)
        assert seen in (b"old", b"new")
        assert machines.library("here").load_bytes(sha, *CORRECTIONS) == seen
        here.store_bytes(sha, *CORRECTIONS, b"old")
    assert there.load_bytes(sha, *CORRECTIONS) == b"new"
    here.delete(sha)
    assert leaves_nothing(machines, monkeypatch)


def test_deleting(machines: Machines) -> None:
    there = machines.library("there")
    sha = there.add(PDF, "ward.pdf").sha
    machines.library("here").pdf_path(sha)
    for _ in killed(machines, 4, "delete", sha):
        assert not is_whole(there, sha)
        here = machines.library("here")
        assert not is_whole(here, sha)
        assert machines.store.names() == []
        assert not (machines.folder / "here" / "documents" / sha).exists()
        assert there.add(PDF, "ward.pdf").sha == sha
        assert here.pdf_path(sha).read_bytes() == PDF


def test_a_file_that_is_replaced_while_it_is_fetched(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = machines.library("here"), machines.library("there")
    sha = here.add(PDF, "ward.pdf").sha
    here.store_bytes(sha, *CORRECTIONS, b"old")
    bucket = type(there._files._bucket)  # pyrefly: ignore[missing-attribute]
    download: Callable[..., Any] = bucket.download

    def late(*values: Any) -> Any:
        monkeypatch.setattr(bucket, "download", download)
        here.store_bytes(sha, *CORRECTIONS, b"new")
        return download(*values)

    monkeypatch.setattr(bucket, "download", late)
    assert there.load_bytes(sha, *CORRECTIONS) == b"new"
