"""Adding and deleting files on the page Documents, also beside files that cannot be used."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pymupdf
import pytest
from playwright.sync_api import FilePayload, Page, expect

from core.sir_io import from_json
from tests.browser.looking import WAIT, at_rest, open_page

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser


def one_page(text: str) -> bytes:
    with pymupdf.open() as pdf:
        pdf.new_page().insert_text((72, 72), text)
        return pdf.tobytes()


def upload(page: Page, **files: bytes) -> None:
    sent: list[FilePayload] = [
        {"name": f"{name}.pdf", "mimeType": "application/pdf", "buffer": content}
        for name, content in files.items()
    ]
    page.locator("input[type=file]").set_input_files(sent)


def message(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.get_by_text(words).last).to_be_visible(timeout=WAIT)


def listed(page: Page, name: str, *, there: bool = True) -> None:
    table = page.get_by_role("table", name="Documents of the library")
    cells = table.get_by_role("cell", name=name, exact=True)
    expect(cells).to_have_count(1 if there else 0)


@pytest.fixture
def documents(page: Page, prepared_server: AppServer) -> Page:
    return at_rest(open_page(page, prepared_server.url, "Documents"))


def test_an_uploaded_file_is_listed_shown_taken_along_and_deleted_beside_a_broken_one(
    documents: Page,
) -> None:
    whole = one_page("Two porters carry the bed.")
    upload(documents, cut=whole[: len(whole) // 3], whole=whole)
    message(documents, re.compile(r"whole\.pdf is in the library: 1 page"))
    expect(documents.get_by_role("alert").filter(has_text="cut.pdf: ")).to_be_visible()
    expect(documents.get_by_role("heading", name="whole.pdf")).to_be_visible()
    listed(documents, "whole.pdf")
    listed(documents, "cut.pdf", there=False)
    _its_structure_is_taken_along_as_json(documents)
    _it_is_deleted_only_after_that_was_confirmed(documents)


def _its_structure_is_taken_along_as_json(documents: Page) -> None:
    with documents.expect_download() as download:
        at_rest(documents).get_by_role("button", name="Export").click()
        documents.get_by_role("button", name=re.compile("JSON")).click()
    sir = from_json(json.loads(download.value.path().read_text("utf-8")))
    assert [node.text for node in sir.nodes[1:]] == ["Two porters carry the bed."]
    documents.keyboard.press("Escape")


def _it_is_deleted_only_after_that_was_confirmed(documents: Page) -> None:
    at_rest(documents).get_by_role("button", name="Delete", exact=True).click()
    sure = documents.get_by_role("button", name="Delete it for good")
    expect(sure).to_be_visible()
    at_rest(documents)
    documents.keyboard.press("Escape")
    expect(sure).to_be_hidden()
    listed(documents, "whole.pdf")
    at_rest(documents).get_by_role("button", name="Delete", exact=True).click()
    at_rest(documents)
    sure.click()
    expect(documents.get_by_role("heading", name="whole.pdf")).to_have_count(0)
    listed(documents, "whole.pdf", there=False)
