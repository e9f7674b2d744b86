"""Children are copies of one process, and share nothing with each other or with what they serve."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import subprocess
import sys
import tempfile
import threading
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from core.jobs import forked_process
from core.jobs.process import ChildProcess, Ended
from core.jobs.sandbox.confinement import Permits
from core.jobs.sandbox.environment import ROOT
from tests.processes import children_named

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only on Linux children are copies")

SECRET = "not-for-children"


def started(**more: Any) -> ChildProcess:
    prepare = "tests.core.jobs.serving:prepare"
    return ChildProcess(Permits(any_file=True), prepare, {"first": 1}, **more)


def server() -> psutil.Process:
    (found,) = (
        process
        for process in psutil.Process().children()
        if "core.jobs.fork_server" in process.cmdline()
    )
    return found


def test_what_is_copied_has_no_thread_after_it_imported_and_no_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIGHTLINE_TEST_TOKEN", SECRET)
    with started(environment={"GEMINI_API_KEY": SECRET}) as first, started() as second:
        assert first.ask({"act": "variable", "name": "GEMINI_API_KEY"}).result == SECRET
        assert second.ask({"act": "variable", "name": "GEMINI_API_KEY"}).result is None
        assert second.ask({"act": "variable", "name": "SIGHTLINE_TEST_TOKEN"}).result is None
        assert second.ask({"act": "imported", "name": "core.parsing.adapters.native"}).result
        assert server().num_threads() == 1
        assert SECRET not in server().environ().values()


def test_a_child_has_the_open_files_that_it_was_given_and_no_other() -> None:
    with started() as first:
        files = first.ask({"act": "files"}).result
        with started() as second, started():
            assert second.ask({"act": "files"}).result == files
            first.stop()
            with pytest.raises(Ended):  # Nobody else holds its answers open.
                first.ask({"act": "add", "number": 1})
            assert second.ask({"act": "add", "number": 1}).result == 2


def test_a_child_takes_the_folder_of_temporary_files_from_the_variables_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started() as child:
        before = child.ask({"act": "temporary"}).result
    assert before == tempfile.gettempdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with started() as child:
        assert child.ask({"act": "temporary"}).result == str(tmp_path)


def test_a_child_runs_in_the_folder_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with started() as before:
        before.ask({"act": "add", "number": 1})
        folder = tmp_path / "folder"
        folder.mkdir()
        monkeypatch.chdir(folder)
        with started() as child:
            assert child.ask({"act": "folder"}).result == str(folder)
        folder.rmdir()
        with started() as child:
            assert child.ask({"act": "folder"}).result == "/"


def test_when_what_they_are_copied_from_is_killed_children_end_and_the_next_one_starts() -> None:
    with started() as child:
        assert child.ask({"act": "add", "number": 1}).result == 2
        killed = server()
        killed.kill()
        with pytest.raises(Ended, match="stopped by the system"):
            child.ask({"act": "wait"})
    with started() as child:
        assert child.ask({"act": "add", "number": 1}).result == 2
        assert server() != killed


def test_many_threads_start_and_end_children_at_once() -> None:
    sums: list[int] = []

    def work(first: int) -> None:
        for number in range(5):
            with started() as child:
                sums.append(child.ask({"act": "add", "number": 10 * first + number}).result)
                child.stop()

    threads = [threading.Thread(target=work, args=(first,)) for first in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(sums) == sorted(
        1 + 10 * first + number for first in range(8) for number in range(5)
    )
    assert not children_named("serving")
    assert not [child for child in server().children() if child.status() == psutil.STATUS_ZOMBIE]


def test_a_child_is_ended_as_soon_as_it_is_started() -> None:
    for _ in range(100):
        started().close()
    assert not psutil.Process(server().pid).children()


def test_a_copy_of_the_program_has_children_of_its_own() -> None:
    def look(answers: Connection) -> None:
        with started() as child:
            answers.send((child.ask({"act": "add", "number": 1}).result, server().pid))

    with started() as child, forked_process._starting:
        ours, theirs = multiprocessing.Pipe()
        copy = multiprocessing.get_context("fork").Process(target=look, args=(theirs,))
        copy.start()
        total, other = ours.recv()
        copy.join()
        assert total == 2
        assert other != server().pid
        assert child.ask({"act": "add", "number": 2}).result == 3


def test_children_start_where_standard_error_is_closed() -> None:
    code = (
        "from core.jobs import Job, Limits, run_isolated\n"
        "print(run_isolated(Job('a', 'tests.core.jobs.jobs:add', {'one': 1, 'other': 2}),"
        " Limits(60, 2048)))"
    )
    command = shlex.join([sys.executable, "-c", code]) + " 2>&-"
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, check=True, cwd=ROOT)
    assert done.stdout == b"3\n"


def test_how_a_child_ended_is_told_once_and_for_all() -> None:
    with started() as child, pytest.raises(Ended) as ended:
        child.ask({"act": "leave"})
    assert ended.value.code == 3
    assert not child.runs


def test_a_server_that_ends_at_once_is_an_error_with_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forked_process, "_server", None)
    monkeypatch.setattr(forked_process, "_SERVER", "core.no_such_module")
    with pytest.raises(OSError, match="ends at once"):
        forked_process.fork([os.pipe()[0]])


def test_where_the_system_allows_no_more_processes_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forked_process, "_server", None)
    monkeypatch.setattr(forked_process, "_SERVER", "tests.core.jobs.one_fork")
    with started() as child:
        with pytest.raises(BlockingIOError):
            started()
        assert child.ask({"act": "add", "number": 1}).result == 2
