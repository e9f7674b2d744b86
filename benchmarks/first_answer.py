"""What somebody waits for who starts a fresh demo: from the command to the answer of an example.

The app is started over a data folder that does not exist yet, as `make run` does once all is
installed; Chromium runs already. The first example that is offered on the first page is clicked as
soon as it is there, and the clock stops when the lines of its first citation are drawn.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from tests.browser.serving import answers, find_chromium, running_chromium, starting_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STARTS = 3
SECONDS = 15.0
WAIT = 180_000
_EXAMPLE = re.compile(r"\?$")


def run(_: Path | None) -> list[Figure]:
    """Seconds to the page, to an example that can be clicked, and to its answer."""
    chromium = find_chromium()
    if chromium is None:
        return []
    with TemporaryDirectory() as folder, running_chromium(chromium) as browser:
        starts = [_start(browser, Path(folder) / str(number)) for number in range(STARTS)]
    page, example, answer = (median(times) for times in zip(*starts, strict=True))
    slowest = max(times[-1] for times in starts)
    return [
        Figure(
            "first answer of a fresh demo",
            f"median of {STARTS} from the command; page after {page:.1f} s, first example after "
            f"{example:.1f} s; slowest answer {slowest:.1f} s",
            answer,
            "s",
            target=SECONDS,
            at_most=True,
        )
    ]


def _start(browser: Browser, home: Path) -> tuple[float, float, float]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    began = time.perf_counter()
    with starting_app(home, SIGHTLINE_SAMPLES="1") as server:
        while not answers(server.url) and server.process.poll() is None:
            time.sleep(0.02)
        page.goto(server.url, wait_until="commit")
        page.get_by_role("heading", level=1).wait_for(timeout=WAIT)
        shown = time.perf_counter() - began
        example = page.get_by_role("button", name=_EXAMPLE).first
        example.wait_for(timeout=WAIT)
        offered = time.perf_counter() - began
        example.click()
        page.get_by_role("button", name="Cited words").first.wait_for(timeout=WAIT)
        answered = time.perf_counter() - began
    context.close()
    return shown, offered, answered
