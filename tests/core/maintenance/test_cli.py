"""Checking, backing up and restoring from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.cli import main
from core.library import Library
from core.settings import load_settings
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def sha(home: Path) -> str:
    return Library(load_settings(home=home)).add(pdf_bytes(), "ward.pdf").sha


def test_list_and_check_name_a_damaged_document(
    home: Path, sha: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "documents" / sha / "document.json").write_bytes(b"")
    assert main(["list"]) == 0
    assert f"{sha[:12]}  {sha[:12]}  (damaged)" in capsys.readouterr().out
    assert main(["check", "--json"]) == 1
    (damaged,) = json.loads(capsys.readouterr().out)["damaged"]
    assert damaged["file"].endswith("document.json")
    assert damaged["repairable"]


def test_damaged_settings_do_not_stop_their_own_repair(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / "settings.json").write_bytes(b"{")
    assert main(["list"]) == 1
    assert main(["check"]) == 1
    assert main(["check", "--repair"]) == 0
    assert main(["list"]) == 0
    assert (home / "settings.json.damaged").read_bytes() == b"{"


def test_a_backup_is_restored_elsewhere(
    home: Path,
    sha: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    archive = tmp_path / "a.zip"
    assert main(["backup", str(archive)]) == 0
    assert main(["backup", str(archive)]) == 1
    assert main(["restore", str(archive)]) == 1
    assert "not empty" in capsys.readouterr().err
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "other"))
    assert main(["restore", str(archive)]) == 0
    assert "1 document, " in capsys.readouterr().out
    assert [record.sha for record in Library(load_settings()).list()] == [sha]
