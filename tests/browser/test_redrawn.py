"""Parts of a page that draw themselves anew leave in peace what stands below them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import WAIT
from tests.browser.serving import running_app

pytestmark = pytest.mark.browser

APP = Path(__file__).with_name("redrawn_app.py")


def test_what_stands_below_a_part_stays_when_that_is_drawn_at_once_after_the_page(
    page: Page, tmp_path: Path
) -> None:
    with running_app(tmp_path / "home", APP) as app:
        page.goto(app.url)
        for drawing in range(3):
            expect(page.get_by_text(f"The part, drawing {drawing}").last).to_be_visible(
                timeout=WAIT
            )
            expect(page.get_by_text("The line below").last).to_be_visible()
            page.get_by_role("button", name="Draw").click()
