"""A real Chromium and a real server for the tests that look at the app as people see it."""

from __future__ import annotations

import os
from functools import partial
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_rerunfailures import suspended_finalizers

from benchmarks.stand_in import answer
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
from tests.gemini_server import GeminiServer
from tests.made_once import made_once

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_TIMEOUT = 600
"""Seconds of a test; several of its expectations may need all of their time."""
KEY = "made-up-key-7f3a9c51d2"
"""That of the language model of `model_server`."""
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
    """The app over a library that holds `PREPARED`, for all who leave these as they are."""
    home = copytree(prepared_home, tmp_path_factory.mktemp("prepared") / "home")
    with running_app(home) as server:
        yield server


@pytest.fixture(scope="package")
def hashing_server(
    prepared_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """The same without an index, searched by words alone, so that no embedding model is loaded."""
    home = tmp_path_factory.mktemp("hashing") / "home"
    copytree(prepared_home, home, ignore=ignore_patterns("index"))
    with running_app(home, SIGHTLINE_ENCODER="hashing") as server:
        yield server


@pytest.fixture(scope="package")
def model_server(
    model_service: GeminiServer, prepared_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """As `prepared_server`, with a language model, which may take its time."""
    home = copytree(prepared_home, tmp_path_factory.mktemp("modelled") / "home")
    variables = {
        "GEMINI_BASE_URL": model_service.url,
        "GEMINI_API_KEY": KEY,
        "SIGHTLINE_MODEL_SECONDS": "600",
    }
    with running_app(home, **variables) as server:
        yield server


@pytest.fixture(scope="package")
def model_service() -> Iterator[GeminiServer]:
    """The model: a server of this machine that speaks the Gemini API."""
    with GeminiServer() as service:
        yield service


@pytest.fixture
def service(model_service: GeminiServer) -> Iterator[GeminiServer]:
    """The same, which answers at first, and after the test again, as the stand-in does."""
    yield model_service
    model_service.respond = answer
    model_service.always(None)
    model_service.hold("")


@pytest.fixture(scope="package")
def parts_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """Parts of the app by themselves, each on a page that is named after its script."""
    with running_app(tmp_path_factory.mktemp("parts"), "tests/browser/parts_app.py") as server:
        yield server
