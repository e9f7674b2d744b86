"""The command `glossary`."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

from core.cli import main
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_words_are_listed_with_their_pages_and_written_as_a_table(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, table = tmp_path / "terms.pdf", tmp_path / "words.csv"
    path.write_bytes(pdf_bytes(["Small tumours are treated by radiofrequency ablation (RFA)."]))
    assert main(["ingest", str(path)]) == 0
    capsys.readouterr()
    assert main(["glossary", "terms.pdf", "--csv", str(table)]) == 0
    assert "RFA (abbreviation, p. 1): radiofrequency ablation" in capsys.readouterr().out
    rows = csv.DictReader(table.read_text("utf-8").splitlines())
    assert [row["form"] for row in rows] == ["RFA"]
    assert main(["glossary", "terms.pdf", "--json"]) == 0
    words = json.loads(capsys.readouterr().out)["words"]
    assert [(word["form"], word["page"]) for word in words] == [("RFA", 1)]
