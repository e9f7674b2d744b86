"""What axe-core finds on every page, and in what is opened on it: nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.looking import WAIT, at_rest

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""WCAG 2.2 up to level AA, and what axe recommends beside it."""
Scheme = Literal["light", "dark"]
WIDTHS: dict[Scheme, int] = {"light": 1280, "dark": 1024}
"""Of the window, where buttons lose their words: so two of the four pairs show both."""
_RUN = """([within, options]) => axe.run(within || document, options)
  .then(({violations}) => violations)"""
OPENED = "[data-testid=stPopoverBody], [data-testid=stMainMenuPopover]"
ANSWERED = "When does the night store of Saint Brannoc open?"
UNANSWERED = "Which football club won the cup in Paris?"


def seen_in(page: Page, scheme: Scheme) -> None:
    """From now on the window is light and wide, or dark and narrow.

    Most of what axe looks for depends on neither, so a page is seen in one of them, and an answer,
    which has nearly all that other pages are made of, in both.
    """
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": WIDTHS[scheme], "height": 900})


def violations(page: Page, within: str = "") -> list[str]:
    """What axe finds in the window as it is, or in a part of it, once the app has drawn all.

    All elements that are in order it need not list, and nothing is loaded for it.
    """
    at_rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules = {"type": "tag", "values": [*RULES]}
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found = page.evaluate(_RUN, [within, options])
    return [in_words(violation) for violation in found]


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


def test_pages_over_a_filled_library_break_no_rule(page: Page, prepared_server: AppServer) -> None:
    seen_in(page, "light")
    opened(page, prepared_server.url)
    for title in ("Documents", "History", "Settings", "Tour"):
        at_rest(page).get_by_role("link", name=title, exact=True).click()
        expect(page).to_have_title(f"{title} · Sightline")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert violations(page) == [], title


def asked(page: Page, question: str) -> None:
    """A question is answered or refused."""
    field = at_rest(page).get_by_placeholder("Ask the documents")
    field.fill(question)
    field.press("Enter")
    page.get_by_text(question, exact=True).last.wait_for(timeout=WAIT)
    page.get_by_role("button", name=re.compile("^(Cited words|Nearest passage)")).first.wait_for(
        timeout=2 * WAIT
    )


def test_a_tree_and_what_is_opened_on_it_break_no_rule(
    page: Page, prepared_server: AppServer
) -> None:
    seen_in(page, "dark")
    opened(page, f"{prepared_server.url}/structure")
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name="data_security_policy.pdf").click()
    at_rest(page).locator(".row").nth(4).click()
    at_rest(page)
    pressed(page, "Selectable text")
    expect(page.frame_locator("iframe").get_by_text(re.compile(r"\w{4,}")).first).to_be_attached()
    assert violations(page) == []
    pressed(page, "Inspection")
    assert violations(page) == []


def test_chunks_and_what_is_opened_on_them_break_no_rule(
    page: Page, prepared_server: AppServer
) -> None:
    seen_in(page, "light")
    opened(page, f"{prepared_server.url}/chunks")
    assert violations(page) == []
    page.get_by_role("tab", name="Export").click()
    page.get_by_role("button", name="Table").first.click()
    assert violations(page, OPENED) == []
    page.keyboard.press("Escape")
    at_rest(page).get_by_text("Compare two settings").click()
    assert violations(page) == []


def test_an_evaluation_and_what_is_opened_on_it_break_no_rule(
    page: Page, prepared_server: AppServer
) -> None:
    seen_in(page, "dark")
    opened(page, f"{prepared_server.url}/evaluate")
    assert violations(page) == []
    pressed(page, "Ground truth")
    assert violations(page) == []


def test_answers_menus_and_refusals_break_no_rule_and_are_in_sight_at_twice_the_size(
    page: Page, prepared_server: AppServer
) -> None:
    seen_in(page, "dark")
    opened(page, f"{prepared_server.url}/ask")
    assert violations(page) == []
    asked(page, ANSWERED)
    assert violations(page) == []
    page.get_by_role("button", name="Link").click()
    assert violations(page, OPENED) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Main menu").click()
    assert violations(page, OPENED) == []
    page.set_viewport_size({"width": 640, "height": 400})
    page.reload()
    _checks_and_lines_are_in_sight_together(page)
    _the_first_press_of_tab_leads_to_the_field_for_questions(page)
    seen_in(page, "light")
    assert violations(page) == []
    asked(page, UNANSWERED)
    expect(page.get_by_text("No answer was found").last).to_be_visible(timeout=2 * WAIT)
    assert violations(page) == []


def _the_first_press_of_tab_leads_to_the_field_for_questions(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the question box")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_placeholder("Ask the documents")).to_be_focused()


def _checks_and_lines_are_in_sight_together(page: Page) -> None:
    checks = page.locator(".checks[data-sight]")
    expect(checks).to_be_visible(timeout=2 * WAIT)
    mark = page.locator(".mark.chosen").first
    mark.scroll_into_view_if_needed()
    expect(mark).to_be_in_viewport(ratio=1)
    expect(checks).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-quote-line")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
