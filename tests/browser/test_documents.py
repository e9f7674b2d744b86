"""Adding and deleting files on the page Documents, also files that cannot be used, and texts."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pymupdf
import pytest
from playwright.sync_api import FilePayload, Page, expect
from pymupdf import mupdf

from benchmarks.stand_in import Asked, answer
from core.sir_io import from_json
from tests.browser.looking import WAIT, at_rest, expect_in_sight, open_page
from tests.browser.serving import AppServer, running_app
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.llm.base import Reply

pytestmark = pytest.mark.browser

PASSWORD = "open sesame"
TEXT = Path(__file__).parents[1] / "core" / "chunking" / "three_step_texts" / "ferrox.txt"
TABLE = b'Medicine;Dose\nVelmatine;2,5 mg\n"Orlipan; mild";10 mg\n'


def one_page(text: str, **how: object) -> bytes:
    with pymupdf.open() as pdf:
        pdf.new_page().insert_text((72, 72), text)
        return pdf.tobytes(**how)


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
def documents(page: Page, app_server: AppServer) -> Page:
    return at_rest(open_page(page, app_server.url, "Documents"))


@pytest.fixture
def slow_reader(tmp_path: Path) -> Iterator[AppServer]:
    """The app with a model that is to choose how files are read, one by one, and says nothing."""
    ended = Event()

    def respond(asked: Asked) -> Reply | str:
        ended.wait()
        return answer(asked)

    with (
        GeminiServer(respond) as service,
        running_app(
            tmp_path / "home",
            GEMINI_BASE_URL=service.url,
            GEMINI_API_KEY="made-up",
            SIGHTLINE_MODEL_SECONDS="600",
            SIGHTLINE_PARSE_WORKERS="1",
        ) as app,
    ):
        yield app
        ended.set()


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


def test_an_encrypted_file_asks_for_its_password_until_it_is_right(documents: Page) -> None:
    locked = one_page(
        "Nine keys hang here.", encryption=mupdf.PDF_ENCRYPT_AES_256, user_pw=PASSWORD
    )
    upload(documents, locked=locked)
    field = documents.get_by_label("Password of locked.pdf")
    expect(field).to_be_visible(timeout=WAIT)
    expect(documents.get_by_role("heading", name="locked.pdf")).to_have_count(0)
    at_rest(documents)
    field.fill("wrong")
    documents.get_by_role("button", name="Unlock and add").click()
    message(documents, re.compile(r"^locked\.pdf: the password is wrong"))
    at_rest(documents)
    field.fill(PASSWORD)
    field.press("Enter")
    message(documents, re.compile(r"locked\.pdf is in the library: 1 page"))
    listed(documents, "locked.pdf")


def test_files_that_are_read_can_be_watched_and_cancelled_from_any_window(
    page: Page, slow_reader: AppServer
) -> None:
    documents = at_rest(open_page(page, slow_reader.url, "Documents"))
    upload(
        documents, first=one_page("First."), second=one_page("Second."), third=one_page("Third.")
    )
    message(documents, re.compile("^0 of 3 files are done"))
    other = open_page(documents.context.new_page(), slow_reader.url, "Documents")
    message(other, "third.pdf: waiting")
    row = other.get_by_test_id("stHorizontalBlock").filter(has_text="third.pdf: waiting")
    row.get_by_role("button", name="Cancel", exact=True).last.click()
    message(documents, re.compile(r"third\.pdf: cancelled"))
    documents.get_by_role("link", name="Settings").click()
    expect(documents.get_by_role("heading", name="Limits")).to_be_visible(timeout=WAIT)
    documents.get_by_role("link", name="Documents").click()
    documents.get_by_role("button", name="Cancel all").click()
    message(documents, re.compile(r"second\.pdf: cancelled"))  # so the click was heard
    message(documents, re.compile(r"first\.pdf: cancelled"))  # though the model has not answered
    message(other, re.compile(r"first\.pdf: cancelled"))
    listed(documents, "first.pdf", there=False)
    at_rest(documents).get_by_role("button", name="Dismiss").click()
    expect(documents.get_by_text("cancelled")).to_have_count(0)


def test_a_text_and_a_table_are_added_shown_and_cut(page: Page, app_server: AppServer) -> None:
    at_rest(open_page(page, app_server.url, "Documents"))
    page.locator("input[type=file]").set_input_files([
        {"name": "lamps.txt", "mimeType": "text/plain", "buffer": TEXT.read_bytes()},
        {"name": "doses.csv", "mimeType": "text/csv", "buffer": TABLE},
    ])  # fmt: skip
    rows = page.get_by_role("table", name="Documents of the library").get_by_role("row")
    expect(rows.filter(has_text="lamps.txt")).to_contain_text("plain text", timeout=WAIT)
    expect(rows.filter(has_text="doses.csv")).to_contain_text("plain text", timeout=WAIT)

    # Which of two files arrives last is up to the browser.
    doses = sha256(TABLE).hexdigest()
    open_page(page, f"{app_server.url}/structure?document={doses}", "Structure")
    expect(
        page.get_by_text("read from the file itself, which needs no Inspector").last
    ).to_be_visible(timeout=WAIT)
    expect(page.get_by_text("Orlipan; mild", exact=True).last).to_be_visible(timeout=WAIT)

    at_rest(open_page(page, f"{app_server.url}/chunks", "Chunks"))
    page.get_by_role("combobox", name=re.compile("Document")).click()
    page.get_by_role("option", name="lamps.txt").click()
    at_rest(page).get_by_role("combobox", name=re.compile("Strategy")).click()
    page.get_by_role("option", name=re.compile("^Three steps")).click()
    expect(page.get_by_text("5 paragraphs, 10 topics, 7 chunks").last).to_be_visible(timeout=WAIT)
    chunks = page.get_by_role("listbox", name=re.compile("^Chunks of ")).get_by_role("option")
    expect(chunks).to_have_count(7, timeout=WAIT)
    at_rest(page)
    chunks.nth(3).click()
    expect_in_sight(page, page.locator(".mark.chosen"))
