"""Rows under chosen columns, as CSV and as JSON lines."""

from __future__ import annotations

import json

import pytest

from core.export.tables import TableForm, as_table

ROWS = [{"a": "=1+1", "b": [1, 2], "c": 0.12345678}, {"a": "two", "c": None}]


def test_only_the_chosen_columns_are_written_in_their_order() -> None:
    assert as_table(ROWS, ["c", "a"], TableForm.CSV).splitlines() == [
        "c,a",
        "0.123457,'=1+1",
        ",two",
    ]


def test_several_values_of_a_cell_are_parted_in_csv_and_stay_a_list_in_json() -> None:
    assert as_table(ROWS, ["b"], "csv").splitlines()[1] == "1; 2"
    lines = [json.loads(line) for line in as_table(ROWS, ["b"], "jsonl").splitlines()]
    assert lines == [{"b": [1, 2]}, {"b": None}]


def test_a_form_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="xml"):
        as_table(ROWS, ["a"], "xml")
