"""What checking costs beside the reader's own time: from a key to the sight of the next lines.

A question with five quotes on five pages of three samples is answered, and each quote is decided
by one key in a real Chromium, without a mouse. It is timed inside the browser, from the key that
decides to the frame in which all lines of the next quote have been in sight, so that the next key
is taken; a key before that would not accept anything. Another round takes the decisions back.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from core.configuration import Configuration
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs import SAMPLES
from tests.browser.looking import at_rest, open_page
from tests.browser.serving import find_chromium, running_app, running_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

DOCUMENTS = ("data_security_policy.pdf", "narrative.pdf", "oddities.pdf")
QUESTION = (
    "When did the ice go out of the harbour? How many telephones were there on Hallow Skerry? "
    "Which data must never be sent by e-mail? When does the night store of Saint Brannoc open? "
    "When does emergency access end?"
)
QUOTES, ROUNDS = 5, 4
SECONDS = 1.5
WAIT = 120_000

# Presses a key and resolves to the seconds until the lines of another item were in sight.
_PRESS = """
key => new Promise((resolve) => {
  const roots = [...document.querySelectorAll("*")].map((each) => each.shadowRoot).filter(Boolean);
  const bar = [document, ...roots].map((root) => root.querySelector(".checks")).find(Boolean);
  const before = bar.dataset.item, began = performance.now();
  const look = () => {
    const { item, sight } = bar.isConnected ? bar.dataset : {};
    if (item !== undefined && item !== before && sight === "all")
      requestAnimationFrame(() => resolve((performance.now() - began) / 1000));
    else requestAnimationFrame(look);
  };
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  look();
})
"""


def run(_: Path | None) -> list[Figure]:
    """Seconds a quote, the middle and the worst of all rounds."""
    path = find_chromium()
    if path is None:
        return []
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        _prepare(home)
        with running_app(home) as server, running_chromium(path) as chromium:
            page = chromium.new_page(viewport={"width": 1440, "height": 900})
            page.set_default_timeout(WAIT)
            seconds = _check(open_page(page, f"{server.url}/ask", "Ask"))
    how = f"{len(seconds)} keys over {QUOTES} quotes of {len(DOCUMENTS)} samples, in Chromium"
    return [
        Figure("checking a quote, middle", how, median(seconds), "s", target=SECONDS, at_most=True),
        Figure("checking a quote, worst", how, max(seconds), "s", target=SECONDS, at_most=True),
    ]


def _check(page: Page) -> list[float]:
    field = page.get_by_placeholder("Ask the documents")
    field.fill(QUESTION)
    field.press("Enter")
    page.locator('.checks[data-sight="all"]').wait_for()
    page.locator(".checks").get_by_text(f"0 of {QUOTES} checked").wait_for()
    seconds: list[float] = []
    for _ in range(ROUNDS):
        at_rest(page)
        seconds += [page.evaluate(_PRESS, "a") for _ in range(QUOTES - 1)]
        for left in reversed(range(QUOTES - 1)):
            page.keyboard.press("Alt+z")
            page.locator(".checks").get_by_text(f"{left} of {QUOTES} checked").wait_for()
    return seconds


def _prepare(home: Path) -> None:
    bench = Workbench(load_settings(home=home))
    for sample in SAMPLES:
        if sample.file_name in DOCUMENTS:
            bench.documents.add(sample.path, sample.file_name)
    bench.index.add([record.sha for record in bench.library.list()], Configuration.default())
    bench.close()
