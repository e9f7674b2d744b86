"""Structure as people see it: a class that is corrected by hand, and taken back."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

from tests.browser.looking import WAIT, at_rest, open_page

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser


def structure(page: Page, server: AppServer, name: str) -> Page:
    """The page Structure of a document of the library."""
    records = server.home.glob("documents/*/document.json")
    known = (json.loads(path.read_bytes()) for path in records)
    sha = next(record["sha"] for record in known if name in record["names"])
    page.set_default_timeout(2 * WAIT)
    return at_rest(open_page(page, f"{server.url}/structure?document={sha}", "Structure"))


def show(page: Page, look: str) -> None:
    """One of the looks that a segmented control offers."""
    at_rest(page).get_by_role("radio", name=look, exact=True).or_(
        page.get_by_role("button", name=look, exact=True)
    ).first.click()


def choose(page: Page, label: str, option: str) -> None:
    """An option of a list that opens."""
    wanted = page.get_by_role("option", name=option, exact=True)
    at_rest(page).get_by_role("combobox", name=label).focus()
    # A list that opens while the page is still drawn may close again, also under the click.
    for _ in range(10):
        if not wanted.is_visible():
            page.keyboard.press("ArrowDown")
        with suppress(NotInTime):
            wanted.click(timeout=1000)
            return
    wanted.click()


def row(page: Page, label: str) -> Locator:
    """A line of the outline."""
    return page.get_by_role("treeitem", name=re.compile(re.escape(label))).first


def test_a_correction_changes_the_tree_outlives_a_reload_and_is_taken_back(
    page: Page, prepared_server: AppServer
) -> None:
    structure(page, prepared_server, "data_security_policy.pdf")
    heading = row(page, "Article 1 Purpose")
    at_rest(page)
    heading.click()
    expect(heading).to_have_class(re.compile("section"))
    expect(page.locator(".mark[aria-pressed=true]").first).to_be_visible(timeout=WAIT)
    at_rest(page).get_by_text("Correct this element").click()
    choose(page, "Class", "Paragraph")
    at_rest(page).get_by_role("button", name="Apply", exact=True).click()
    expect(page.get_by_role("tab", name="Corrections (1)")).to_be_visible(timeout=WAIT)
    expect(row(page, "Article 1 Purpose")).not_to_have_class(re.compile("section"))

    page.reload()
    expect(row(page, "Article 1 Purpose")).not_to_have_class(re.compile("section"))
    at_rest(page).get_by_role("tab", name="Corrections (1)").click()
    at_rest(page).get_by_role("button", name="Undo", exact=True).click()
    at_rest(page).get_by_role("tab", name="Outline").click()
    expect(row(page, "Article 1 Purpose")).to_have_class(re.compile("section"), timeout=WAIT)
