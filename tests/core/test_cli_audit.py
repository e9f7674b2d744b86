"""The audit log from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.history.audit_log import AuditLog

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.conftest import Run


@pytest.fixture
def log(home: Path) -> AuditLog:
    made = AuditLog(home)
    for number in range(3):
        made.add("exported", f"{number:024x}", name="Dr. Ada", note="PDF")
    return made


def test_a_sound_log_verifies_and_says_its_last_hash(log: AuditLog, command: Run):
    code, out, _ = command("audit", "verify")
    assert code == 0 and "3 entries" in out
    assert log.head() in out


def test_the_first_bad_entry_is_named_and_the_exit_code_is_1(log: AuditLog, command: Run):
    lines = log.path.read_bytes().splitlines(keepends=True)
    log.path.write_bytes(b"".join([lines[0], lines[2]]))
    code, out, _ = command("audit", "verify")
    assert code == 1 and "Entry 2 of the audit log is the first bad one" in out
    code, out, _ = command("audit", "verify", "--json")
    read = json.loads(out)
    assert code == 1
    assert (read["sound"], read["first_bad_entry"], len(read["entries"])) == (False, 2, 1)


def test_show_lists_all_entries(log: AuditLog, command: Run):
    code, out, _ = command("audit", "show")
    rows = out.splitlines()
    assert (code, len(rows)) == (0, 3)
    assert "exported" in rows[0]
    assert "Dr. Ada" in rows[0]
    assert rows[-1].endswith(log.head())


def test_a_hash_from_a_record_tells_a_log_that_was_written_anew(log: AuditLog, command: Run):
    assert command("audit", "verify", "--known", log.head().upper()).code == 0
    code, out, _ = command("audit", "verify", "--known", "0" * 64)
    assert code == 1 and "another than the one" in out


@pytest.mark.usefixtures("home")
def test_an_empty_data_folder_has_nothing_to_verify(command: Run):
    code, out, _ = command("audit", "verify")
    assert code == 0 and "nothing was signed yet" in out
