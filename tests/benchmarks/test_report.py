from __future__ import annotations

import json

from benchmarks.figure import Figure
from benchmarks.report import from_json, summary, table, to_json

GOOD = Figure("speed", "median of 5", 12.3456, "ms", 480.0, "from scratch", 150.0, at_most=True)
BAD = Figure("share", "mean", 0.98765, "share", target=0.995)
PLAIN = Figure("lost", "count", 0.00002, "share")
COUNT = Figure("chunks", "all", 12345.0, "chunks", target=10.0)


def test_the_table_says_what_was_reached():
    head, rule, *rows = table([GOOD, BAD, PLAIN, COUNT]).splitlines()
    assert head.split() == ["figure", "value", "baseline", "target", "reached"]
    assert set(rule) == {"-", " "}
    assert "12.35 ms" in rows[0]
    assert "480 ms (from scratch)" in rows[0]
    assert "at most 150 ms" in rows[0]
    assert rows[0].endswith("yes")
    assert "at least 0.995 share" in rows[1]
    assert rows[1].endswith("NO")
    assert rows[2].endswith("0.00002 share")
    assert "12,345 chunks" in rows[3]


def test_columns_stand_below_each_other():
    head, _, *rows = table([GOOD, BAD]).splitlines()
    place = head.index("target")
    assert [row[place : place + 3] for row in rows] == ["at ", "at "]


def test_the_summary_names_what_was_missed_and_what_failed():
    assert summary([GOOD, BAD, PLAIN], ["query"]).splitlines() == [
        "1 of 2 targets reached",
        "missed: share",
        "failed to run: query",
    ]


def test_figures_come_back_from_json():
    content = to_json([GOOD, BAD, PLAIN])
    assert from_json(content) == [GOOD, BAD, PLAIN]
    assert [values["reached"] for values in json.loads(content)] == [True, False, None]
