"""A signed answer is reopened with its lines on the kept page, after its document is gone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from core.evidence.citations import Quote, cite
from core.history.checks import Check, Decision, Review
from core.rendering import Renderer
from core.settings import load_settings
from core.spans import Span
from core.workbench import Workbench
from tests.browser.looking import at_rest, box, boxes, open_page
from tests.builders import pdf_bytes
from tests.core.history.builders import simple_answer

if TYPE_CHECKING:
    from core.answering.base import Answer
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

PHRASE = "Five failed attempts lock an account for 20 minutes."


def sign(bench: Workbench, document: str) -> Answer:
    sir, renderer = bench.documents.sir(document), Renderer()
    node = next(at for at, node in enumerate(sir.nodes) if PHRASE in node.text)
    start = sir.nodes[node].text.index(PHRASE)
    quote = Quote(document, "c", (Span(node, start, start + len(PHRASE)),), PHRASE, {})
    answer = replace(simple_answer("When is an account locked?"), citations=(cite(1, quote, sir),))
    review = Review().with_check(0, Check(decision=Decision.ACCEPTED))
    bench.history.sign(answer, review, "Dr. Ada", renderer)
    renderer.close()
    return answer


def test_the_lines_of_a_signed_answer_lie_where_they_lay_though_its_document_is_gone(
    page: Page, prepared_server: AppServer
) -> None:
    bench = Workbench(load_settings(home=prepared_server.home))
    document = bench.documents.add(pdf_bytes([f"Of passwords.\n{PHRASE}"]), "lockout.pdf").sha
    (line,) = sign(bench, document).citations[0].lines
    bench.delete(document)
    bench.close()
    open_page(page, f"{prepared_server.url}/history", "History")
    page.get_by_role("table", name="Signed answers").get_by_text("account locked").click()
    expect(page.get_by_text("Source changed:").last).to_be_visible()
    at_rest(page)
    mark = page.locator(".mark.chosen")
    expect(mark).to_have_count(1)
    (seen,) = boxes(mark)
    left, top, right, bottom = seen.within(box(page.locator('.page[data-page="1"] img')))
    assert (left, top, right, bottom) == pytest.approx(line.box.edges, abs=0.01)
    _escape_closes_a_dialog_whose_button_was_off_while_it_made_a_file(page)


def _escape_closes_a_dialog_whose_button_was_off_while_it_made_a_file(page: Page) -> None:
    page.get_by_role("button", name="Hand on").click()
    dialog = at_rest(page).get_by_role("dialog")
    with page.expect_download():
        dialog.get_by_role("button", name="PDF").click()
    at_rest(page).keyboard.press("Escape")
    expect(dialog).to_be_hidden()
