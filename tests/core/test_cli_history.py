"""Signed answers from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.history.checks import Check, Decision, Review
from core.rendering import Renderer
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.workbench.test_answer_records import PAGES, quoting

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.conftest import Run

REVIEW = Review().with_check(0, Check(decision=Decision.ACCEPTED))


def test_a_signed_answer_is_listed_and_written_into_a_file(
    home: Path, tmp_path: Path, command: Run
):
    bench, renderer = Workbench(load_settings(home=home)), Renderer()
    bench.documents.add(pdf_bytes(PAGES), "dose.pdf")
    signed = bench.history.sign(quoting(bench), REVIEW, "Dr. Ada", renderer)
    renderer.close()
    code, listed, _ = command("history", "list")
    assert code == 0
    for words in (signed.id, "Dr. Ada", "Which dose?"):
        assert words in listed
    out = tmp_path / "answer.html"
    code, said, _ = command("history", "export", signed.id, "--out", out, "--json")
    assert code == 0 and json.loads(said) == {"answer": signed.id, "files": [str(out)]}
    assert "Signed by Dr. Ada" in out.read_text("utf-8")


def test_an_unknown_answer_and_a_missing_file_are_said(home: Path, tmp_path: Path, command: Run):
    code, _, err = command("history", "export", "0" * 24, "--out", tmp_path / "a.pdf")
    assert code == 1 and "There is no signed answer" in err
    code, _, err = command("history", "export", "0" * 24)
    assert code == 2 and "needs ID and --out FILE" in err
    assert not (tmp_path / "a.pdf").exists()
