"""Signed answers from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.cli import main
from core.history.checks import Check, Decision, Review
from core.rendering import Renderer
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.workbench.test_answer_records import PAGES, quoting

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

REVIEW = Review().with_check(0, Check(decision=Decision.ACCEPTED))


def test_a_signed_answer_is_listed_and_written_into_a_file(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    bench, renderer = Workbench(load_settings(home=home)), Renderer()
    bench.documents.add(pdf_bytes(PAGES), "dose.pdf")
    signed = bench.history.sign(quoting(bench), REVIEW, "Dr. Ada", renderer)
    renderer.close()
    assert main(["history", "list"]) == 0
    listed = capsys.readouterr().out
    for words in (signed.id, "Dr. Ada", "Which dose?"):
        assert words in listed
    out = tmp_path / "answer.html"
    assert main(["history", "export", signed.id, "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"answer": signed.id, "files": [str(out)]}
    assert "Signed by Dr. Ada" in out.read_text("utf-8")


def test_an_unknown_answer_and_a_missing_file_are_said(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["history", "export", "0" * 24, "--out", str(tmp_path / "a.pdf")]) == 1
    assert "There is no signed answer" in capsys.readouterr().err
    assert main(["history", "export", "0" * 24]) == 2
    assert "needs ID and --out FILE" in capsys.readouterr().err
    assert not (tmp_path / "a.pdf").exists()
