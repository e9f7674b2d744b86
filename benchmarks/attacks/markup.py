"""Markup in every text that the app did not write, shown on every page by a real browser.

Nothing of it may be rendered: no address asked for, no link made, each text verbatim.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.attacks.base import Attack
from benchmarks.attacks.markup_seen import Seen, visit
from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.questions.store import QuestionStore
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.base import Plan
from core.evaluation.sweeps.store import SweepStore
from core.settings import load_settings
from core.workbench import Workbench
from tests.browser.serving import find_chromium, running_app, running_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


KINDS = {
    "picture": "![x](http://{mark}.invalid/p.png)",
    "html": "<img src='http://{mark}.invalid/q.png'>",
    "link": "[{mark}](http://{mark}.invalid/)",
    "address": "http://{mark}.invalid/a_b_c",
    "www": "www.{mark}.invalid",
    "mail": "me@{mark}.invalid",
    "colour": ":red[{mark}]",
    "formula": "${mark}^2$",
    "entity": "&lt;{mark}&gt;",
    "icon": ":smile: {mark} :material_home:",
    "dash": "{mark} -- <- >= *a* `b`",
}
"""Texts that Streamlit's Markdown would make something of; the mark says where each is from."""
FIELDS = ("title", "name", "heading", "paragraph", "cell", "question", "set", "sweep", "broken")
IN_NAMES = ("picture", "colour", "mail", "entity")
"""All that a file name has room for."""
BY_WORDS = {"SIGHTLINE_ENCODER": "hashing"}
"""Searched by words alone, so that no model is loaded."""
ASKED = "Velmatine dose a day"


def attacks(_: Path | None) -> Iterator[Attack]:
    """A trial for each kind of markup in each field; none without a Chromium."""
    path = find_chromium()
    if path is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        document = fill(home)
        with running_app(home, **BY_WORDS) as app, running_chromium(path) as browser:
            seen = visit(browser, app.url, document, ASKED, broken())
    yield from judged(seen)


def judged(seen: Seen) -> Iterator[Attack]:
    """What became of each text that a page showed or led to; long ones are cut on some pages."""
    for field in FIELDS:
        for kind in IN_NAMES if field == "name" else KINDS:
            failure = seen.failure(mark(field, kind), text(field, kind))
            if failure or seen.showing(mark(field, kind)):
                yield Attack(f"{kind} in {field}", failure)
    yield Attack("anything else", f"asked for {seen.foreign[0]}" if seen.foreign else "")


def mark(field: str, kind: str) -> str:
    """A word that occurs in one trial only, and may be part of an address."""
    return f"{field}{kind}"


def text(field: str, kind: str) -> str:
    """The markup of a trial; a file name has no slash, but Markdown reads entities."""
    said = KINDS[kind].format(mark=mark(field, kind))
    return said.replace("/", "&#47;") if field in ("name", "broken") else said


def sample(field: str) -> str:
    """All kinds of markup in one text."""
    return " ".join(text(field, kind) for kind in (IN_NAMES if field == "name" else KINDS))


def broken() -> list[str]:
    """Names of files that cannot be added."""
    return [f"{text('broken', kind)}.pdf" for kind in KINDS]


def fill(home: Path) -> str:
    """A library with markup in all fields, with questions and a sweep; the PDF's SHA-256."""
    bench = Workbench(load_settings(home=home, encoder="hashing"))
    record = bench.documents.add(hostile_pdf(), f"{sample('name')}.pdf")
    bench.documents.add(
        f'Medicine;Dose a day\nVelmatine;"{sample("cell")}"\n'.encode(), "doses.csv"
    )
    asked = Question(text=sample("question"), documents=(record.sha,))
    store = QuestionStore(home)
    _keep_sweeps(bench, [store.create(text("set", kind), [asked]) for kind in KINDS])
    return record.sha


def _keep_sweeps(bench: Workbench, sets: Sequence[QuestionSet]) -> None:
    """A sweep that has ended over each set; a name has room for one kind of markup."""
    options = make_options("recursive", {"max_tokens": 64, "overlap": 0.0})
    setting = Configuration("recursive", options, "hashing")
    scored = score(setting, sets[0], SharedStages(bench))
    store = SweepStore(bench.settings.home)
    for kind, questions in zip(KINDS, sets, strict=True):
        packed = (setting.to_json(),)
        plan = Plan(name=text("sweep", kind), questions=questions, settings=packed)
        store.keep(plan)
        store.save(plan.key, "base", scored)


def hostile_pdf() -> bytes:
    """A page with markup in its metadata, headings, paragraphs and links."""
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        for row, kind in enumerate(KINDS):
            top = 60 + 64 * row
            page.insert_text((50, top), f"{row + 1} {text('heading', kind)}", fontsize=15)
            words = f"Give 5 mg of Velmatine a day {text('paragraph', kind)}"
            page.insert_text((50, top + 24), words, fontsize=9)
        place = pymupdf.Rect(40, 40, 560, 800)
        uri = "http://annotation.invalid/"
        page.insert_link({"kind": pymupdf.LINK_URI, "from": place, "uri": uri})
        pdf.set_metadata({"title": sample("title"), "author": sample("title")})
        return pdf.tobytes(no_new_id=True)
