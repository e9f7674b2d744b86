"""Several processes do one job: all of it once, and what ends a process costs one piece."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from core.errors import Cancelled, NoText
from core.jobs import Limits, Lost, divide, run_isolated
from core.jobs.pool import OUT_OF_TIME
from core.jobs.time_limit import TimeLimit
from tests.core.jobs.jobs import leading, pieces

if TYPE_CHECKING:
    from collections.abc import Iterable

NEVER = -1
LIMITS = Limits(seconds=60, memory_mb=2048)
GONE_SECONDS = 20


def done(
    marks: Path, items: Iterable[int], workers: int, hanging: int = NEVER, seconds: float = 60
) -> dict[int, Any]:
    found = list(divide(partial(pieces, str(marks), hanging), items, workers, seconds))
    assert len({item for item, _ in found}) == len(found)
    return dict(found)


def alive(marks: Path) -> list[Path]:
    """Processes of a pool that still run."""
    return [path for path in marks.iterdir() if runs(int(path.name))]


def runs(process: int) -> bool:
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def gone(marks: Path) -> bool:
    """Whether processes of a pool were there, and soon all of them have ended."""
    assert list(marks.iterdir())
    end = time.monotonic() + GONE_SECONDS
    while alive(marks) and time.monotonic() < end:
        time.sleep(0.05)
    return not alive(marks)


@pytest.mark.parametrize("workers", [1, 3])
def test_every_piece_is_done_once_whoever_does_it(tmp_path: Path, workers: int) -> None:
    items = [6, 7, 8, 9, 10]
    assert done(tmp_path, items, workers) == {item: item * item for item in items}
    assert gone(tmp_path)


def test_a_piece_that_ends_its_process_costs_only_itself(tmp_path: Path) -> None:
    found = done(tmp_path, range(8), workers=2)
    lost = {item: result.reason for item, result in found.items() if isinstance(result, Lost)}
    assert sorted(lost) == [3, 5]
    assert lost == {3: "it crashed its reader", 5: "its reader failed"}
    assert {item for item in found if found[item] == item * item} == {0, 1, 2, 4, 6, 7}


def test_a_piece_that_hangs_is_given_up(tmp_path: Path) -> None:
    found = done(tmp_path, [0, 1, 2], workers=2, hanging=1, seconds=4)
    lost = Lost("not read after 4 s", late=True)
    assert found[1] == lost
    assert found[0] in (0, lost), "on a slow machine it is given up, too"
    assert found[2] in (4, lost)
    assert gone(tmp_path)


def test_what_is_not_done_in_the_time_of_all_is_lost_and_named(tmp_path: Path) -> None:
    start = partial(pieces, str(tmp_path), 1)
    found = dict(divide(start, [0, 1, 2], 2, 600, TimeLimit(1)))
    lost = Lost(OUT_OF_TIME, late=True)
    assert found[1] == lost
    assert found[0] in (0, lost), "on a slow machine it is not done, either"
    assert found[2] in (4, lost)
    assert not alive(tmp_path)


def test_nothing_is_begun_when_the_time_of_all_is_over(tmp_path: Path) -> None:
    found = dict(divide(partial(pieces, str(tmp_path), NEVER), [6, 7], 2, 600, TimeLimit(0)))
    assert found == {6: Lost(OUT_OF_TIME, late=True), 7: Lost(OUT_OF_TIME, late=True)}


def test_an_expected_error_stops_the_whole_job(tmp_path: Path) -> None:
    with pytest.raises(NoText):
        done(tmp_path, [0, 11, 1, 2], workers=2)
    assert gone(tmp_path)


def test_cancel_ends_the_pool_too(tmp_path: Path) -> None:
    def cancel(*_: int) -> None:
        if list(tmp_path.iterdir()):
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        run_isolated(leading(tmp_path), LIMITS, cancel)
    assert gone(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind")
def test_nothing_goes_on_when_the_app_is_killed(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path\n"
        "from core.jobs import Limits, run_isolated\n"
        "from tests.core.jobs.jobs import leading\n"
        f"run_isolated(leading(Path({str(tmp_path)!r})), Limits(600, 2048))\n"
    )
    root = Path(__file__).parents[3]
    app = subprocess.Popen(
        [sys.executable, "-c", script], cwd=root, env={**os.environ, "PYTHONPATH": str(root)}
    )
    end = time.monotonic() + GONE_SECONDS
    while not list(tmp_path.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    app.kill()
    app.wait()
    assert gone(tmp_path)


def test_a_spawned_process_does_not_run_the_script_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ModuleType("__main__")
    script.__file__ = str(tmp_path / "app.py")
    Path(script.__file__).write_text("raise SystemExit(3)", "utf-8")
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setattr("core.jobs.pool._may_fork", lambda: False)
    monkeypatch.setitem(sys.modules, "__main__", script)
    assert done(marks, [6, 7], workers=1) == {6: 36, 7: 49}
