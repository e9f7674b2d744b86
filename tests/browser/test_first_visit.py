"""The first visitor after a start sees the app, wherever the link leads, and needs no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import at_rest

if TYPE_CHECKING:
    from tests.browser.conftest import AppServer

pytestmark = pytest.mark.browser


def test_a_link_to_a_page_opens_inside_the_app_and_asks_nothing_of_the_network(
    page: Page, app_server: AppServer
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{app_server.url}/structure")
    expect(page.get_by_text("The library is empty.").last).to_be_visible()
    expect(page.get_by_role("link", name="Documents", exact=True)).to_be_visible()
    expect(page).to_have_title("Structure · Sightline")
    elsewhere = [url for url in asked if not url.startswith((app_server.url, "data:", "blob:"))]
    assert elsewhere == []
    at_rest(page).get_by_role("button", name="Go to Documents").click()
    expect(page.get_by_text("Nothing here yet.").last).to_be_visible()
