"""The page Chunks as people use it: settings, lines, chunks over two pages, another document."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from sample_docs.catalogue import FOLDER
from tests.browser.delayed import Delayed
from tests.browser.looking import WAIT, at_rest, boxes, expect_in_sight, open_page, window

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

MEASURED = re.compile(r"median \d+ · largest \d+ tokens")
"""The line on the chunks that are shown; the one below it is on those before."""


@pytest.fixture
def chunks(page: Page, prepared_server: AppServer) -> Page:
    """The page with the newest document, drawn."""
    open_page(page, f"{prepared_server.url}/chunks", "Chunks")
    expect(page.get_by_role("img", name=re.compile("^Page 1 of oddities.pdf"))).to_be_visible(
        timeout=WAIT
    )
    return at_rest(page)


def opened(page: Page, server: AppServer, name: str, recipe: str) -> Page:
    """The page with a sample that is cut by a recipe, drawn."""
    document = sha256((FOLDER / name).read_bytes()).hexdigest()
    address = f"{server.url}/chunks?document={document}&recipe={recipe}"
    return at_rest(open_page(page, address, "Chunks"))


def choose_document(page: Page, name: str) -> None:
    at_rest(page).get_by_role("combobox", name=re.compile("Document")).click()
    page.get_by_role("option", name=name).click()
    expect(page.locator(".page img").first).to_have_attribute(
        "alt", re.compile(f"of {re.escape(name)},"), timeout=WAIT
    )
    at_rest(page)


def options(page: Page) -> Locator:
    return page.get_by_role("listbox", name=re.compile("^Chunks of ")).get_by_role("option")


def lines_by_chunk(page: Page) -> list[list[str | None]]:
    """The chunk that every mark on the page leads to, with the places of the marks."""
    return page.locator(".mark.own").evaluate_all(
        "all => all.map(one => [one.dataset.id, one.style.cssText])"
    )


def test_moving_n_and_another_strategy_mark_other_lines_and_the_way_back_leads_to_those_before(
    chunks: Page,
) -> None:
    before, count = lines_by_chunk(chunks), options(chunks).count()
    slider = chunks.get_by_role("slider", name=re.compile("^N: maximum tokens"))
    slider.focus()
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "64")
    expect(chunks.get_by_text(MEASURED).last).to_contain_text(
        re.compile(r"largest ([1-5]?\d|6[0-4]) tokens"), timeout=WAIT
    )
    at_rest(chunks)
    assert options(chunks).count() > count
    expect(chunks.locator(f'.mark[data-id="{before[0][0]}"]')).to_have_count(0)
    after = lines_by_chunk(chunks)
    assert len({one[0] for one in after}) > len({one[0] for one in before})
    expect(chunks).to_have_url(re.compile("max_tokens%3D64"))
    chunks.go_back()
    at_rest(chunks)
    expect(slider).to_have_attribute("aria-valuetext", "128")
    expect(chunks).not_to_have_url(re.compile("max_tokens%3D64"))
    _a_strategy_is_chosen_with_the_keyboard(chunks)


def _a_strategy_is_chosen_with_the_keyboard(chunks: Page) -> None:
    at_rest(chunks)  # the way back is drawn as well: keys of a field that is replaced are lost
    chosen = chunks.get_by_role("combobox", name=re.compile("Strategy"))
    chosen.focus()
    chosen.press("ArrowDown")
    chosen.type("heading-anch")
    chunks.get_by_role("option", name=re.compile("Heading-anchored")).wait_for(timeout=WAIT)
    chosen.press("Enter")
    expect(chunks).to_have_url(re.compile("recipe=heading_anchored"), timeout=WAIT)
    budget = chunks.get_by_role("list", name="Budget of a chunk")
    expect(budget).to_contain_text("840 tokens", timeout=WAIT)
    limit = chunks.get_by_role("spinbutton", name="TPM: tokens a minute")
    at_rest(chunks)
    limit.fill("50000")
    limit.press("Enter")
    expect(budget).to_contain_text("306 tokens", timeout=WAIT)
    expect(chunks).to_have_url(re.compile("tokens_per_minute%3D50000"))


def test_what_is_pressed_last_holds_although_answers_are_late(
    page: Page, prepared_server: AppServer
) -> None:
    late = Delayed(page)
    config = "recursive%2Cmax_tokens%3D128%2Coverlap%3D0.2"
    open_page(page, f"{prepared_server.url}/chunks?recipe={config}", "Chunks")
    slider = at_rest(page).get_by_role("slider", name=re.compile("^N: maximum tokens"))
    for keys, size in ((["ArrowRight", "ArrowLeft"], "128"), (["ArrowRight"] * 4, "512")):
        slider.focus()
        late.hold()
        for key in keys:
            sent = late.requests
            slider.press(key)
            late.wait_for_request(sent)
        late.release()
        at_rest(page)
        expect(slider).to_have_attribute("aria-valuetext", size)
        expect(page).to_have_url(re.compile(f"max_tokens(=|%3D){size}%"))
        expect(page.get_by_text(f"N = {size} tokens").last).to_be_visible()
        largest = page.get_by_text(MEASURED).inner_text()
        assert int(size) / 2 < int(re.findall(r"largest\s+(\d+)", largest)[0]) <= int(size)


def test_every_chunk_of_a_long_list_is_reached_with_the_keyboard(
    page: Page, prepared_server: AppServer
) -> None:
    recipe = "fixed%2Cmax_tokens%3D16%2Coverlap%3D0.5"
    chunks = opened(page, prepared_server, "data_security_policy.pdf", recipe)
    figures = chunks.get_by_text(re.compile(r"\d+ chunks · mean")).inner_text()
    count = int(re.findall(r"([\d,]+)\s+chunks", figures)[0].replace(",", ""))
    assert count > 320
    expect(options(chunks)).to_have_count(count)
    options(chunks).first.click()
    at_rest(chunks)
    options(chunks).first.press("End")
    last = chunks.locator('[role="option"][aria-selected="true"]')
    expect(last).to_have_attribute("aria-label", re.compile(f"^Chunk {count},"))
    expect(last).to_be_in_viewport(ratio=0.95)  # half a pixel may be cut off
    expect(chunks.locator(".mark.own.chosen").first).to_be_in_viewport(ratio=1)
    link = chunks.url
    chunks.goto("about:blank")
    open_page(chunks, link, "Chunks")
    expect(last).to_have_attribute("aria-label", re.compile(f"^Chunk {count},"))
    expect(last).to_be_in_viewport(ratio=0.95)  # half a pixel may be cut off
    expect(chunks.locator(".mark.own.chosen").first).to_be_in_viewport(ratio=1)


def test_lines_lead_to_their_chunks_and_another_document_never_wears_those_of_the_one_before(
    chunks: Page,
) -> None:
    _the_first_lines_are_in_sight_at_once_and_a_click_on_a_line_chooses_its_chunk(chunks)
    # Notes, at every change, whether a mark of the first document lies on a page of the second.
    old = sorted({str(one[0]) for one in lines_by_chunk(chunks)})
    chunks.locator(".sheets").evaluate(
        """(sheets, old) => {
          window.mixed = [];
          window.seen = 0;
          new MutationObserver(() => {
            window.seen += 1;
            for (const page of sheets.querySelectorAll(".page")) {
              const first = page.querySelector("img").alt.includes("oddities.pdf");
              for (const mark of page.querySelectorAll(".mark"))
                if (old.includes(mark.dataset.id) !== first) window.mixed.push(mark.dataset.id);
            }
          }).observe(sheets, { childList: true, subtree: true, attributes: true });
        }""",
        old,
    )
    choose_document(chunks, "data_security_policy.pdf")
    expect(chunks.locator(".mark").first).to_be_visible()
    assert chunks.evaluate("window.seen") > 0
    assert chunks.evaluate("window.mixed") == []
    assert not {str(one[0]) for one in lines_by_chunk(chunks)} & set(old)
    _a_chunk_over_two_pages_is_shown_on_both(chunks)


def _the_first_lines_are_in_sight_at_once_and_a_click_on_a_line_chooses_its_chunk(
    chunks: Page,
) -> None:
    assert window(chunks).holds(boxes(chunks.locator(".mark.own"))[0])
    _the_ends_of_a_slider_stand_clear_of_what_it_comes_to(chunks)
    line = chunks.locator(".mark.own").last
    chunk = line.get_attribute("data-id")
    line.click()
    expect(chunks.locator(f'.mark[data-id="{chunk}"]').first).to_have_attribute(
        "aria-pressed", "true", timeout=WAIT
    )
    chosen = options(chunks).and_(chunks.locator('[aria-selected="true"]'))
    expect(chosen).to_have_attribute("data-id", chunk or "")
    expect(chosen).to_be_in_viewport(ratio=1)


def _the_ends_of_a_slider_stand_clear_of_what_it_comes_to(chunks: Page) -> None:
    chunks.get_by_test_id("stSlider").first.hover()
    ends = chunks.get_by_test_id("stSliderTickBar").first
    expect(ends).to_have_css("opacity", "1")
    leading = 6  # Pixels of either line that its letters leave free.
    (above,), (below,) = boxes(ends), boxes(chunks.get_by_text("N = 128 tokens"))
    assert above.bottom - below.top <= leading


def _a_chunk_over_two_pages_is_shown_on_both(chunks: Page) -> None:
    choose_document(chunks, "narrative.pdf")
    chunk = options(chunks).filter(has_text=re.compile(r"p\. 2–3")).first
    chunk.click()
    for number in (2, 3):
        sheet = chunks.locator(f'.page[data-page="{number}"]')
        expect(sheet.locator(".mark.chosen").first).to_be_attached(timeout=WAIT)
    expect(chunks.locator(".page")).to_have_count(2)
    first = chunks.locator('.page[data-page="2"] .mark.chosen')
    expect_in_sight(chunks, first)
    last = chunks.locator('.page[data-page="3"] .mark.chosen')
    last.last.scroll_into_view_if_needed()
    expect_in_sight(chunks, last)
