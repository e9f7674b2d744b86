"""Two strategies side by side in a browser: bars, steps by mouse and keys, lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import at_rest, box, boxes, open_page

if TYPE_CHECKING:
    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

TWO = "recipe=hierarchical,max_tokens%3D128&other=fixed,max_tokens%3D128"


@pytest.fixture
def beside(page: Page, prepared_server: AppServer) -> Page:
    """Both sides with the newest document, drawn."""
    open_page(page, f"{prepared_server.url}/chunks?{TWO}&page=1", "Chunks")
    expect(frames(page)).to_have_count(2)
    expect(page.locator('.mark[data-role^="cut"]').first).to_be_attached()
    return at_rest(page)


def frames(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("^Pages of "))


def chosen_bars(page: Page) -> list[str]:
    """The ids of the bars that are looked at, each side once."""
    return page.locator(".view").evaluate_all(
        "all => all.map(view => view.querySelector('.mark.chosen')?.dataset.id ?? '')"
    )


def test_differences_are_gone_through_by_button_and_keys_on_pages_and_in_lists(
    beside: Page,
) -> None:
    _settings_of_no_side_stand_beside_a_bar_that_scrolls_nothing(beside)
    _bars_of_both_and_of_one_look_different(beside)
    beside.get_by_role("button", name=re.compile("^Next difference")).click()
    expect(beside.locator(".mark.chosen").first).to_be_attached()
    at_rest(beside)
    one, other = chosen_bars(beside)
    assert one == other
    assert one.startswith("cut-")
    for number in (0, 1):
        frame = frames(beside).nth(number)
        assert box(frame).holds(boxes(frame.locator(".mark.chosen"))[0])
    expect(beside.get_by_text(re.compile(r"^1 of \d+ · Only [AB] cuts here")).last).to_be_visible()
    for keys, place in (("Alt+ArrowDown", 2), ("Alt+ArrowDown", 3), ("Alt+ArrowUp", 2)):
        at_rest(beside).keyboard.press(keys)
        expect(beside.get_by_text(re.compile(rf"^{place} of \d+ · Only")).last).to_be_visible()
    at_rest(beside)
    _the_lists_go_to_the_chunks_at_the_difference(beside)


def _settings_of_no_side_stand_beside_a_bar_that_scrolls_nothing(beside: Page) -> None:
    lines = beside.locator('[data-testid="stHorizontalBlock"][data-test-wrap="false"]')
    assert lines.count() >= 2
    bars = lines.evaluate_all("all => all.map(line => line.offsetWidth - line.clientWidth)")
    assert set(bars) == {0}


def _bars_of_both_and_of_one_look_different(beside: Page) -> None:
    looks = beside.locator('.mark[data-role^="cut"]').evaluate_all(
        "all => all.map(one => [one.dataset.role,"
        " getComputedStyle(one, '::before').borderBottomStyle])"
    )
    drawn = {tuple(look) for look in looks}
    assert drawn <= {("cut-both", "solid"), ("cut-one", "solid"), ("cut-other", "dashed")}
    assert len(drawn) > 1
    for role, words in (("cut-one", "only A cuts here"), ("cut-other", "only B cuts here")):
        if any(look[0] == role for look in looks):
            expect(beside.get_by_text(words, exact=True).last).to_be_visible()


def _the_lists_go_to_the_chunks_at_the_difference(beside: Page) -> None:
    beside.get_by_role("radio", name="Chunk lists").click()
    lists = beside.get_by_role("listbox", name=re.compile("^Chunks of "))
    expect(lists).to_have_count(2)
    at_rest(beside).get_by_role("button", name=re.compile("^Next difference")).click()
    at_rest(beside)
    for number in (0, 1):
        expect(lists.nth(number).locator('.row[aria-selected="true"]')).to_be_in_viewport()
    edges = beside.locator(".row").evaluate_all("all => all.map(one => one.dataset.edge ?? '')")
    assert set(edges) <= {"", "both", "one", "other"}
    assert {"one", "other"} & set(edges)
