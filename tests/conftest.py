"""What all tests share: the real data, a library folder of their own, repeatable examples."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling

from core.database.engine import open_database
from core.jobs.model_loading import limit_threads
from tests.made_once import made_once
from tests.postgresql import new_database, programs, server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.terminal import TerminalReporter

    from core.library import Library
    from core.rendering import Renderer

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
# A library is empty at first, unless a test is about the samples that come by themselves.
os.environ["SIGHTLINE_SAMPLES"] = "0"

# No test outlives a loss of power; those of failing disks see to their own.
os.fsync = lambda fd: None

# Tests run beside each other: threads that wait for one another take a third of the processor.
limit_threads(1)

TWO_SAMPLES = ("narrative.pdf", "data_security_policy.pdf")
BROWSER, MIDDLE_OF_BROWSER = "tests/browser/", "tests/browser/test_evaluate_s"
LONGEST = (
    BROWSER,
    "tests/sample_docs/test_examples.py",
    "tests/core/cluster/test_ray_executor.py",
    "tests/test_types.py",
)
TOGETHER = {
    "torch": (
        "tests/core/embedding/",
        "tests/core/verification/second_reader/test_entailment_model.py",
        "tests/core/workbench/test_embedding_backends.py",
    ),
    "models that see": (
        "tests/core/parsing/test_page_store.py",
        "tests/core/parsing/visual_topology/",
        "tests/core/reading/ocr/",
    ),
    "frameworks": ("tests/sightline/retrievers/",),
}
"""Files that load the same for seconds, which one process does for all of them."""
_MAIN = sys.modules["__main__"]

# No deadline, because other tests share the machine; derandomised, so that a run repeats itself.
settings.register_profile(
    "sightline",
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sightline")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Keeps the garbage collector from looking through all tests each time it runs.

    They are more than a million objects, of which none is garbage.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the longest files first, so that no process works at one when the others have ended."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


class TwoBrowsers(LoadFileScheduling):
    """Gives files to processes, those `TOGETHER` to one, those with a browser to two in all.

    A browser waits half of its time, which others may use; more than two beside each other keep
    one another waiting until tests fail.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        for name, files in TOGETHER.items():
            if file.startswith(files):
                return name
        if not file.startswith(BROWSER):
            return file
        return f"{BROWSER}: {'first' if file < MIDDLE_OF_BROWSER else 'second'} half"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> TwoBrowsers | None:
    """Takes the place of `--dist loadfile`."""
    return TwoBrowsers(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Puts the main module back, for which an app under test leaves its script.

    Processes that a test starts would run that.
    """
    sys.modules["__main__"] = _MAIN


@pytest.fixture(scope="session", autouse=True)
def texts_read_once() -> None:
    """Many tests ask the same."""
    from tests.read_once import read_once

    read_once()


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


@pytest.fixture
def library(home: Path) -> Library:
    """The library of that folder."""
    from core.library import Library
    from core.settings import load_settings

    return Library(load_settings(home=home))


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    """What draws pages, in a process of its own."""
    from core.rendering import Renderer

    made = Renderer()
    yield made
    made.close()


@pytest.fixture(scope="session")
def two_samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with `TWO_SAMPLES`, read once: to be copied, not to be used."""
    return made_once(tmp_path_factory, "two_samples", _read_two_samples)


def _read_two_samples(home: Path) -> None:
    from core.settings import load_settings
    from core.workbench import Workbench
    from sample_docs.catalogue import FOLDER

    bench = Workbench(load_settings(home=home))
    for name in TWO_SAMPLES:
        bench.documents.add(FOLDER / name, name)
    bench.close()


@pytest.fixture(scope="session")
def indexed_samples(two_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, found by the recipe that a library starts with: to be copied, too."""
    return made_once(tmp_path_factory, "indexed_samples", partial(_index, two_samples))


def _index(two_samples: Path, home: Path) -> None:
    from core.configuration.adopted import library_configuration
    from core.settings import load_settings
    from core.workbench import Workbench

    copytree(two_samples, home, dirs_exist_ok=True)
    bench = Workbench(load_settings(home=home))
    recipe = library_configuration(bench.settings)
    bench.answers.ask("How often must passwords be changed?", recipe, bench.library.ids())
    bench.close()


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server; the test is left out where there is no such program."""
    if programs() is None:
        pytest.skip("needs PostgreSQL, such as Debian's package postgresql")
    # A short path: that of a socket may not be longer than 107 bytes.
    with TemporaryDirectory(prefix="pg-") as folder, server(Path(folder) / "server") as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of either kind."""
    yield database_address(request, tmp_path)
    open_database.cache_clear()


def database_address(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of a new database of the kind that a fixture's parameter names."""
    if request.param == "sqlite":
        return f"sqlite:///{folder}/people.db"
    return new_database(request.getfixturevalue("postgresql_server"))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Names every test that was left out, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section(f"{len(skipped)} tests left out")
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.write_line(f"{report.nodeid}: {reason}")
