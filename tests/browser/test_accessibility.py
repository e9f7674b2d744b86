"""What axe-core finds on every page, in both themes: nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.looking import WAIT, at_rest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""WCAG 2.2 up to level AA, and what axe recommends beside it."""
PAGES = ("Documents", "Structure", "Chunks", "Ask", "History", "Evaluate", "Settings", "Tour")
VIEWS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1280), ("dark", 1024))
"""Colours depend on the theme and sizes on the width, so two of the four pairs show both."""
ANSWERED = "When does the night store of Saint Brannoc open?"
UNANSWERED = "Which football club won the cup in Paris?"


def violations(page: Page) -> Iterator[str]:
    """What axe finds in the window as it is, light and wide, dark and narrow."""
    for scheme, width in VIEWS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 900})
        at_rest(page)
        report = Axe().run(page, options={"runOnly": {"type": "tag", "values": list(RULES)}})
        for violation in report.response["violations"]:
            yield f"{scheme}, {width}: {in_words(violation)}"


def opened(page: Page, address: str) -> Page:
    """The window, at this address, with a page drawn."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return at_rest(page)


def in_words(violation: dict[str, Any]) -> str:
    nodes = [f"{node['html'][:200]} {node['failureSummary']}" for node in violation["nodes"][:3]]
    return " ".join([violation["id"], violation["help"], *nodes])


@pytest.mark.parametrize("title", PAGES)
def test_a_page_over_an_empty_library_breaks_no_rule(
    page: Page, app_server: AppServer, title: str
) -> None:
    opened(page, f"{app_server.url}/{title.lower()}")
    assert list(violations(page)) == []


@pytest.mark.parametrize("title", PAGES)
def test_a_page_over_a_filled_library_breaks_no_rule(
    page: Page, prepared_server: AppServer, title: str
) -> None:
    opened(page, f"{prepared_server.url}/{title.lower()}")
    assert list(violations(page)) == []


@pytest.mark.parametrize("question", [ANSWERED, UNANSWERED])
def test_an_answer_and_a_refusal_break_no_rule(
    page: Page, prepared_server: AppServer, question: str
) -> None:
    field = opened(page, f"{prepared_server.url}/ask").get_by_placeholder("Ask the documents")
    field.fill(question)
    field.press("Enter")
    page.get_by_role("region", name="Pages of").or_(
        page.get_by_text("Nearest passages")
    ).first.wait_for(timeout=2 * WAIT)
    assert list(violations(page)) == []
