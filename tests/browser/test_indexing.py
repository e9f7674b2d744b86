"""Documents are indexed behind the pages, and other settings take over once they are, too."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock
from playwright.sync_api import Locator, Page, expect

from core.chunking import make_options
from core.configuration import Configuration
from core.configuration.address import to_address
from core.indexing.index_names import folder_name
from tests.browser.conftest import PREPARED
from tests.browser.looking import WAIT, at_rest, open_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

OTHER = Configuration("hierarchical", make_options("hierarchical", {"max_tokens": 96}), "hashing")
LEVELS = "Which data must never be sent by e-mail?"
STORE = "When does the night store of Saint Brannoc open?"
BEFORE = re.compile("Answers come from the settings before")


@contextmanager
def held_index(home: Path, config: Configuration) -> Iterator[None]:
    """Keeps the app from writing an index, as another process that writes it."""
    folder = home / "index" / folder_name(config.variant)
    folder.mkdir(parents=True)
    with FileLock(folder / "store.lock"):
        yield


def ready(page: Page) -> Locator:
    table = page.get_by_role("table", name="Documents of the library")
    return table.get_by_role("cell", name="ready to ask", exact=True)


def ask(page: Page, question: str) -> None:
    field = page.get_by_placeholder("Ask the documents")
    field.fill(question)
    field.press("Enter")


def expect_citations(page: Page, count: int) -> None:
    """As many questions that were answered, each with its citations."""
    first = page.get_by_role("button", name=re.compile(r"^(pageview )?\[1\]"))
    expect(first).to_have_count(count, timeout=2 * WAIT)


def test_what_was_read_is_indexed_and_other_settings_take_over_once_they_are(
    page: Page, hashing_server: AppServer
) -> None:
    documents = open_page(page, hashing_server.url, "Documents")
    expect(ready(documents)).to_have_count(len(PREPARED), timeout=2 * WAIT)
    note: bytes = b"The lamp of the north pier is lit at seven, and put out at dawn by the warden."
    documents.locator("input[type=file]").set_input_files(
        {"name": "lamp.txt", "mimeType": "text/plain", "buffer": note}
    )
    expect(ready(documents)).to_have_count(len(PREPARED) + 1, timeout=2 * WAIT)
    expect(documents.get_by_role("button", name="Cancel indexing")).to_have_count(0)
    desk = open_page(page, f"{hashing_server.url}/ask?recipe={to_address(OTHER)}", "Ask")
    with held_index(hashing_server.home, OTHER):
        at_rest(desk).locator(".st-key-ask-settings button").first.click()
        desk.get_by_role("button", name="Take over from Chunks").click()
        desk.keyboard.press("Escape")
        expect(desk.get_by_text(BEFORE).last).to_be_visible(timeout=WAIT)
        ask(desk, STORE)
        expect_citations(desk, 1)
        expect(desk.get_by_text(BEFORE).last).to_be_visible()
        desk.get_by_role("button", name="Use the new ones now").click()
        expect(desk.get_by_text(BEFORE)).to_have_count(0, timeout=WAIT)
    ask(at_rest(desk), LEVELS)
    expect_citations(desk, 2)
    expect(desk.get_by_text(BEFORE)).to_have_count(0)
