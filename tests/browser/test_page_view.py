"""The page view in a real browser: marks in place, clicks counted once, nothing left over."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import at_rest, boxes
from tests.components.test_style import contrast

if TYPE_CHECKING:
    from tests.browser.serving import AppServer


pytestmark = pytest.mark.browser

ZOOM_ON_THE_WAY = """scroll => scroll.addEventListener("scroll", () => {
  scroll.closest(".view").querySelector("[aria-label='Zoom in']").click();
}, { once: true })"""
"""Presses a button of the view in the first moment of a scroll."""


@pytest.fixture
def address(parts_server: AppServer) -> str:
    return f"{parts_server.url}/page_view"


@pytest.fixture
def view(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator(".page img").first).to_be_visible()
    return at_rest(page)


def mark(page: Page, name: str) -> Locator:
    return page.locator(f".mark[data-id={name}]").first


def box(locator: Locator) -> tuple[float, float, float, float]:
    found = locator.bounding_box()
    assert found
    return found["x"], found["y"], found["width"], found["height"]


def middle_of(locator: Locator) -> float:
    """How far below the window's upper edge the middle lies, in pixels."""
    _, top, _, height = box(locator)
    return top + height / 2


def share_of_page(page: Page, name: str) -> tuple[float, ...]:
    """Left, top, width and height of a mark as fractions of its page."""
    x, y, width, height = box(page.locator(".page", has=mark(page, name)))
    left, top, across, down = box(mark(page, name))
    found = ((left - x) / width, (top - y) / height, across / width, down / height)
    return tuple(round(part, 2) for part in found)


def test_zooming_keeps_marks_on_their_words_and_in_sight_what_is_chosen_or_in_the_middle(
    view: Page,
) -> None:
    for press in ("Zoom in", "Zoom in", "Zoom in", "Fit a whole page", "Fit the width"):
        view.get_by_role("button", name=press).click()
        assert share_of_page(view, "top") == (0.1, 0.1, 0.5, 0.03)
        assert share_of_page(view, "last") == (0.25, 0.5, 0.5, 0.05)
    scroll, line = view.locator(".scroll"), mark(view, "line")
    middle = middle_of(scroll)
    scroll.evaluate("(one, down) => { one.scrollTop += down }", middle_of(line) - middle)
    for press in ("Zoom in", "Zoom in", "Zoom in", "Zoom out", "Zoom out", "Zoom out"):
        view.get_by_role("button", name=press).click()
        assert middle_of(line) == pytest.approx(middle, abs=2)
    view.get_by_role("button", name="Choose the last").click()
    expect(mark(view, "last")).to_have_attribute("aria-pressed", "true")
    at_rest(view)
    view.get_by_role("button", name="Zoom in").click()  # whatever scrolled has ended by now
    place = middle_of(mark(view, "last"))
    for _ in range(4):
        view.get_by_role("button", name="Zoom in").click()
        assert middle_of(mark(view, "last")) == pytest.approx(place, abs=2)


SIZES = ((1000, 900), (1440, 500), (1700, 1000), (700, 600), (1440, 900))


def resize(page: Page, width: int, height: int) -> None:
    """Another size of the window, once the view has it and nothing moves any more."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    at_rest(page)


def frame_holds(page: Page, name: str) -> bool:
    _, top, _, height = box(page.locator(".scroll"))
    _, place, _, tall = box(mark(page, name))
    return top - 1 <= place and place + tall <= top + height + 1


def test_in_a_window_of_another_size_the_chosen_mark_stays_in_sight_or_what_was_scrolled_to(
    view: Page,
) -> None:
    view.get_by_role("button", name="Choose the last").click()
    expect(mark(view, "last")).to_have_attribute("aria-pressed", "true")
    expect(mark(view, "last")).to_be_in_viewport(ratio=1)
    for size in SIZES:
        resize(view, *size)
        assert frame_holds(view, "last"), size
    scroll, line = view.locator(".scroll"), mark(view, "line")
    scroll.hover()
    view.mouse.wheel(0, -10_000)
    expect(mark(view, "top")).to_be_in_viewport(ratio=1)
    scroll.evaluate("(one, down) => { one.scrollTop += down }", middle_of(line) - middle_of(scroll))
    for size in SIZES:
        resize(view, *size)
        assert middle_of(line) == pytest.approx(middle_of(scroll), abs=3), size


def test_a_window_of_another_size_while_the_frame_scrolls_to_a_mark_does_not_lose_it(
    view: Page,
) -> None:
    view.get_by_role("button", name="Choose the last").click()
    expect(mark(view, "last")).to_have_attribute("aria-pressed", "true")
    view.set_viewport_size({"width": 900, "height": 700})
    view.wait_for_timeout(600)  # nothing scrolls on
    assert frame_holds(view, "last")


def test_the_buttons_work_before_the_first_page_is_there(page: Page, address: str) -> None:
    page.add_init_script("HTMLImageElement.prototype.decode = () => new Promise(() => {})")
    page.goto(address)
    page.get_by_role("button", name="Zoom in").click()
    expect(page.get_by_text("125%").last).to_be_visible()


def test_zooming_while_the_frame_scrolls_to_a_mark_does_not_lose_it(view: Page) -> None:
    view.locator(".scroll").evaluate(ZOOM_ON_THE_WAY)
    view.get_by_role("button", name="Choose the last").click()
    expect(view.get_by_text("125%").last).to_be_visible()
    expect(mark(view, "last")).to_be_in_viewport(ratio=1)
    view.wait_for_timeout(600)  # nothing scrolls on
    expect(mark(view, "last")).to_be_in_viewport(ratio=1)


def test_a_chosen_mark_scrolls_into_the_frame_and_leaves_the_app_where_it_is(view: Page) -> None:
    _, above, _, _ = box(view.locator(".view"))
    view.get_by_role("button", name="Choose the last").click()
    expect(mark(view, "last")).to_have_attribute("aria-pressed", "true")
    expect(mark(view, "last")).to_be_in_viewport(ratio=1)
    _, top, _, height = box(view.locator(".scroll"))
    view.wait_for_timeout(600)  # the end of a smooth scroll
    _, place, _, tall = box(mark(view, "last"))
    assert top <= place <= place + tall <= top + height
    assert box(view.locator(".view"))[1] == above
    _all_lines_of_what_is_chosen_come_into_sight_though_some_are_there_already(view)


def _all_lines_of_what_is_chosen_come_into_sight_though_some_are_there_already(view: Page) -> None:
    lines = view.locator(".mark[data-id=parted]")
    lines.first.scroll_into_view_if_needed()
    view.locator(".scroll").evaluate("(scroll) => { scroll.scrollTop = 0 }")
    expect(lines.last).not_to_be_in_viewport(ratio=1)
    view.get_by_role("button", name="Choose the parted one").click()
    expect(lines.first).to_be_in_viewport(ratio=1)
    expect(lines.last).to_be_in_viewport(ratio=1)


def test_a_click_counts_once_and_a_second_one_reaches_the_mark_that_lies_below(view: Page) -> None:
    clicks = view.get_by_text("clicks:")
    mark(view, "top").click()
    expect(clicks).to_have_text("clicks: top@1")
    view.get_by_role("button", name="Draw again").click()
    at_rest(view)
    expect(clicks).to_have_text("clicks: top@1")
    mark(view, "top").click()
    expect(clicks).to_have_text("clicks: top@1 top@1")
    mark(view, "line").click()
    expect(clicks).to_have_text("clicks: top@1 top@1 line@1")
    mark(view, "over").click()
    expect(clicks).to_have_text("clicks: top@1 top@1 line@1 over@1")
    expect(mark(view, "over")).to_have_attribute("aria-pressed", "true")
    mark(view, "over").click()
    expect(clicks).to_have_text("clicks: top@1 top@1 line@1 over@1 under@1")
    _no_mark_of_the_first_document_is_seen_over_the_second_and_none_hides_a_word(at_rest(view))


def _no_mark_of_the_first_document_is_seen_over_the_second_and_none_hides_a_word(
    view: Page,
) -> None:
    # Records, at every change, whether marks and pictures of both documents were mixed.
    view.evaluate(
        """() => {
          const root = document.querySelector('[data-testid=stBidiComponentIsolated]').shadowRoot;
          window.mixed = [];
          new MutationObserver(() => {
            const pages = root.querySelectorAll('.page img').length;
            const other = root.querySelectorAll('.mark[data-id=other]').length;
            const whole = [...root.querySelectorAll('img')].every((img) => img.complete);
            if ((pages === 1) !== (other === 1) || !whole) window.mixed.push([pages, other]);
          }).observe(root, { childList: true, subtree: true });
        }"""
    )
    view.get_by_text("second", exact=True).click()
    expect(mark(view, "other")).to_be_visible()
    left, _, width, _ = box(view.locator(".badge"))
    first, second = (line.left for line in boxes(view.locator(".mark[data-id=indented]")))
    assert left + width <= second < first, "a number before both lines"
    mark(view, "lent").hover()  # a heading that was put in front
    expect(mark(view, "lent")).to_have_class(re.compile(r"\blit\b"))
    drawn_over = "mark => getComputedStyle(mark, '::before').backgroundColor"
    assert mark(view, "lent").evaluate(drawn_over) == "rgba(0, 0, 0, 0)"
    view.get_by_text("first", exact=True).click()
    expect(mark(view, "top")).to_be_visible()
    assert view.evaluate("window.mixed") == []
    expect(mark(view, "other")).to_have_count(0)


def test_marks_on_dark_parts_of_a_page_are_seen_as_on_white_ones(view: Page) -> None:
    view.get_by_text("dark", exact=True).click()
    expect(mark(view, "'dark own'")).to_be_visible()
    at_rest(view).get_by_role("button", name="Fit a whole page").click()
    assert view.locator(".mark.dark").count() == 2
    seen = Image.open(io.BytesIO(view.screenshot())).convert("RGB")
    for name in ("dark own", "light own"):
        x, y, width, height = box(mark(view, f"'{name}'"))
        inside = seen.getpixel((round(x + width - 8), round(y + height / 2)))
        outside = seen.getpixel((round(x + width + 8), round(y + height / 2)))
        assert contrast(_hex(inside), _hex(outside)) >= 1.3, name
    x, y, width, height = box(mark(view, "'dark heading'"))
    above = [_hex(seen.getpixel((round(x + width / 2), round(y) - up))) for up in range(10)]
    assert max(contrast(one, "#1f3864") for one in above) >= 3, "an outline"


def _hex(pixel: object) -> str:
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{part:02x}" for part in pixel)


def test_arrow_keys_lead_through_the_marks_as_they_are_read_and_the_tab_key_past_them(
    view: Page,
) -> None:
    view.locator(".scroll").focus()
    view.keyboard.press("Tab")
    expect(mark(view, "top")).to_be_focused()
    expect(view.locator(".tip")).to_have_text("Top lines")
    for name in ("under", "over", "parted", "line", "last"):
        view.keyboard.press("ArrowDown")
        expect(mark(view, name)).to_be_focused()
    view.keyboard.press("Home")
    expect(mark(view, "top")).to_be_focused()
    assert view.locator(".mark[tabindex='0']").count() == 1
    view.keyboard.press("Enter")
    expect(view.get_by_text("clicks:").last).to_have_text("clicks: top@1")
    expect(mark(view, "top")).to_be_focused()
    at_rest(view).keyboard.press("Tab")
    expect(view.locator(".mark:focus")).to_have_count(0)
    _a_pointer_over_a_mark_lights_all_of_its_lines_and_names_it(view)


def _a_pointer_over_a_mark_lights_all_of_its_lines_and_names_it(view: Page) -> None:
    expect(view.get_by_alt_text("Page 1 of first.pdf, 6 marked lines")).to_be_visible()
    expect(view.get_by_role("button", name="A line", exact=True)).to_have_count(1)
    mark(view, "top").hover()
    expect(view.locator(".tip")).to_have_text("Top lines")
    assert view.locator(".mark.lit").count() == 2
