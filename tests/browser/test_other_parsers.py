"""Readings by others as people meet them: files of other parsers, and web pages."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from playwright.sync_api import Page, Request, expect

from sample_docs.catalogue import FOLDER
from tests.browser.looking import WAIT, at_rest, expect_in_sight, open_page
from tests.browser.test_ask import ask, citations, cited
from tests.browser.test_structure import choose, row, show, structure
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.serving import AppServer


pytestmark = pytest.mark.browser

POLICY = "data_security_policy.pdf"
INVENTED = "All wards of the hospital celebrate the harvest with a parade of tractors."
EMERGENCY = "When does emergency access end?"
REMOTE = "dose.png"
WEB_PAGE = """<!doctype html><html lang="en"><head><title>Calverin leaflet</title>
<script>document.title = "run"; fetch("REMOTE?by=script")</script></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/max">The highest daily dose of Calverin at
a glance</a></li></ul></nav>
<main><h1>Calverin leaflet</h1><p>This leaflet is for nurses and doctors of the wards.</p>
<h2>Dosing</h2><p>The highest daily dose of Calverin is 40 mg in adults.</p>
<img src="REMOTE" alt="A blister of tablets">
<h2>Storage</h2><table><caption>Table 1. How tablets are kept</caption>
<tr><th>Form</th><th>Temperature</th></tr><tr><td>Tablets</td><td>below 25 degrees</td></tr>
<tr><td>Drops</td><td>in the refrigerator</td></tr></table></main>
<footer>Imprint of the publisher</footer></body></html>"""


def docling_file(*more: str) -> bytes:
    """What Docling could have written for the policy: its own blocks, and `more` paragraphs."""
    texts: list[dict[str, Any]] = []
    pages: dict[str, Any] = {}
    with pymupdf.open(FOLDER / POLICY) as pdf:
        for number in range(1, len(pdf) + 1):
            page = pdf[number - 1]
            width, height = page.rect.width, page.rect.height
            pages[str(number)] = {"size": {"width": width, "height": height}}
            blocks: Any = page.get_text("blocks")
            for left, top, right, bottom, text, *_ in blocks:
                texts.append(_item(text, number, (left, height - top, right, height - bottom)))
    texts += [{**texts[-1], "label": "text", "text": text} for text in more]
    body = {"children": [{"$ref": f"#/texts/{at}"} for at in range(len(texts))]}
    document = {"schema_name": "DoclingDocument", "texts": texts, "body": body, "pages": pages}
    return json.dumps(document).encode()


def _item(text: str, page: int, edges: tuple[float, ...]) -> dict[str, Any]:
    """A block with its edges from the bottom left of its page, in points."""
    heading = re.match(r"(Chapter|Article) \d", text)
    box = {**dict(zip("ltrb", edges, strict=True)), "coord_origin": "BOTTOMLEFT"}
    return {
        "label": "section_header" if heading else "text",
        "level": {"Chapter": 1, "Article": 2}[heading[1]] if heading else None,
        "text": _on_one_line(text),
        "prov": [{"page_no": page, "bbox": box}],
    }


def _on_one_line(text: str) -> str:
    return " ".join(text.replace("-\n", "").split())


def bring(page: Page, content: bytes, name: str) -> None:
    """The output of Docling, brought on the page Structure."""
    show(page, "Compare routes")
    field = page.locator("input[type=file]")
    if not field.count():
        at_rest(page).get_by_text("Add the reading of another parser").click()
    choose(page, "Parser", "Docling")
    expect(field).to_have_count(1)
    at_rest(page)
    field.set_input_files({"name": name, "mimeType": "application/json", "buffer": content})


def test_a_native_file_is_compared_with_ours_and_becomes_the_documents_own(
    page: Page, hashing_server: AppServer
) -> None:
    structure(page, hashing_server, POLICY)
    bring(page, docling_file(INVENTED), "policy.json")
    expect(page.get_by_role("button", name="Use Docling")).to_be_visible(timeout=WAIT)
    trees = page.get_by_role("tree")
    expect(trees).to_have_count(2, timeout=WAIT)
    expect(trees.last.get_by_text("only here").first).to_be_visible(timeout=WAIT)
    told = page.get_by_text(re.compile(r"\b1 of \d+ sentences stands nowhere on the pages"))
    expect(told).to_be_visible(timeout=WAIT)
    at_rest(page)
    told.click()
    invented = page.get_by_test_id("stExpander").filter(has=told)
    expect(invented.get_by_text(INVENTED).last).to_be_visible(timeout=WAIT)
    expect(invented.get_by_role("button", name="Near page 6")).to_be_visible()

    at_rest(page).get_by_role("button", name="Use Docling").click()
    at_rest(page).get_by_role("button", name="Use this route", exact=True).click()
    expect(page.get_by_text("chosen by hand").last).to_contain_text("Docling", timeout=WAIT)
    ask(open_page(page, f"{hashing_server.url}/ask", "Ask"), EMERGENCY)
    expect(page.get_by_role("blockquote")).to_contain_text("Emergency access ends automatically")
    expect_in_sight(page, cited(page))


@pytest.fixture
def elsewhere() -> Iterator[GeminiServer]:
    """Another address; it keeps each request that reaches it."""
    with GeminiServer() as serving:
        yield serving


def test_a_web_page_is_quoted_with_its_lines_and_nothing_is_fetched(
    page: Page, hashing_server: AppServer, elsewhere: GeminiServer
) -> None:
    remote = f"{elsewhere.url}/{REMOTE}"
    asked_for: list[str] = []

    def note(request: Request) -> None:
        asked_for.append(request.url)

    page.on("request", note)
    at_rest(open_page(page, hashing_server.url, "Documents"))
    page.locator("input[type=file]").set_input_files(
        {
            "name": "calverin.html",
            "mimeType": "text/html",
            "buffer": WEB_PAGE.replace("REMOTE", remote).encode(),
        }
    )
    expect(page.get_by_text(re.compile(r"calverin\.html is in the library")).last).to_be_visible()
    desk = open_page(page, f"{hashing_server.url}/ask", "Ask")
    ask(desk, "What is the highest daily dose of Calverin?")
    quote = page.get_by_role("blockquote")
    expect(quote).to_contain_text("The highest daily dose of Calverin is 40 mg in adults.")
    at_rest(page)
    citations(page).filter(has_text="calverin.html").first.click()
    expect(page.get_by_role("img", name=re.compile("^Page 1 of calverin.html"))).to_be_visible()
    expect_in_sight(page, cited(page))
    expect(page.get_by_text("at a glance")).to_have_count(0)
    structure(page, hashing_server, "calverin.html")
    expect(row(page, "Table 1. How tablets are kept")).to_be_visible()
    at_rest(page).get_by_role("tab", name=re.compile("^Set aside")).click()
    expect(row(page, "The highest daily dose of Calverin at")).to_be_visible(timeout=WAIT)
    assert asked_for
    reached = [*asked_for, *(received.path for received in elsewhere.received)]
    assert [address for address in reached if REMOTE in address] == []
