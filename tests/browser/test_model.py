"""A key entered on the settings page lets the model choose a route, and is seen nowhere again."""

from __future__ import annotations

from shutil import copytree
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import WAIT, at_rest, open_page
from tests.browser.serving import AppServer, log_of, running_app
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

KEY = "made-up-key-of-a-test"
MODEL = "gemini-2.5-flash"


@pytest.fixture(scope="module")
def service() -> Iterator[GeminiServer]:
    with GeminiServer() as serving:
        yield serving


@pytest.fixture(scope="module")
def app_with_service(
    indexed_samples: Path, tmp_path_factory: pytest.TempPathFactory, service: GeminiServer
) -> Iterator[AppServer]:
    """The app over two samples, without a key, and a service it could ask.

    They are indexed, so that no file goes while the test looks into all of them.
    """
    home = copytree(indexed_samples, tmp_path_factory.mktemp("keyless") / "home")
    with running_app(home, GEMINI_BASE_URL=service.url, GEMINI_API_KEY="") as app:
        yield app


def test_a_key_is_entered_tried_used_and_never_shown(
    page: Page, app_with_service: AppServer, service: GeminiServer
) -> None:
    url, home = app_with_service.url, app_with_service.home
    open_page(page, f"{url}/settings", "Settings")
    expect(page.get_by_text("No key", exact=True).last).to_be_visible(timeout=WAIT)
    field = at_rest(page).get_by_role("textbox", name="Key of the Gemini API")
    field.fill(KEY)
    page.get_by_role("button", name="Use key").click()
    expect(page.get_by_text("Key entered here").last).to_be_visible(timeout=WAIT)
    expect(field).to_have_value("")
    at_rest(page).get_by_role("button", name="Try it").click()
    expect(page.get_by_text(f"{MODEL} answered after").last).to_be_visible(timeout=WAIT)
    assert KEY not in page.content()

    assert {one.header("x-goog-api-key") for one in service.received} == {KEY}
    assert all(KEY not in one.path for one in service.received)
    assert KEY not in log_of(home).read_text(errors="replace")
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert not [path.name for path in kept if KEY.encode() in path.read_bytes()]
