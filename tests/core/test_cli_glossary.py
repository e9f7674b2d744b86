"""The command `glossary`."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.conftest import Run


def test_words_are_listed_with_their_pages_and_written_as_a_table(
    home: Path, tmp_path: Path, command: Run
) -> None:
    path, table = tmp_path / "terms.pdf", tmp_path / "words.csv"
    path.write_bytes(pdf_bytes(["Small tumours are treated by radiofrequency ablation (RFA)."]))
    assert command("ingest", path).code == 0
    code, out, _ = command("glossary", "terms.pdf", "--csv", table)
    assert code == 0 and "RFA (abbreviation, p. 1): radiofrequency ablation" in out
    rows = csv.DictReader(table.read_text("utf-8").splitlines())
    assert [row["form"] for row in rows] == ["RFA"]
    words = json.loads(command("glossary", "terms.pdf", "--json").out)["words"]
    assert [(word["form"], word["page"]) for word in words] == [("RFA", 1)]
