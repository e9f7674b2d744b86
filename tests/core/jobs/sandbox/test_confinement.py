"""A process that opens documents reaches nothing but its own file, folder and program."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

from core.jobs.restrictions import restrictions_in_force
from core.jobs.sandbox.environment import child_environment
from core.jobs.sandbox.resource_limits import limit_processes
from tests.core.jobs.sandbox.processes import KINDS, left_over, outside

if TYPE_CHECKING:
    from pathlib import Path

ROOT_IS_EXEMPT = "No processes without end"


@cache
def missing() -> str:
    """Restrictions that this system does not have, and why."""
    if sys.platform != "linux":
        return "only Linux knows all restrictions"
    found = restrictions_in_force()
    return "; ".join(one.missing for one in found if one.missing and one.name != ROOT_IS_EXEMPT)


@pytest.mark.parametrize("kind", KINDS)
def test_no_process_reaches_what_lies_outside_of_its_job(kind: str):
    if missing():
        pytest.skip(missing())
    with outside() as targets:
        reached = KINDS[kind](targets)
    assert reached
    assert {name: what for name, what in reached.items() if what} == {}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes may leave their group")
@pytest.mark.parametrize("processes", [True, False])
def test_processes_without_end_end_with_their_job(processes: bool):
    started, left = left_over(processes=processes)
    assert left == 0
    assert processes or missing() or started == 0


def test_a_child_gets_named_variables_and_no_keys(monkeypatch: pytest.MonkeyPatch):
    secret = ("GEMINI_API_KEY", "HF_TOKEN", "SIGHTLINE_API_KEY", "SIGHTLINE_DATABASE")
    for name in (*secret, "DATABASE_URL", "HTTP_PROXY"):
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("SIGHTLINE_MAX_PAGES", "7")
    given = child_environment({"MORE": "1"})
    assert "secret" not in given.values()
    assert (given["SIGHTLINE_MAX_PAGES"], given["MORE"]) == ("7", "1")
    assert given["PATH"] == os.environ["PATH"]


def test_a_module_beside_the_user_is_not_taken_for_one_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert restrictions_in_force()


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root is exempt from the limit"
)
def test_root_is_told_that_it_has_no_limit_of_processes():
    with pytest.raises(OSError, match="root"):
        limit_processes()
