"""Calls on record, added up and priced."""

from __future__ import annotations

import json
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from core.errors import SetupError
from core.llm.base import Usage
from core.llm.ledger import Call, Ledger, cost, totals

if TYPE_CHECKING:
    from pathlib import Path


def call(stage: str = "sign", **given: object) -> Call:
    return Call.model_validate({"at": 1.0, "model": "m", "stage": stage, **given})


def test_calls_are_added_up_by_stage_and_what_the_cache_spared_is_apart():
    calls = [
        call("sign", input=100, output=10),
        call("sign", input=100, output=10, cached=True),
        call("check", outcome="QuotaSpent"),
    ]
    found = totals(calls, lambda one: one.stage)
    assert found["sign"].usage == Usage(100, 10) == found["sign"].spared
    assert (found["sign"].calls, found["sign"].cached, found["sign"].failed) == (2, 1, 0)
    assert found["check"].failed == 1


def test_tokens_have_prices_by_the_million():
    assert cost(Usage(1_000_000, 200_000), 0.30, 2.50) == pytest.approx(0.80)
    assert cost(Usage(), 0.30, 2.50) == 0.0


def test_what_was_noted_is_read_back_the_oldest_first(tmp_path: Path):
    ledger = Ledger(tmp_path / "new")
    assert ledger.calls() == []
    for at in (1.0, 2.0, 3.0):
        ledger.note(call(at=at))
    assert [one.at for one in Ledger(tmp_path / "new").calls()] == [1.0, 2.0, 3.0]


def test_a_damaged_line_costs_no_other(tmp_path: Path):
    ledger = Ledger(tmp_path)
    ledger.note(call())
    with (tmp_path / "model-calls.jsonl").open("ab") as file:
        file.write(b'{"at": 1.0, "mod\n\xff\xfe\n[]\n')
    ledger.note(call("later"))
    assert [one.stage for one in ledger.calls()] == ["sign", "later"]


def test_threads_do_not_mix_their_lines(tmp_path: Path):
    ledger = Ledger(tmp_path)
    threads = [
        Thread(target=lambda: [ledger.note(call("s" * 300)) for _ in range(20)]) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = (tmp_path / "model-calls.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 160 and all(json.loads(line) for line in lines)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SetupError, match="data folder"):
        Ledger(tmp_path / "file").note(call())
