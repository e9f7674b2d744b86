from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks import tokens
from benchmarks.tokens import beginning, calls_of, chunks, run
from core.chunking import PLANNED, STRATEGIES
from core.llm.base import tokens_in
from tests.builders import heading, pdf_bytes
from tests.cutting import cut

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "\n".join(["A line of words about the dose and the age of patients."] * 20)


@pytest.fixture
def guideline(tmp_path: Path) -> Path:
    path = tmp_path / tokens.DOCUMENT
    path.parent.mkdir()
    path.write_bytes(pdf_bytes([PAGE.replace("dose", f"dose {n}") for n in range(6)]))
    return path


def test_the_document_is_as_many_whole_pages_as_the_limit_takes(
    guideline: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "SIZE", 1000)
    pdf, stream = beginning(guideline)
    assert pdf.page_count == len(stream.sir.pages) == 3
    assert 0 < tokens_in(stream.text(0, len(stream))) <= 1000


def test_tokens_are_added_up_by_stage() -> None:
    stream = cut([heading("a"), "One. " * 40, heading("b"), "Two. " * 40], "fixed").stream
    spent = calls_of(lambda model: chunks(stream, "retrieval_aware", model))
    assert list(spent) == ["plan"]
    assert spent["plan"].usage.input > spent["plan"].usage.output > 0


def test_every_strategy_has_a_total_and_those_that_ask_a_target(
    guideline: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "SIZE", 1000)
    monkeypatch.setattr(tokens, "OWN", ())
    figures = run(tmp_path)
    totals = {one.name.split(", ")[1]: one for one in figures if "in all" in one.name}
    assert [one.unit for one in figures if "agents" in one.name] == ["times the document"]
    assert set(totals) == set(STRATEGIES)
    for name, figure in totals.items():
        assert (figure.value > 0) == (figure.target is not None)
        assert figure.value == 0 or name in PLANNED
