"""The log as a file for administrators: names in it are those of other people."""

from __future__ import annotations

from datetime import UTC, datetime

from components.people.page import log_file
from core.people.base import Event

ID = "0123456789abcdef"


def test_no_name_in_the_log_is_a_formula_for_a_spreadsheet() -> None:
    event = Event(1, datetime(2026, 1, 2, tzinfo=UTC), ID, "", "shown", "b" * 64, f"with {ID}")
    names = {ID: "=HYPERLINK(1)", "b" * 64: "@cmd.pdf"}
    assert log_file([event], names).splitlines() == [
        "Time,Who,What,To what,More",
        "2026-01-02 00:00:00,'=HYPERLINK(1),shown,'@cmd.pdf,with =HYPERLINK(1)",
    ]
