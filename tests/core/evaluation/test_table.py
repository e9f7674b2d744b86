"""Results as rows and as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from core.evaluation.outcome import Cost, Outcome, Scored
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan, SweepResult
from core.evaluation.sweeps.grid import Grid
from core.evaluation.table import as_csv, rows

if TYPE_CHECKING:
    from core.configuration import Configuration

QUESTIONS = tuple(Question(text=f"Why {index}?", documents=("1" * 64,)) for index in range(20))


def scored(setting: Configuration, recalls: list[float]) -> Scored:
    pairs = zip(QUESTIONS, recalls, strict=False)
    outcomes = tuple(
        Outcome(question=one.id, retrieved=(), measures={"line_recall": value}, seconds=0.0)
        for one, value in pairs
    )
    cost = Cost(chunks=3, chunk_tokens=10.0, index_tokens=30)
    return Scored(key=setting.key, setting=setting.to_json(), outcomes=outcomes, cost=cost)


def result(*found: Scored) -> SweepResult:
    plan = Plan(
        name="sweep",
        questions=QuestionSet(name="twenty", questions=QUESTIONS),
        settings=tuple(one.setting for one in found),
    )
    return SweepResult(plan=plan, created="", scored=found)


FIXED, SEMANTIC, TOPOLOGY = (
    Grid(strategies=(name,)).settings()[0] for name in ("fixed", "semantic", "topology")
)


def test_a_row_names_the_options_that_its_strategy_has():
    row = rows(result(scored(SEMANTIC, [1.0])))[0]
    assert (row.columns["N"], row.columns["M"]) == (256, 0.5)
    assert row.columns["O"] is None
    assert rows(result(scored(TOPOLOGY, [1.0])))[0].columns["other options"] == "theta=500"
    named = Grid(strategies=("heading_anchored",), options={"tokenizer": ("words",)}).settings()[0]
    assert "tokenizer=words" in str(rows(result(scored(named, [1.0])))[0].columns["other options"])


def test_measures_come_with_mean_ends_and_number_of_questions():
    row = rows(result(scored(FIXED, [0.0, 1.0] * 10)))[0]
    found = row.measures["line_recall"]
    assert found.mean == pytest.approx(0.5)
    assert 0.2 < found.low < 0.5 < found.high < 0.8
    assert found.count == 20
    assert "token_recall" not in row.measures


def test_the_csv_holds_a_line_for_each_setting_under_one_heading():
    failed = Scored(key=TOPOLOGY.key, setting=TOPOLOGY.to_json(), failed='Too large, "sorry".')
    text = as_csv(rows(result(scored(FIXED, [0.0, 1.0]), failed)))
    heads, first, second = csv.reader(io.StringIO(text))
    assert len(heads) == len(first) == len(second)
    table = [dict(zip(heads, line, strict=True)) for line in (first, second)]
    assert [line["strategy"] for line in table] == ["fixed", "topology"]
    assert (table[0]["line_recall"], table[0]["line_recall n"]) == ("0.5", "2")
    assert (table[1]["line_recall"], table[1]["failed"]) == ("", 'Too large, "sorry".')


def test_a_name_is_no_formula_for_a_spreadsheet():
    held = result(scored(FIXED, [1.0]))
    named = held.model_copy(update={"plan": held.plan.model_copy(update={"name": "=1+1"})})
    assert as_csv(rows(named)).splitlines()[1].startswith("'=1+1,")


def test_no_row_gives_a_heading_without_columns():
    assert as_csv([]) == "\n"
