"""python -m docs.screenshots: draws the pictures of the README from the running app.

A temporary library with the samples is shown in Chromium; every picture is a window of the same
size, with at most 256 colours, and lies in `docs/images`.
"""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from PIL import Image

from benchmarks.stand_in import answer
from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.address import to_address
from core.evaluation.questions.formats import read_questions
from core.evaluation.questions.store import QuestionStore
from core.evaluation.sweeps.base import Plan
from core.evaluation.sweeps.grid import Grid
from core.evaluation.sweeps.runner import SweepRunner
from core.refining.options import WHOLE
from core.settings import load_settings
from core.sir import ElementType
from core.workbench import Workbench
from sample_docs import SAMPLES
from tests.browser.serving import find_chromium, running_app, running_chromium
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page

    from benchmarks.stand_in import Asked
    from core.chunking.base import Chunk
    from core.llm.base import Reply

IMAGES = Path(__file__).parent / "images"
WIDTH, HEIGHT = 1440, 900
WAIT = 120_000
GUIDELINE = "oncology_guideline_en.pdf"
QUESTION = "From what age should carriers of a germline KLT2 variant have MRI?"
SCAN = "scanned_circular.pdf"
SCAN_WORDS = "The night porter reads both probes"

CHUNK_WORDS = "germline KLT2 variant should be offered MRI"
POLICY = "data_security_policy.pdf"
QUESTIONS = Path(__file__).parents[1] / "sample_docs" / "questions.json"
SET = "Guideline"
GRID = Grid(
    strategies=("fixed", "recursive", "hierarchical", "sentences"),
    options={"max_tokens": (64, 128, 256, 512), "overlap": (0.0, 0.2)},
    top_k=(3,),
)
"""What the pictures of Evaluate compare."""
MODEL = "stand-in"
"""What the pictures call the model: its claims are made here, and each is checked as any other."""
CLAIMS = {
    "Carriers of a germline KLT2 variant should be offered MRI of both glands once a year from the "
    "age of 30.": ("germline KLT2 variant should be", "MRI of both glands once", "age of 30."),
    "Six per cent of patients carry a germline variant in KLT2.": ("germline KLT2 variant should",),
    "Surveillance ends at 70.": ("It ends at 75",),
}
"""Claims of all three verdicts, with words of the lines that they cite."""


@dataclass(frozen=True)
class Shot:
    """A picture: its name, the address, and words that are asked there first.

    `press` is the name of a button that is pressed then, `part` that of a choice that is made.
    With `model` there is one.
    """

    name: str
    path: str
    question: str = ""
    scheme: Literal["light", "dark"] = "light"
    press: str = ""
    part: str = ""
    model: bool = False


def main() -> None:
    """Draw all pictures."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("No Chromium on the PATH. Install it and try again.")
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        shots = prepare(home)
        IMAGES.mkdir(exist_ok=True)
        with running_chromium(chromium) as browser, GeminiServer(written) as service:
            key = {"GEMINI_API_KEY": "none", "GEMINI_BASE_URL": service.url}
            given = {False: {}, True: {**key, "SIGHTLINE_GEMINI_MODEL": MODEL}}
            for model, variables in given.items():
                with running_app(home, **variables) as server:
                    draw(browser, server.url, [shot for shot in shots if shot.model is model])


def draw(browser: Browser, address: str, shots: Sequence[Shot]) -> None:
    """Write the pictures."""
    for shot in shots:
        (IMAGES / f"{shot.name}.png").write_bytes(picture(browser, address, shot))


def written(asked: Asked) -> Reply | str:
    """What the model of the pictures says: `CLAIMS` over the lines that it was given."""
    if asked.schema != "WrittenAnswer":
        return answer(asked)
    lines = re.findall(r"(?m)^(\d+): (.+)$", asked.text)
    claims = [
        {"text": text, "lines": [int(n) for n, line in lines if any(w in line for w in words)]}
        for text, words in CLAIMS.items()
    ]
    return json.dumps({"abstain": False, "claims": claims})


def prepare(home: Path) -> list[Shot]:
    """Fills the library; what is to be drawn of it."""
    bench = Workbench(load_settings(home=home))
    taken = reversed(SAMPLES)
    records = {s.file_name: bench.documents.add(s.path, s.file_name, by_model=False) for s in taken}
    bench.index.add([record.sha for record in records.values()], Configuration.default())
    guideline = records[GUIDELINE].sha
    result = bench.chunks.of(guideline, Configuration.default())
    chunk = next(chunk for chunk in result.chunks if CHUNK_WORDS in chunk.content)
    table = next(node for node in result.sir.nodes if node.type is ElementType.TABLE)
    scan = records[SCAN].sha
    item = next(node for node in bench.documents.sir(scan).nodes if SCAN_WORDS in node.text)
    policy = records[POLICY].sha
    topology, budget = (
        Configuration(name, make_options(name, {})) for name in ("topology", "heading_anchored")
    )
    topology = replace(topology, refining=WHOLE)
    explained = most_explained(bench.chunks.of(policy, topology).chunks)
    results = f"evaluate?look=results&questions={SET}&sweep={swept(bench, guideline)}"
    bench.close()
    asked = Shot("ask", "ask", QUESTION)
    claims = Shot("ask-claims", "ask", QUESTION, model=True)
    chunks = f"chunks?document={guideline}&chunk={chunk.id}"
    supplement = f"chunks?document={policy}&recipe={to_address(topology)}&chunk={explained.id}"
    return [
        Shot("documents", f"?document={guideline}"),
        Shot("structure", f"structure?document={guideline}&node={table.id}"),
        Shot("scan", f"structure?document={scan}&node={item.id}"),
        Shot("chunks", chunks),
        asked,
        Shot("ask-dark", asked.path, asked.question, "dark"),
        claims,
        Shot("ask-claims-dark", claims.path, claims.question, "dark", model=True),
        Shot("supplement", supplement, press=r"\w · Level"),
        Shot("budget", f"chunks?document={guideline}&recipe={to_address(budget)}"),
        Shot("evaluate", results, part="Recall and cost"),
        Shot("evaluate-table", results),
        Shot("evaluate-page", results, part="On the page"),
        Shot("evaluate-page-dark", results, "", "dark", part="On the page"),
    ]


def swept(bench: Workbench, document: str) -> str:
    """The key of a sweep over the questions of one sample, which has ended."""
    held = read_questions(QUESTIONS, bench).questions
    asked = [one for one in held if document in {piece.document for piece in one.evidence}]
    store = QuestionStore(bench.settings.home)
    store.create(SET, asked)
    plan = Plan(
        name="Sizes",
        questions=store.load(SET),
        settings=tuple(one.to_json() for one in GRID.settings()),
    )
    runner = SweepRunner(bench)
    key = runner.start(plan)
    runner.wait()
    return key


def most_explained(chunks: Sequence[Chunk]) -> Chunk:
    """The first chunk with most that is explained elsewhere in its document."""
    return max(chunks, key=lambda chunk: len(chunk.supplement))


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
    if shot.part:
        page.get_by_role("radio", name=shot.part).click()
        settle(page)
    if shot.press:
        page.get_by_role("button", name=re.compile(shot.press)).first.click()
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
