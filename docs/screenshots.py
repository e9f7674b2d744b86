"""python -m docs.screenshots: draws the pictures of the README from the running app.

A temporary library with the samples is shown in Chromium; every picture is a window of the same
size, with at most 256 colours, and lies in `docs/images`.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from PIL import Image

from core.pipeline import Workbench
from core.recipe import Recipe
from core.settings import load_settings
from core.sir import ElementType
from sample_docs import SAMPLES
from tests.browser.serving import find_chromium, running_app, running_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parent / "images"
WIDTH, HEIGHT = 1440, 900
WAIT = 120_000
GUIDELINE = "oncology_guideline_en.pdf"
QUESTION = "From what age should carriers of a germline KLT2 variant have MRI?"
SCAN = "scanned_circular.pdf"
SCAN_WORDS = "The night porter reads both probes"
CHUNK_WORDS = "germline KLT2 variant should be offered MRI"


@dataclass(frozen=True)
class Shot:
    """A picture: its name, the address, and words that are asked there first."""

    name: str
    path: str
    question: str = ""
    scheme: Literal["light", "dark"] = "light"


def main() -> None:
    """Draw all pictures."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("No Chromium on the PATH. Install it and try again.")
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        shots = prepare(home)
        IMAGES.mkdir(exist_ok=True)
        with running_app(home) as server, running_chromium(chromium) as browser:
            for shot in shots:
                content = picture(browser, server.url, shot)
                (IMAGES / f"{shot.name}.png").write_bytes(content)


def prepare(home: Path) -> list[Shot]:
    """Fills the library; what is to be drawn of it."""
    bench = Workbench(load_settings(home=home))
    taken = reversed(SAMPLES)
    records = {sample.file_name: bench.add(sample.path, sample.file_name) for sample in taken}
    bench.index([record.sha for record in records.values()], Recipe.default())
    guideline = records[GUIDELINE].sha
    result = bench.chunks(guideline, Recipe.default())
    chunk = next(chunk for chunk in result.chunks if CHUNK_WORDS in chunk.content)
    table = next(node for node in result.sir.nodes if node.type is ElementType.TABLE)
    scan = records[SCAN].sha
    item = next(node for node in bench.sir(scan).nodes if SCAN_WORDS in node.text)
    bench.close()
    asked = Shot("ask", "ask", QUESTION)
    chunks = f"chunks?document={guideline}&chunk={chunk.id}"
    return [
        Shot("documents", f"?document={guideline}"),
        Shot("structure", f"structure?document={guideline}&node={table.id}"),
        Shot("scan", f"structure?document={scan}&node={item.id}"),
        Shot("chunks", chunks),
        asked,
        Shot("ask-dark", asked.path, asked.question, "dark"),
    ]


def picture(browser: Browser, address: str, shot: Shot) -> bytes:
    """The window as PNG, once nothing moves any more."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme=shot.scheme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{address}/{shot.path}")
    page.get_by_role("heading", level=1).wait_for(timeout=WAIT)
    if shot.question:
        field = page.get_by_placeholder("Ask the documents")
        field.fill(shot.question)
        field.press("Enter")
        page.get_by_role("button", name="Cited words").first.wait_for(timeout=WAIT)
    settle(page)
    content = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return fewer_colours(content)


def settle(page: Page) -> None:
    """Waits until the app has run and two pictures of the window are alike."""
    page.locator('[data-test-script-state="notRunning"]').wait_for(timeout=WAIT)
    before = b""
    while before != (before := page.screenshot(animations="disabled", caret="hide")):
        page.wait_for_timeout(700)


def fewer_colours(content: bytes) -> bytes:
    """A PNG with a palette, a fraction of its size."""
    out = io.BytesIO()
    with Image.open(io.BytesIO(content)) as image:
        small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        small.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
