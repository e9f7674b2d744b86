"""What is loaded before the first question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.embedding import multilingual
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH = "The starting dose of calverin is 40 mg once a day and is given for ten days."
GERMAN = "Die Anfangsdosis von Calverin beträgt 60 mg am Tag und wird zehn Tage lang gegeben."


@pytest.mark.parametrize(("text", "count"), [(ENGLISH, 0), (GERMAN, 1)])
def test_what_reads_german_is_loaded_ahead_where_a_document_is_german(
    home: Path, monkeypatch: pytest.MonkeyPatch, text: str, count: int
) -> None:
    bench = Workbench(load_settings(home=home, parse_workers=1))
    bench.documents.add(pdf_bytes((text,)), "a.pdf")
    opened: list[None] = []
    monkeypatch.setattr(multilingual, "open_multilingual", lambda: opened.append(None))
    bench.answers.prepare()
    assert len(opened) == count
