"""Parts of a page that draw themselves anew leave in peace what stands below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import WAIT

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser


def test_what_stands_below_a_part_stays_when_that_is_drawn_at_once_after_the_page(
    page: Page, parts_server: AppServer
) -> None:
    page.goto(f"{parts_server.url}/redrawn")
    for drawing in range(3):
        expect(page.get_by_text(f"The part, drawing {drawing}").last).to_be_visible(timeout=WAIT)
        expect(page.get_by_text("The line below").last).to_be_visible()
        page.get_by_role("button", name="Draw").click()
