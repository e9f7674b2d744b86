"""What all tests share: the real data, a library folder of their own, repeatable examples."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
# A library is empty at first, unless a test is about the samples that come by themselves.
os.environ["SIGHTLINE_SAMPLES"] = "0"

# No deadline, because other tests share the machine; derandomised, so that a run repeats itself.
settings.register_profile(
    "sightline",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sightline")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real PDFs with gold data; the test is left out where it is not set."""
    folder = os.environ.get("SIGHTLINE_DATA")
    if not folder:
        pytest.skip("needs real data: set SIGHTLINE_DATA to its folder")
    return Path(folder)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder that the code under test takes for the user's own."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SIGHTLINE_HOME", str(folder))
    return folder


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Names every test that was left out, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section(f"{len(skipped)} tests left out")
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.write_line(f"{report.nodeid}: {reason}")
