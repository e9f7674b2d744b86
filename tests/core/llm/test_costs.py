"""Calls added up, and a table of them that a spreadsheet reads."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import core
from core.llm.costs import STAGES, as_csv, costs_of
from core.llm.ledger import Call

_NAMED = re.compile(r'\.task\("(\w+)"')
_CONSTANT = re.compile(r'^STAGE = "(\w+)"', re.MULTILINE)
A, B = "aa" * 32, "bb" * 32
CALLS = [
    Call(at=50.0, model="m", stage="inspect", document=A, input=1000, output=100),
    Call(at=20.0, model="m", stage="answer", input=2_000_000, output=1_000_000),
    Call(at=30.0, model="m", stage="answer", input=500, output=50, cached=True),
    Call(at=40.0, model="m", stage="inspect", document=B, outcome="QuotaSpent"),
    Call(at=60.0, model="m", stage="something new", document=B, input=10),
]
NAMES = {A: "policy.pdf"}


def test_calls_are_added_up_by_stage_and_document_the_dearest_first():
    costs = costs_of(CALLS, NAMES, 0.5, 2.0)
    assert [row.name for row in costs.by_stage] == [
        "Writing answers",
        "Choosing routes",
        "something new",
    ]
    assert [row.name for row in costs.by_document] == [
        "Several documents, or none",
        "policy.pdf",
        "Deleted document bbbbbbbb",
    ]
    assert costs.by_stage[0].cost == 3.0
    assert costs.by_stage[0].total.spared.input == 500
    assert costs.since == 20.0


def test_both_tables_come_to_the_whole():
    costs = costs_of(CALLS, NAMES, 0.5, 2.0)
    for rows in (costs.by_stage, costs.by_document):
        assert sum(row.total.calls for row in rows) == costs.whole.total.calls == len(CALLS)
        assert abs(sum(row.cost for row in rows) - costs.whole.cost) < 1e-9
    assert costs.whole.total.failed == 1


def test_a_model_on_this_machine_costs_nothing_and_its_tokens_are_counted():
    here = Call(at=70.0, model="llama", stage="answer", input=1_000_000, output=10, here=True)
    before, after = costs_of(CALLS, NAMES, 0.5, 2.0), costs_of([*CALLS, here], NAMES, 0.5, 2.0)
    assert after.whole.cost == before.whole.cost
    assert after.whole.total.usage.input == before.whole.total.usage.input + 1_000_000
    assert costs_of([here], NAMES, 0.5, 2.0).whole.cost == 0.0


def test_no_call_costs_nothing():
    costs = costs_of([], {}, 0.5, 2.0)
    assert (costs.since, costs.by_stage, costs.whole.cost) == (None, (), 0.0)


def test_every_stage_has_words():
    sources = [path.read_text("utf-8") for path in Path(core.__file__).parent.rglob("*.py")]
    named = {stage for source in sources for stage in _NAMED.findall(source)}
    by_constant = {
        stage for source in sources if "task(STAGE" in source for stage in _CONSTANT.findall(source)
    }
    assert {"answer", "shift", "state"} <= named
    assert {"questions", "check"} <= by_constant
    assert named | by_constant <= set(STAGES)


def test_the_table_has_a_line_a_call_and_no_formula():
    calls = [*CALLS, Call(at=0.0, model="m", stage="sign", document="cc" * 32)]
    rows = list(csv.DictReader(as_csv(calls, {**NAMES, "cc" * 32: "=1+1.pdf"}).splitlines()))
    assert len(rows) == len(calls)
    assert rows[0]["document_name"] == "policy.pdf"
    assert rows[0]["time"] == "1970-01-01T00:00:50+00:00"
    assert rows[-1]["document_name"] == "'=1+1.pdf"
