"""What axe-core finds on every page, and in what is opened on it, in both themes: nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.looking import WAIT, at_rest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""WCAG 2.2 up to level AA, and what axe recommends beside it."""
RULES_OF_LOOKS = (
    "button-name",
    "color-contrast",
    "link-in-text-block",
    "scrollable-region-focusable",
    "target-size",
)
"""What depends on the theme or on the width of the window, where buttons lose their words."""
PAGES = ("Documents", "History", "Settings", "Tour")
"""The others are looked at with what is opened on them."""
View = tuple[Literal["light", "dark"], int]
VIEWS: tuple[View, ...] = (("light", 1280), ("dark", 1024))
"""Colours depend on the theme and sizes on the width, so two of the four pairs show both."""
DARK = VIEWS[1:]
ANSWERED = "When does the night store of Saint Brannoc open?"
UNANSWERED = "Which football club won the cup in Paris?"


def violations(page: Page, views: Sequence[View] = VIEWS) -> Iterator[str]:
    """What axe finds in the window as it is, light and wide, dark and narrow."""
    for number, (scheme, width) in enumerate(views):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 900})
        at_rest(page)
        rules = {"type": "tag", "values": [*RULES]}
        if number:  # The others have just been looked at.
            rules = {"type": "rule", "values": [*RULES_OF_LOOKS]}
        for violation in broken(page, rules):
            yield f"{scheme}, {width}: {in_words(violation)}"


def broken(page: Page, rules: dict[str, Any]) -> list[dict[str, Any]]:
    """What axe finds by these rules. All elements that are in order it need not list."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    return page.evaluate("options => axe.run(options).then(({violations}) => violations)", options)


def after(page: Page, act: Callable[[], None]) -> Iterator[str]:
    """What axe finds once this was done, in the dark."""
    at_rest(page)
    act()
    yield from violations(page, DARK)


def pressed(page: Page, option: str) -> None:
    """The option of a switch is chosen."""
    page.get_by_role("radio", name=option).click()


def opened(page: Page, address: str) -> Page:
    """The window, at this address, with a page drawn."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return at_rest(page)


def on_pages(page: Page, titles: Sequence[str]) -> Iterator[str]:
    """What axe finds on these pages, gone to by their links in a window at the first one."""
    for title in titles:
        page.set_viewport_size({"width": VIEWS[0][1], "height": 900})
        at_rest(page).get_by_role("link", name=title, exact=True).click()
        expect(page).to_have_title(f"{title} · Sightline")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        yield from (f"{title}, {words}" for words in violations(page))


def in_words(violation: dict[str, Any]) -> str:
    nodes = [f"{node['html'][:200]} {node['failureSummary']}" for node in violation["nodes"][:3]]
    return " ".join([violation["id"], violation["help"], *nodes])


def test_pages_over_a_filled_library_break_no_rule(page: Page, prepared_server: AppServer) -> None:
    assert list(on_pages(opened(page, prepared_server.url), PAGES)) == []


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
    opened(page, f"{prepared_server.url}/structure")
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name="data_security_policy.pdf").click()
    at_rest(page)
    assert list(violations(page)) == []
    assert list(after(page, lambda: page.locator(".row").nth(4).click())) == []
    at_rest(page)
    pressed(page, "Selectable text")
    expect(page.frame_locator("iframe").get_by_text(re.compile(r"\w{4,}")).first).to_be_attached()
    assert list(violations(page, DARK)) == []
    assert list(after(page, lambda: pressed(page, "Inspection"))) == []


def test_chunks_and_what_is_opened_on_them_break_no_rule(
    page: Page, prepared_server: AppServer
) -> None:
    opened(page, f"{prepared_server.url}/chunks")
    assert list(violations(page)) == []
    page.get_by_role("tab", name="Export").click()
    table = page.get_by_role("button", name="Table").first
    assert list(after(page, table.click)) == []
    page.keyboard.press("Escape")
    assert list(after(page, lambda: page.get_by_text("Compare two settings").click())) == []


def test_an_evaluation_and_what_is_opened_on_it_break_no_rule(
    page: Page, prepared_server: AppServer
) -> None:
    opened(page, f"{prepared_server.url}/evaluate")
    assert list(violations(page)) == []
    assert list(after(page, lambda: pressed(page, "Ground truth"))) == []


def test_answers_menus_and_refusals_break_no_rule_and_are_in_sight_at_twice_the_size(
    page: Page, prepared_server: AppServer
) -> None:
    opened(page, f"{prepared_server.url}/ask")
    assert list(violations(page, DARK)) == []
    asked(page, ANSWERED)
    assert list(violations(page)) == []
    assert list(after(page, page.get_by_role("button", name="Link").click)) == []
    page.keyboard.press("Escape")
    assert list(after(page, page.get_by_role("button", name="Main menu").click)) == []
    page.set_viewport_size({"width": 640, "height": 400})
    page.reload()
    _checks_and_lines_are_in_sight_together(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    asked(page, UNANSWERED)
    expect(page.get_by_text("do not hold an answer").last).to_be_visible(timeout=2 * WAIT)
    assert list(violations(page)) == []


def _checks_and_lines_are_in_sight_together(page: Page) -> None:
    checks = page.locator(".checks[data-sight]")
    expect(checks).to_be_visible(timeout=2 * WAIT)
    mark = page.locator(".mark.chosen").first
    mark.scroll_into_view_if_needed()
    expect(mark).to_be_in_viewport(ratio=1)
    expect(checks).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-quote-line")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
