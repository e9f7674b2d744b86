"""The first visitor after a start sees the app, wherever the link leads, and needs no network.

Here alone the app starts as people start it, and imports what it needs beside the first visit.
What is shown without documents breaks no rule of accessibility.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.copied_apps import started_anew
from tests.browser.looking import at_rest
from tests.browser.serving import running_app
from tests.browser.test_accessibility import seen_in, violations

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser


def test_a_link_to_a_page_opens_inside_the_app_and_asks_nothing_of_the_network(
    page: Page, tmp_path: Path
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with started_anew(), running_app(tmp_path / "home") as app:
        page.goto(f"{app.url}/structure")
        expect(page.get_by_text("The library is empty.").last).to_be_visible()
        expect(page.get_by_role("link", name="Documents", exact=True)).to_be_visible()
        expect(page).to_have_title("Structure · Sightline")
        assert violations(page) == []
        elsewhere = [url for url in asked if not url.startswith((app.url, "data:", "blob:"))]
        assert elsewhere == []
        at_rest(page).get_by_role("button", name="Go to Documents").click()
        expect(page.get_by_text("Nothing here yet.").last).to_be_visible()
        seen_in(page, "dark")
        assert violations(page) == []
