"""What documents, their names and people say leads no page of the app to anybody else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pymupdf
import pytest
from playwright.sync_api import expect

from core.evaluation.questions.base import Question
from core.evaluation.questions.store import QuestionStore
from core.settings import load_settings
from core.workbench import Workbench
from tests.browser.looking import at_rest, open_page
from tests.browser.serving import AppServer, running_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FOREIGN = "![x](http://a.invalid/p) <img src='http://a.invalid/q'> a.invalid/r :red[s]"
NAME = "![x](http:&#47;&#47;a.invalid&#47;p.png) :red[s].pdf"
SENTENCE = "Give 5 mg of Velmatine a day."
_OWN = ("data:", "blob:", "about:")
_LINKS = """() => [...document.querySelectorAll("[href], [src]")]
  .map(one => one.href?.baseVal ?? one.href ?? one.src)"""


def _hostile_pdf() -> bytes:
    """A page with markup in its metadata, heading, paragraph and link."""
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        page.insert_text((40, 80), f"1 {FOREIGN}", fontsize=11, fontname="hebo")
        page.insert_text((40, 110), f"{SENTENCE} {FOREIGN}", fontsize=8)
        link = {"kind": pymupdf.LINK_URI, "from": page.rect, "uri": "http://a.invalid/link"}
        page.insert_link(link)
        pdf.set_metadata({"title": FOREIGN, "author": FOREIGN})
        return pdf.tobytes()


@pytest.fixture(scope="module")
def hostile_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[AppServer, str]]:
    """The app over a library with markup in every field, and the id of its document."""
    home = tmp_path_factory.mktemp("hostile") / "home"
    bench = Workbench(load_settings(home=home, encoder="hashing"))
    document = bench.documents.add(_hostile_pdf(), NAME).sha
    QuestionStore(home).create(FOREIGN, [Question(text=FOREIGN, documents=(document,))])
    bench.close()
    with running_app(home, SIGHTLINE_ENCODER="hashing") as server:
        yield server, document


def test_no_page_leads_to_what_a_document_or_a_person_wrote(
    page: Page, hostile_app: tuple[AppServer, str]
) -> None:
    server, document = hostile_app
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    for title, rest in (
        ("Documents", f"?document={document}"),
        ("Structure", f"structure?document={document}"),
        ("Chunks", f"chunks?document={document}"),
        ("Ask", f"ask?document={document}"),
        ("Evaluate", "evaluate?look=questions"),
        ("Settings", "settings"),
    ):
        at_rest(open_page(page, f"{server.url}/{rest}", title))
        _look_around(page, title)
        if title not in ("Chunks", "Settings"):
            expect(page.get_by_text(FOREIGN).first).to_be_attached()
        asked.update(link for frame in at_rest(page).frames for link in frame.evaluate(_LINKS))
    assert [each for each in asked if each and not each.startswith((server.url, *_OWN))] == []


def _look_around(page: Page, title: str) -> None:
    """Shows what a page has behind a click."""
    if title == "Structure":
        page.get_by_text("Selectable text", exact=True).click()
        page.frame_locator("iframe").locator(".textLayer").first.wait_for()
    if title == "Ask":
        field = page.get_by_placeholder("Ask the documents")
        field.fill("How much Velmatine a day?")
        field.press("Enter")
        page.get_by_text(re.compile("^(Nearest passages|Text of the documents)")).first.wait_for()
