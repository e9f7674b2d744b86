"""A real Chromium and a real server for the tests that look at the app as people see it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import partial
from shutil import copytree
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_rerunfailures import suspended_finalizers

from core.configuration.adopted import library_configuration
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs.catalogue import FOLDER
from tests.browser.copied_apps import copied_apps
from tests.browser.looking import WAIT
from tests.browser.serving import (
    CHROMIUM_NAMES,
    AppServer,
    close_windows,
    find_chromium,
    running_app,
    running_profile,
)
from tests.conftest import TWO_SAMPLES
from tests.made_once import made_once

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_TIMEOUT = 600
"""Seconds of a test; several of its expectations may need all of their time."""
PREPARED = (*TWO_SAMPLES, "oddities.pdf")
"""Samples that `prepared_server` holds, the last one the newest."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser, a server and several tests share two cores: what fails is tried again, twice.

    The summary names what was tried again; the same test run after run is a race to be mended.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=2))
            item.add_marker(pytest.mark.timeout(_TIMEOUT))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is tried again begins with a browser, a server and a library that nothing has used.

    Between two tries the plugin that repeats tests holds back what would end the fixtures of module
    and session, and neither it nor pytest has a public way to end them.
    """
    if getattr(item, "execution_count", 1) > 1:
        state = item.session._setupstate
        state.stack.update(suspended_finalizers)
        suspended_finalizers.clear()
        state.teardown_exact(None)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium on the PATH; without it the test is left out, or fails where one is required."""
    if path := find_chromium():
        return path
    reason = f"no Chromium on the PATH (looked for {', '.join(CHROMIUM_NAMES)})"
    if os.environ.get("SIGHTLINE_REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="package", autouse=True)
def apps(chromium_path: str) -> Iterator[None]:
    """Apps are copied from one process; `test_first_visit` and `test_deploy` start their own."""
    with copied_apps():
        yield


@pytest.fixture(scope="package")
def profile(
    chromium_path: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """Windows of a laptop's size, without animations, that load the app's scripts once together."""
    expect.set_options(timeout=WAIT)
    with running_profile(chromium_path, tmp_path_factory.mktemp("profile")) as context:
        context.set_default_timeout(WAIT)
        yield context


@pytest.fixture(scope="package")
def browser(profile: BrowserContext) -> Browser:
    """The headless Chromium of these windows, for others that share nothing with them."""
    assert profile.browser
    return profile.browser


@pytest.fixture
def page(profile: BrowserContext) -> Iterator[Page]:
    """A fresh browser window, in which nothing breaks the app's own policy."""
    window = profile.new_page()
    messages: list[str] = []
    window.on("console", lambda message: messages.append(message.text))
    yield window
    close_windows(profile)
    assert [text for text in messages if "Content Security Policy" in text] == []


@pytest.fixture(scope="module")
def app_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The app on a free port, with an empty library, one for each test module."""
    with running_app(tmp_path_factory.mktemp("home")) as server:
        yield server


@pytest.fixture(scope="session")
def prepared_home(indexed_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that holds `PREPARED`, read and indexed once: to be copied, not to be used."""
    return made_once(tmp_path_factory, "prepared", partial(_prepare, indexed_samples))


def _prepare(indexed_samples: Path, home: Path) -> None:
    copytree(indexed_samples, home, dirs_exist_ok=True)
    bench = Workbench(load_settings(home=home))
    newest = bench.documents.add(FOLDER / PREPARED[-1], PREPARED[-1])
    # As the app starts: else each server would embed the same chunks while its tests run.
    bench.index.add([newest.sha], library_configuration(bench.settings))
    bench.close()


@pytest.fixture(scope="package")
def prepared_server(
    prepared_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """The app over a library that holds `PREPARED`, for all modules that leave it as it is."""
    with _running_copy(prepared_home, tmp_path_factory.mktemp("home")) as server:
        yield server


@pytest.fixture(scope="module")
def own_server(
    prepared_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """The same, for one module that changes how documents are read, cut or searched."""
    with _running_copy(prepared_home, tmp_path_factory.mktemp("home")) as server:
        yield server


@contextmanager
def _running_copy(prepared_home: Path, home: Path) -> Iterator[AppServer]:
    copytree(prepared_home, home, dirs_exist_ok=True)
    with running_app(home) as server:
        yield server
