"""From samples that come by themselves to an answer that fills the screen, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from components.selection.examples import answered
from core.workbench.first_start import note_read, samples_to_read
from sample_docs import READING_ORDER
from tests.browser.looking import WAIT, at_rest, box, window
from tests.browser.serving import AppServer, running_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


pytestmark = pytest.mark.browser

FIRST = "narrative.pdf"
QUESTION = answered({FIRST})[FIRST][0]


@pytest.fixture(scope="module")
def new_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The app over a new data folder, into which one of the samples comes by itself.

    The others would be read beside the test, for longer than it takes.
    """
    home: Path = tmp_path_factory.mktemp("new")
    assert samples_to_read(home, READING_ORDER) == READING_ORDER
    for name in READING_ORDER:
        if name != FIRST:
            note_read(home, name)
    with running_app(home, SIGHTLINE_SAMPLES="1") as server:
        yield server


def test_an_example_of_a_new_library_is_answered_and_its_lines_fill_the_screen(
    page: Page, new_server: AppServer
) -> None:
    page.goto(new_server.url)
    page.get_by_role("button", name=QUESTION).click(timeout=2 * WAIT)
    expect(page.get_by_role("button", name="Cited words").first).to_be_visible(timeout=2 * WAIT)
    at_rest(page).get_by_role("button", name="Present").click()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    expect(page.get_by_role("link", name="Documents", exact=True)).not_to_be_visible()
    expect(at_rest(page).locator(".st-key-presented-question")).to_have_text(QUESTION)
    pages, question = (
        box(page.locator(f".st-key-{name}")) for name in ("evidence-pages", "presented-question")
    )
    assert pages == window(page)._replace(top=pages.top)
    assert question.bottom <= pages.top < 50
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Documents", exact=True)).to_be_visible()
    at_rest(page).get_by_role("button", name="Start over").click()
    expect(page.get_by_role("heading", name="Documents", exact=True)).to_be_visible()
    expect(page).to_have_url(f"{new_server.url}/")
