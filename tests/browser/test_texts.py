"""Plain text and tables on the pages Documents, Structure and Chunks."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import WAIT, at_rest, expect_in_sight, open_page

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

TEXT = Path(__file__).parents[1] / "core" / "chunking" / "three_step_texts" / "ferrox.txt"
TABLE = b'Medicine;Dose\nVelmatine;2,5 mg\n"Orlipan; mild";10 mg\n'


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
