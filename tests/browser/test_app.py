"""What a browser does with the app's answers: hostile links, the policy of its pages, the dark."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from sample_docs import SAMPLES
from tests.browser.looking import at_rest, box, open_page
from tests.browser.printing import DARK

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

POLICY = next(sample for sample in SAMPLES if sample.file_name == "data_security_policy.pdf")
pytestmark = pytest.mark.browser

_ASKED = """async () => {
  const refused = [];
  addEventListener("securitypolicyviolation", event => refused.push(event.effectiveDirective));
  document.body.append(Object.assign(new Image(), {src: "http://127.0.0.1:9/x.png"}));
  document.body.insertAdjacentHTML("beforeend", "<iframe src='http://127.0.0.1:9/'></iframe>");
  await fetch("http://127.0.0.1:9/").catch(() => 0);
  await new Promise(done => setTimeout(done, 500));
  return refused.sort();
}"""


def test_the_first_page_is_found_by_its_name(page: Page, prepared_server: AppServer) -> None:
    answer = page.request.get(f"{prepared_server.url}/documents?look=questions")
    assert (answer.status, answer.url) == (200, f"{prepared_server.url}/?look=questions")


def test_the_title_stays_where_it_is_from_page_to_page(
    page: Page, prepared_server: AppServer
) -> None:
    at_rest(open_page(page, prepared_server.url, "Documents"))
    places = set()
    for title in ("Documents", "Structure", "History", "Evaluate", "Settings"):
        at_rest(page).get_by_role("link", name=title, exact=True).click()
        heading = page.get_by_role("heading", name=title, exact=True, level=1)
        heading.wait_for()
        at_rest(page)
        places.add((box(heading).left, box(heading).top))
    assert len(places) == 1
    open_page(page, f"{prepared_server.url}/people", "People")
    expect(page.get_by_text("Nobody signs in here")).to_be_visible()


def test_why_a_number_is_not_taken_stands_below_its_field(
    page: Page, prepared_server: AppServer
) -> None:
    at_rest(open_page(page, f"{prepared_server.url}/settings", "Settings"))
    field = page.get_by_role("spinbutton", name="Most pages")
    field.fill("9" * 20)
    field.blur()
    words = page.get_by_text("above the allowed range")
    words.wait_for(state="attached")
    shown = box(words)
    assert box(field).bottom <= shown.top < shown.bottom - 10
    expect(words).to_have_css("clip", "auto")


def test_the_viewer_keeps_to_the_policy_and_each_click_on_a_box_chooses_its_chunk(
    page: Page, prepared_server: AppServer
) -> None:
    document = hashlib.sha256(POLICY.path.read_bytes()).hexdigest()
    at_rest(open_page(page, f"{prepared_server.url}/chunks?document={document}&page=3", "Chunks"))
    page.get_by_role("radio", name="Selectable text").click()
    viewer = page.frame_locator("iframe")
    expect(viewer.get_by_text(re.compile(r"\w{4,}")).first).to_be_attached()
    boxes = viewer.locator("[id^=annotation-]")
    for box_number in (0, -1, 0):  # the same box again, after another one
        before = page.url
        at_rest(page)
        expect(boxes.nth(box_number)).to_be_visible()
        boxes.nth(box_number).click(force=True)
        expect(page).not_to_have_url(before)
        assert "chunk=" in page.url
        expect(page.locator(".row[aria-selected=true]")).to_have_count(1)


def test_a_page_of_the_app_can_ask_nobody_else(
    profile: BrowserContext, prepared_server: AppServer
) -> None:
    page = profile.new_page()
    open_page(page, prepared_server.url, "Documents")
    assert page.evaluate(_ASKED) == ["connect-src", "frame-src", "img-src"]
    page.close()


def test_dark_stays_dark_on_every_page(page: Page, prepared_server: AppServer) -> None:
    page.goto(f"{prepared_server.url}/structure")
    page.get_by_role("button", name="Light/dark").click()
    ground = expect(page.locator(".stApp"))
    ground.to_have_css("background-color", DARK)
    page.goto(f"{prepared_server.url}/chunks")
    expect(page.get_by_role("button", name="Light/dark")).to_be_visible()
    now = page.locator(".stApp").evaluate("app => getComputedStyle(app).backgroundColor")
    assert now == DARK
    page.get_by_role("button", name="Light/dark").click()
    ground.not_to_have_css("background-color", DARK)
