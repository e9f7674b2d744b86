"""A real PDF on the whole path: put in on one machine; listed, asked and deleted on another."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from core.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.core.library.file_stores.machines import Machines

    Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(
    machines: Machines, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs a command on a machine: exit code, and all that it printed."""
    monkeypatch.setenv("SIGHTLINE_DATABASE", machines.database)
    monkeypatch.setenv("SIGHTLINE_FILES", machines.store.files)

    def command(machine: str, *arguments: str | Path) -> tuple[int, str]:
        monkeypatch.setenv("SIGHTLINE_HOME", str(machines.folder / machine))
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return code, printed.out if code == 0 else printed.err

    return command


def test_a_real_document(run: Run, machines: Machines, data: Path) -> None:
    path = data / "native" / "docling" / "sources" / "multi_page.pdf"
    assert run("here", "ingest", path)[0] == 0
    kept = {name.split("/")[4] for name in machines.store.names()}
    assert {"source.pdf", "sir", "inspection", "seconds"} <= kept
    shutil.rmtree(machines.folder / "here")
    assert "multi_page.pdf" in run("there", "list")[1]
    asked = ("ask", "Who patented the typewriter in 1868?", "--json")
    code, answer = run("there", *asked)
    assert code == 0
    assert "Christopher Latham Sholes" in json.dumps(json.loads(answer))
    assert "Christopher Latham Sholes" in run("here", *asked)[1]
    assert run("here", "check")[0] == 0
    assert run("there", "delete", "multi_page.pdf")[0] == 0
    assert machines.store.names() == []
    assert "multi_page" not in run("here", "list")[1]
