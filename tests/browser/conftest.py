"""A real Chromium and a real server for the tests that look at the app as people see it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(frozen=True)
class AppServer:
    """A running app: its address and its data folder."""

    url: str
    home: Path


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium on the PATH; without it the test is left out, or fails where one is required."""
    for name in CHROMIUM_NAMES:
        if path := shutil.which(name):
            return path
    reason = f"no Chromium on the PATH (looked for {', '.join(CHROMIUM_NAMES)})"
    if os.environ.get("SIGHTLINE_REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_path, args=list(CHROMIUM_ARGS)
        )
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh browser window of a laptop's size."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def app_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The app on a free port, with an empty library, one for each test module."""
    with running_app(tmp_path_factory.mktemp("home")) as server:
        yield server


@contextmanager
def running_app(home: Path, script: str = "app.py") -> Iterator[AppServer]:
    """The app, or a script of its kind, over a data folder; stopped on leaving."""
    port = _free_port()
    log = home.with_suffix(".log")
    command = (sys.executable, "-m", "streamlit", "run", script)
    options = (f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true")
    environment = {**os.environ, "SIGHTLINE_HOME": str(home)}
    with log.open("wb") as output:
        process = subprocess.Popen(
            (*command, *options), cwd=ROOT, env=environment, stdout=output, stderr=output
        )
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}/_stcore/health", process, log)
        yield AppServer(f"http://127.0.0.1:{port}", home)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the app did not start:\n{log.read_text(errors='replace')}")
