"""What axe-core finds on every page, and in what is opened on it, in both themes: nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.looking import WAIT, at_rest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""WCAG 2.2 up to level AA, and what axe recommends beside it."""
OPTIONS = {"runOnly": {"type": "tag", "values": list(RULES)}, "resultTypes": ["violations"]}
"""Of what is in order axe need not list all elements, which takes longer than finding them."""
PAGES = ("Documents", "Structure", "Chunks", "Ask", "History", "Evaluate", "Settings", "Tour")
EMPTY = ("Documents", "Structure", "Ask", "Evaluate")
"""What is shown without documents: an invitation, and on all pages of documents the way there."""
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
        report = Axe().run(page, options=OPTIONS)
        for violation in report.response["violations"]:
            yield f"{scheme}, {width}: {in_words(violation)}"


def after(page: Page, act: Callable[[], None]) -> Iterator[str]:
    """What axe finds once this was done."""
    at_rest(page)
    act()
    yield from violations(page)


def pressed(page: Page, option: str) -> None:
    """The option of a switch is chosen."""
    page.get_by_role("radio", name=option).click()


def opened(page: Page, address: str) -> Page:
    """The window, at this address, with a page drawn."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return at_rest(page)


def in_words(violation: dict[str, Any]) -> str:
    nodes = [f"{node['html'][:200]} {node['failureSummary']}" for node in violation["nodes"][:3]]
    return " ".join([violation["id"], violation["help"], *nodes])


@pytest.mark.parametrize("title", EMPTY)
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


def test_what_is_opened_on_the_pages_of_a_document_breaks_no_rule(
    page: Page, prepared_server: AppServer
) -> None:
    opened(page, f"{prepared_server.url}/structure")
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name="data_security_policy.pdf").click()
    assert list(after(page, lambda: page.locator(".row").nth(4).click())) == []
    assert list(after(page, lambda: pressed(page, "Selectable text"))) == []
    assert list(after(page, lambda: pressed(page, "Inspection"))) == []
    opened(page, f"{prepared_server.url}/chunks")
    assert list(after(page, lambda: page.get_by_text("Compare two settings").click())) == []


def test_menus_and_popovers_break_no_rule(page: Page, prepared_server: AppServer) -> None:
    opened(page, f"{prepared_server.url}/chunks")
    page.get_by_role("tab", name="Export").click()
    table = page.get_by_role("button", name="Table").first
    assert list(after(page, table.click)) == []
    field = opened(page, f"{prepared_server.url}/ask").get_by_placeholder("Ask the documents")
    field.fill(ANSWERED)
    field.press("Enter")
    page.get_by_role("region", name="Pages of").wait_for(timeout=2 * WAIT)
    assert list(after(page, at_rest(page).get_by_role("button", name="Link").click)) == []
    page.keyboard.press("Escape")
    menu = page.get_by_role("button", name="Main menu")
    assert list(after(page, menu.click)) == []
    opened(page, f"{prepared_server.url}/evaluate")
    assert list(after(page, lambda: pressed(page, "Ground truth"))) == []


def test_at_twice_the_size_the_checks_and_the_lines_are_in_sight_together(
    page: Page, prepared_server: AppServer
) -> None:
    page.set_viewport_size({"width": 640, "height": 400})
    field = opened(page, f"{prepared_server.url}/ask").get_by_placeholder("Ask the documents")
    field.fill(ANSWERED)
    field.press("Enter")
    checks = page.locator(".checks[data-sight]")
    expect(checks).to_be_visible(timeout=2 * WAIT)
    mark = page.locator(".mark.chosen").first
    mark.scroll_into_view_if_needed()
    expect(mark).to_be_in_viewport(ratio=1)
    expect(checks).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-quote-line")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
