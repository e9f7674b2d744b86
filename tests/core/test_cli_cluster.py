"""Files that the command line has workers read."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from core.cli import cluster as cluster_command
from core.cli import main
from core.cluster import open_executor, open_jobs
from core.cluster.base import LOCAL
from core.database.engine import open_database
from core.jobs.background import Stage
from core.people.directory import Directory
from core.rights import Role
from core.settings import load_settings
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(home: Path, tmp_path: Path) -> Path:
    """A file; the data folder is empty."""
    path = tmp_path / "dose.pdf"
    path.write_bytes(pdf_bytes(["Take it twice.", "Keep it cool."]))
    return path


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def put(path: Path, owner: str = "") -> None:
    """Puts a file, as whoever asked and then ended does."""
    open_jobs(load_settings()).put(path.read_bytes(), path.name, owner)


def test_files_are_put_read_and_found_again(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(file)
    assert run("worker", "--once", "--workers", 1) == 0
    assert run("ingest", file, "--cluster", "local", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert [each["page_count"] for each in printed["documents"]] == [2]
    assert len(open_jobs(load_settings()).get([1, 2])) == 1


def test_a_file_is_taken_out_again(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(file)
    assert run("ingest", file, "--cluster", "local", "--cancel") == 0
    assert open_jobs(load_settings()).active() == []
    assert run("ingest", file, "--cluster", "local", "--cancel") == 1
    assert "waits for no worker" in capsys.readouterr().out


def test_a_document_that_was_deleted_is_put_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(file)
    assert run("worker", "--once") == run("delete", "dose.pdf") == 0
    monkeypatch.setattr(cluster_command, "_SILENT_SECONDS", 0.1)
    assert run("ingest", file, "--cluster", "127.0.0.1:1") == 1
    jobs = open_jobs(load_settings()).get([1, 2])
    assert [job.state.value for job in jobs] == ["done", "waiting"]


def test_a_worker_that_a_service_ends_puts_its_file_back(file: Path) -> None:
    file.write_bytes(pdf_bytes(["A page with words."] * 400))
    put(file)
    table = open_jobs(load_settings())
    with subprocess.Popen([sys.executable, "-m", "core", "worker"]) as worker:
        while table.active()[0].state is not Stage.RUNNING:
            time.sleep(0.05)
        worker.terminate()
    (job,) = table.active()
    assert (job.state, job.failures, worker.returncode) == (Stage.WAITING, 0, 130)


def test_a_broken_and_a_missing_file_are_named(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and nothing of it")
    stopped = Event()
    worker = open_executor(load_settings(), LOCAL)
    thread = Thread(target=worker.run, args=(1, stopped.is_set))
    thread.start()
    files = (file, broken, tmp_path / "missing.pdf")
    assert run("ingest", *files, "--cluster", "local", "--json") == 1
    stopped.set()
    thread.join()
    printed = json.loads(capsys.readouterr().out)
    assert len(printed["documents"]) == 1
    assert {error["error"] for error in printed["errors"]} == {"failed", "NotFound"}
    assert "broken.pdf" in printed["errors"][1]["message"]


def test_nobody_who_reads_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    class Patience(Exception):
        pass

    def notice(_: object, *messages: str) -> None:
        said.extend(messages)
        raise Patience

    monkeypatch.setattr(cluster_command, "_SILENT_SECONDS", 0.1)
    monkeypatch.setattr("core.cli.console.Console.notice", notice)
    with pytest.raises(Patience):
        run("ingest", file, "--cluster", "local")
    assert "python -m core worker" in said[0]


def test_a_head_that_does_not_answer_is_said_and_the_jobs_stay(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_command, "_SILENT_SECONDS", 0.1)
    assert run("ingest", file, "--cluster", "127.0.0.1:1") == 1
    assert "127.0.0.1:1 does not answer" in capsys.readouterr().err
    assert [job.name for job in open_jobs(load_settings()).active()] == ["dose.pdf"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--cluster", "nonsense"),
        ("--cluster", "local", "--password", "word"),
        ("--cluster", "local", "--workers", "2"),
        ("--cluster", "local", "--owner", "ada"),
        ("--cancel",),
        ("--owner", "ada"),
    ],
)
def test_arguments_that_do_not_go_together_are_a_usage_error(
    file: Path, arguments: tuple[str, ...]
) -> None:
    assert run("ingest", file, *arguments) == 2


def test_a_file_is_put_for_a_person_and_comes_into_their_collection(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/people.db"
    monkeypatch.setenv("SIGHTLINE_DATABASE", address)
    directory = Directory(address)
    ada = directory.people.add("ada@example.org", Role.EDITOR, "Ada")
    ward = directory.collections.add("Ward")
    directory.collections.set_members(ward.id, [ada.id])
    put(file, ada.id)
    assert run("worker", "--once") == 0
    assert run("ingest", file, "--cluster", "local", "--owner", "ada@example.org") == 0
    assert "dose.pdf" in capsys.readouterr().out
    assert [each.documents for each in directory.collections.list()] == [1]
    open_database.cache_clear()


def test_what_is_missing_is_named_with_its_install_command(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in [name for name in sys.modules if name.startswith("core.cluster.ray_")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run("worker", "--cluster", "127.0.0.1:6379") == 1
    assert "pip install '.[cluster]'" in capsys.readouterr().err
