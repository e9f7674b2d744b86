"""A running app and a real Chromium, for the tests, the benchmarks and the pictures of the docs."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, BrowserContext, Error, sync_playwright

from tests.browser.copied_apps import CopiedApp, template

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
PORT = "STREAMLIT_SERVER_PORT"
"""Variable that names the port of an app, which is a free one else."""
_PORTS: dict[int, bool] = {}
"""The ports of apps that this process has started, and whether one runs there."""
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one has no window to draw around a page, and so takes a fifth less of the processor."""
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    # The last one compiles anew what is kept compiled.
    "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,"
    "BackForwardCache,BackgroundResourceFetch",
)


_STILL = """() => {
  const still = new CSSStyleSheet(), once = "animation-duration: 1ms; animation-iteration-count: 1";
  still.replaceSync(`*, ::before, ::after { ${once.replaceAll(";", " !important;")} !important }`);
  document.adoptedStyleSheets.push(still);
}"""
"""What turns as long as the app works is drawn sixty times a second, by the same processor."""


class NotStarted(RuntimeError):
    """The app ended, or did not answer in time; says what it printed."""


@dataclass(frozen=True)
class AppServer:
    """A running app: its address, its data folder and its process."""

    url: str
    home: Path
    process: subprocess.Popen[bytes] | CopiedApp


def log_of(home: Path) -> Path:
    """Where the app over this data folder writes what it prints."""
    return home.with_suffix(".log")


def find_chromium() -> str | None:
    """The Chromium on the PATH; None if there is none."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@contextmanager
def running_chromium(path: str) -> Iterator[Browser]:
    """A headless Chromium, closed on leaving."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_ARGS))
        yield chromium
        chromium.close()


@contextmanager
def running_profile(path: str, folder: Path) -> Iterator[BrowserContext]:
    """Windows of a laptop's size, without animations, of a headless Chromium; closed on leaving.

    In `folder` it keeps the scripts of the app as they were compiled, for each window after the
    first ones.
    """
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=path,
            args=list(CHROMIUM_ARGS),
            viewport={"width": 1440, "height": 900},
            reduced_motion="reduce",
        )
        context.add_init_script(f"({_STILL})()")
        try:
            yield context
        finally:
            context.close()


def close_windows(context: BrowserContext) -> None:
    """Closes the windows of a test, but for the first one, which keeps the browser open.

    A page that is drawn to the end after its test writes a cookie that names its document, on which
    the next test would open: so the page goes first. Light or dark, which a test has chosen, would
    stay chosen.
    """
    for window in context.pages[1:]:
        with suppress(Error):  # what was no page of the app keeps nothing
            window.evaluate("localStorage.clear()")
        window.goto("about:blank")
        window.close()
    context.clear_cookies()


@contextmanager
def running_app(home: Path, script: str | Path = "app.py", **variables: str) -> Iterator[AppServer]:
    """The app, or a script of its kind, over a data folder; stopped on leaving.

    `variables` are set in its environment. A new library stays empty unless they say otherwise.
    Inside `copied_apps` it is a copy.

    Raises:
        NotStarted: see there.
    """
    with starting_app(home, script, **variables) as server:
        _wait_until_ready(server)
        yield server


@contextmanager
def starting_app(
    home: Path, script: str | Path = "app.py", **variables: str
) -> Iterator[AppServer]:
    """As `running_app`, but at once, before the app answers."""
    own = {"SIGHTLINE_HOME": str(home), "SIGHTLINE_SAMPLES": "0"}
    environment = {**os.environ, **own, **variables}
    with _port(variables) as port:
        options = (f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true")
        process = _started(("run", str(script), *options), environment, log_of(home))
        try:
            yield AppServer(f"http://127.0.0.1:{port}", home, process)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _started(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path
) -> subprocess.Popen[bytes] | CopiedApp:
    with log.open("wb") as output:
        if copied_from := template():
            return copied_from.start(arguments, environment, log)
        command = (sys.executable, "-m", "streamlit", *arguments)
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)


@contextmanager
def _port(variables: Mapping[str, str]) -> Iterator[int]:
    """The port that the variables name, or one on which no app of this process runs.

    A browser compiles the scripts of an app once for each address, so ports are taken again.
    """
    unused = (port for port, busy in _PORTS.items() if not busy and _is_free(port))
    port = int(variables.get(PORT, 0)) or next(unused, 0) or free_port()
    _PORTS[port] = True
    try:
        yield port
    finally:
        _PORTS[port] = False


def answers(url: str) -> bool:
    """Whether the app at this address can take visitors."""
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def free_port() -> int:
    """A port of this machine that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _wait_until_ready(server: AppServer) -> None:
    end = time.monotonic() + START_SECONDS
    while not answers(server.url):
        if server.process.poll() is not None or time.monotonic() > end:
            said = log_of(server.home).read_text(errors="replace")
            raise NotStarted(f"the app did not start:\n{said}")
        time.sleep(0.1)
