"""Readings by others as people meet them: native files, web pages, figures and pages by a model."""

from __future__ import annotations

import json
import re
from shutil import copytree
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from playwright.sync_api import Page, Request, expect

from benchmarks.stand_in import Asked, answer
from components.labels.figure_descriptions import MARK
from core.settings import load_settings
from core.workbench import Workbench
from sample_docs.catalogue import FOLDER
from tests.browser.looking import WAIT, at_rest, expect_in_sight, open_page
from tests.browser.serving import AppServer, running_app
from tests.browser.test_ask import ask, citations, cited
from tests.browser.test_structure import choose, row, show, structure
from tests.figure_documents import DESCRIPTION, figures_pdf
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.llm.base import Reply

pytestmark = pytest.mark.browser

POLICY, NARRATIVE, PLANT = "data_security_policy.pdf", "narrative.pdf", "plant.pdf"
INVENTED = "All wards of the hospital celebrate the harvest with a parade of tractors."
BROKEN = b'{"schema_name": "DoclingDocument", "bo'
EMERGENCY = "When does emergency access end?"
CHART = "What does the azure bar of the turbine show?"
SEEN_HEADING = "Departure for the skerry"
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


def respond(asked: Asked) -> Reply | str:
    """What the model sees of figures and pages; everything else as the stand-in answers it."""
    if asked.schema == "FigureWords":
        return json.dumps({"description": DESCRIPTION})
    if asked.schema == "PageLayout":
        return json.dumps({"layout_elements": layout(1)})
    return answer(asked)


def layout(number: int) -> list[dict[str, Any]]:
    """A page of the narrative as a model may see it, with a heading that the page lacks."""
    with pymupdf.open(FOLDER / NARRATIVE) as pdf:
        text = _on_one_line(str(pdf[number - 1].get_text()))
    seen = [
        ("section_header", {"heading_level": 1}, SEEN_HEADING, [110, 80, 130, 920]),
        ("text", {}, text, [60, 80, 940, 920]),
    ]
    return [
        {"category": kind, **level, "content": content}
        | {"bbox": {"page_number": number, "box_2d": edges}}
        for kind, level, content, edges in seen
    ]


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


@pytest.fixture(scope="module")
def service() -> Iterator[GeminiServer]:
    """The model; any other request that reaches it is kept as well."""
    with GeminiServer(respond) as serving:
        yield serving


@pytest.fixture(scope="module")
def server(
    service: GeminiServer, indexed_samples: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """The app with a model that sees, over a policy, a narrative and a document with figures."""
    home = copytree(indexed_samples, tmp_path_factory.mktemp("of_others") / "home")
    bench = Workbench(load_settings(home=home))
    bench.documents.add(figures_pdf(), PLANT, parser="structural_rule", by_model=False)
    bench.close()
    variables = {
        "GEMINI_BASE_URL": service.url,
        "SIGHTLINE_MODEL_SECONDS": "600",
        # The server counts the characters of a picture as those of a text.
        "SIGHTLINE_MODEL_TOKENS_PER_MINUTE": "100000000",
    }
    with running_app(home, GEMINI_API_KEY="made-up", **variables) as running:
        yield running


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


def ask_for_quotes(page: Page, server: AppServer, question: str, *documents: str) -> None:
    """A question to the documents, answered by their own text."""
    open_page(page, f"{server.url}/ask", "Ask")
    at_rest(page).locator(".st-key-ask-settings button").first.click()
    page.get_by_text("Let gemini-2.5-flash write the answer").click()
    expect(page.get_by_role("switch", name=re.compile("write the answer"))).not_to_be_checked()
    at_rest(page).keyboard.press("Escape")
    ask(page, question)


def test_a_native_file_is_compared_with_ours_and_becomes_the_documents_own(
    page: Page, server: AppServer
) -> None:
    structure(page, server, POLICY)
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
    ask_for_quotes(page, server, EMERGENCY)
    expect(page.get_by_role("blockquote")).to_contain_text("Emergency access ends automatically")
    expect_in_sight(page, cited(page))


def test_a_broken_file_is_said_to_be_so_and_the_page_goes_on(page: Page, server: AppServer) -> None:
    structure(page, server, NARRATIVE)
    bring(page, BROKEN, "cut.json")
    alert = page.get_by_role("alert").filter(has_text="Docling")
    expect(alert).to_contain_text(NARRATIVE, timeout=WAIT)
    expect(alert).to_contain_text("cut off or damaged")
    expect(at_rest(page).get_by_role("button", name="Cancel")).to_have_count(0)
    show(page, "Tree and pages")
    expect(row(page, "The boat to Hallow Skerry")).to_be_visible(timeout=WAIT)
    expect(alert).to_have_count(0)


def test_a_web_page_is_quoted_with_its_lines_and_nothing_is_fetched(
    page: Page, server: AppServer, service: GeminiServer
) -> None:
    remote = f"{service.url}/{REMOTE}"
    asked_for: list[str] = []

    def note(request: Request) -> None:
        asked_for.append(request.url)

    page.on("request", note)
    at_rest(open_page(page, server.url, "Documents"))
    page.locator("input[type=file]").set_input_files(
        {
            "name": "calverin.html",
            "mimeType": "text/html",
            "buffer": WEB_PAGE.replace("REMOTE", remote).encode(),
        }
    )
    expect(page.get_by_text(re.compile(r"calverin\.html is in the library")).last).to_be_visible()
    ask_for_quotes(page, server, "What is the highest daily dose of Calverin?")
    quote = page.get_by_role("blockquote")
    expect(quote).to_contain_text("The highest daily dose of Calverin is 40 mg in adults.")
    at_rest(page)
    citations(page).filter(has_text="calverin.html").first.click()
    expect(page.get_by_role("img", name=re.compile("^Page 1 of calverin.html"))).to_be_visible()
    expect_in_sight(page, cited(page))
    expect(page.get_by_text("at a glance")).to_have_count(0)
    structure(page, server, "calverin.html")
    expect(row(page, "Table 1. How tablets are kept")).to_be_visible()
    at_rest(page).get_by_role("tab", name=re.compile("^Set aside")).click()
    expect(row(page, "The highest daily dose of Calverin at")).to_be_visible(timeout=WAIT)
    assert asked_for
    reached = [*asked_for, *(received.path for received in service.received)]
    assert [address for address in reached if REMOTE in address] == []


def test_a_described_figure_is_found_by_words_that_only_the_description_has(
    page: Page, server: AppServer
) -> None:
    structure(page, server, PLANT)
    page.get_by_role("treeitem").filter(has_text="figure").first.click()
    at_rest(page).get_by_role("button", name="Describe this figure").click()
    words = page.get_by_text(DESCRIPTION)
    expect(words).to_contain_text(MARK, timeout=WAIT)

    ask_for_quotes(page, server, CHART)
    passages = page.get_by_role("button", name=re.compile(r"\.pdf, pages? \d"))
    expect(passages.first).to_contain_text(PLANT)
    expect(words.first).to_contain_text(MARK)
    at_rest(page)
    passages.first.click()
    quote = page.get_by_role("blockquote")
    expect(quote).to_contain_text("Visitors sign the book", timeout=WAIT)
    expect(quote).not_to_contain_text("azure")
    expect(words).to_have_count(2)


def test_a_page_is_read_by_the_model_and_by_us_again(
    page: Page, server: AppServer, service: GeminiServer
) -> None:
    structure(page, server, NARRATIVE)
    expect(page.get_by_text("asked by hand")).to_have_count(0)
    popover = page.get_by_role("button", name="Read by the model")
    ours = page.get_by_role("button", name="Read page 1 by our own routes again")
    at_rest(page)
    popover.click()
    read = page.get_by_role("button", name="Have page 1 read")
    service.next(failures.blocked())
    at_rest(page)
    read.click()
    expect(page.get_by_text("Page 1 was not read by the model").last).to_be_visible(timeout=WAIT)
    expect(row(page, "The boat to Hallow Skerry")).to_be_visible()
    asked = len(service.received)
    at_rest(page).get_by_role("tab", name="Chart").click()
    at_rest(page).get_by_role("tab", name="Outline").click()
    # What failed is not tried, and paid for, again by each look at the page.
    assert len(service.received) == asked
    at_rest(page)
    if not read.is_visible():
        popover.click()
    at_rest(page)
    read.click()
    badge = page.get_by_text("read by a language model, asked by hand")
    expect(badge).to_be_visible(timeout=2 * WAIT)
    expect(row(page, SEEN_HEADING)).to_be_visible(timeout=WAIT)
    expect(
        page.get_by_text(re.compile(r"\b1 of \d+ sentences stands nowhere")).last
    ).to_be_visible()
    expect(ours).not_to_be_visible()
    at_rest(page)
    popover.click()
    at_rest(page)
    ours.click()
    expect(badge).to_have_count(0, timeout=2 * WAIT)
    expect(row(page, SEEN_HEADING)).to_have_count(0)
    expect(row(page, "The boat to Hallow Skerry")).to_be_visible(timeout=WAIT)
