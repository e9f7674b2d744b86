"""What people wait for in a real Chromium: the first page after a start, and a citation's lines.

The start is timed from the command to the first page with the documents of a library; Chromium
runs already, and its cache is empty. A citation is timed inside the browser, from the click to
the frame after the one in which the page is drawn and its marks lie inside the visible area.
Only citations on pages that neither the browser nor the server has drawn before are clicked.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from benchmarks.figure import Figure
from core.configuration import Configuration
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs import SAMPLES
from tests.browser.looking import at_rest
from tests.browser.serving import (
    answers,
    find_chromium,
    log_of,
    running_app,
    running_chromium,
    starting_app,
)

if TYPE_CHECKING:
    from collections.abc import Callable


DOCUMENT = "hard/pdfs/57_huge_freeculture.pdf"
STARTS, CLICKS = 3, 9
START_SECONDS, CLICK_SECONDS = 4.0, 0.5
WAIT = 120_000
HEAVY = ("torch", "transformers", "sentence_transformers")
PLAIN_PAGES = (40, 231)
QUESTIONS = (
    "Who invented FM radio?",
    "What did the Causbys claim about airplanes?",
    "What is the Sonny Bono Copyright Term Extension Act?",
    "Who is Eric Eldred?",
    "What is a Creative Commons license?",
    "What are doujinshi?",
)
WINDOW: ViewportSize = {"width": 1440, "height": 900}

# Resolves to the milliseconds between the next click and the sight of marks on a page.
_WATCH = """
number => {
  const inSight = () => [...document.querySelectorAll("*")].some(({ shadowRoot: root }) => {
    const sheet = root?.querySelector(`.page[data-page="${number}"]`);
    const image = sheet?.querySelector("img");
    const mark = sheet?.querySelector(".mark.chosen"); // what is cited, not all of its passage
    if (!mark || !image.complete || !image.naturalWidth) return false;
    const frame = root.querySelector(".scroll[role=region]").getBoundingClientRect();
    const { top, bottom } = mark.getBoundingClientRect();
    return top >= frame.top && bottom <= frame.bottom && top >= 0 && bottom <= innerHeight;
  });
  window.taken = new Promise((resolve) => {
    const begin = () => {
      const began = performance.now();
      const tell = () => resolve(performance.now() - began);
      const look = () => requestAnimationFrame(inSight() ? tell : look);
      look();
    };
    addEventListener("click", begin, { capture: true, once: true });
  });
}
"""


def run(data: Path | None) -> list[Figure]:
    """Start, heavy imports, citation clicks; without data no clicks, without Chromium nothing."""
    chromium = find_chromium()
    if chromium is None:
        return []
    with TemporaryDirectory() as folder, running_chromium(chromium) as browser:
        figures = start_figures(browser, Path(folder))
        if data is not None:
            home = Path(folder) / "long"
            prepare(home, data / DOCUMENT)
            figures.append(click_figure(browser, home, data / DOCUMENT))
    return figures


def start_figures(browser: Browser, folder: Path) -> list[Figure]:
    """Seconds until the first page, beside a bare app, and the heavy packages imported by then."""
    home, bare = folder / "short", folder / "bare.py"
    bench = Workbench(load_settings(home=home))
    sample = next(sample for sample in SAMPLES if sample.file_name == "narrative.pdf")
    bench.documents.add(sample.path, sample.file_name)
    bare.write_text('import streamlit\nstreamlit.title("Ready")\n', encoding="utf-8")

    def ready(page: Page) -> Locator:
        return page.get_by_role("cell", name=sample.file_name)

    def bare_ready(page: Page) -> Locator:
        return page.get_by_role("heading", name="Ready")

    ours = [_first_page(browser, home, "app.py", ready) for _ in range(STARTS)]
    plain = [_first_page(browser, folder / "bare", bare, bare_ready) for _ in range(STARTS)]
    _first_page(browser, home, "app.py", ready, PYTHONPROFILEIMPORTTIME="1")
    imported = {line.rpartition("|")[2].strip() for line in log_of(home).read_text().splitlines()}
    assert "streamlit" in imported
    return [
        Figure(
            "start",
            f"median of {STARTS}, from the command to the documents of a library in Chromium",
            median(ours),
            "s",
            median(plain),
            "a bare app of one line",
            START_SECONDS,
            at_most=True,
        ),
        Figure(
            "heavy imports at the start",
            f"packages of {', '.join(HEAVY)} that any process has imported by then",
            len(imported.intersection(HEAVY)),
            "packages",
            target=0,
            at_most=True,
        ),
    ]


def _first_page(
    browser: Browser,
    home: Path,
    script: str | Path,
    ready: Callable[[Page], Locator],
    **variables: str,
) -> float:
    context = browser.new_context(viewport=WINDOW)
    page = context.new_page()
    began = time.perf_counter()
    with starting_app(home, script, **variables) as server:
        while not answers(server.url) and server.process.poll() is None:
            time.sleep(0.02)
        page.goto(server.url, wait_until="commit")
        ready(page).wait_for(timeout=WAIT)
        taken = time.perf_counter() - began
    context.close()
    return taken


def prepare(home: Path, path: Path) -> None:
    """A library with this document, ready to be asked."""
    bench = Workbench(load_settings(home=home))
    document = bench.documents.add(path, path.name).sha
    bench.index.add([document], Configuration.default())
    bench.close()


def click_figure(browser: Browser, home: Path, path: Path) -> Figure:
    """Seconds from a click on a citation to its lines, beside the viewer with the whole file."""
    clicks = _clicks(browser, home)
    plain = _plain_clicks(browser, path)
    return Figure(
        "citation click",
        f"median of {len(clicks)} first views of pages of {path.name}; slowest {max(clicks):.2f} s",
        median(clicks),
        "s",
        median(plain),
        "streamlit-pdf-viewer with the whole file",
        CLICK_SECONDS,
        at_most=True,
    )


def _clicks(browser: Browser, home: Path) -> list[float]:
    with running_app(home) as server:
        page = browser.new_page(viewport=WINDOW)
        page.goto(f"{server.url}/ask")
        for question in QUESTIONS:
            field = page.get_by_placeholder("Ask the documents")
            field.fill(question)
            field.press("Enter")
            expect(page.get_by_text(question, exact=True).last).to_be_visible(timeout=WAIT)
            at_rest(page)
            stop = page.get_by_role("button", name="Stop the answer")
            expect(stop).to_have_count(0, timeout=WAIT)
            at_rest(page)
        buttons = page.get_by_role("button", name=re.compile(r"\[\d+\] .*pages? "))
        names = [name.split("\n")[-1] for name in buttons.all_inner_texts()]
        seen, taken = {_page_of(name) for name in names if name.startswith("[1]")}, []
        for name in names:
            number = _page_of(name)
            if number not in seen and len(taken) < CLICKS:
                seen.add(number)
                page.evaluate(_WATCH, number)
                page.get_by_role("button", name=name).first.click()
                taken.append(page.evaluate("window.taken") / 1000)
        page.close()
    return taken


def _page_of(name: str) -> int:
    """The counted page in words such as `page 12` or `page 7 (printed xii)`."""
    found = re.search(r"pages? (\d+)", name)
    assert found
    return int(found[1])


def _plain_clicks(browser: Browser, path: Path) -> list[float]:
    variables = {"PLAIN_PDF": str(path), "PLAIN_PAGES": " ".join(map(str, PLAIN_PAGES))}
    taken: list[float] = []
    with TemporaryDirectory() as folder:
        script = Path(__file__).with_name("plain_viewer.py")
        with running_app(Path(folder) / "home", script, **variables) as server:
            for number in PLAIN_PAGES:
                page = browser.new_page(viewport=WINDOW)
                page.goto(server.url)
                button = page.get_by_role("button", name=f"Show page {number}")
                button.wait_for(timeout=WAIT)
                mark = page.frame_locator("iframe").locator("[id^=annotation-]").first
                began = time.perf_counter()
                button.click()
                expect(mark).to_be_in_viewport(timeout=WAIT)
                taken.append(time.perf_counter() - began)
                page.close()
    return taken
