"""Texts of documents, people and models are shown verbatim, and lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.foreign_texts import TEXTS
from tests.browser.looking import WAIT, at_rest

if TYPE_CHECKING:
    from tests.browser.serving import AppServer


pytestmark = pytest.mark.browser

_SHOWN = """at => [...document.querySelectorAll(`.st-key-text-${at} :is(
  [data-testid=stMarkdownContainer], [data-testid=stCaptionContainer], td)`)]
  .filter(one => !one.querySelector("table")).map(one => one.textContent.trim())"""
_MADE = """() => [...document.querySelectorAll(
  "[class*=st-key-text-] :is(a, img:not([alt=error]), code, .katex, em em, li li, hr)")]
  .map(one => one.outerHTML)"""


EDGES = """words => {
  const at = place => {
    const range = document.createRange();
    range.setStart(words.firstChild, place);
    range.setEnd(words.firstChild, place + 1);
    return range.getBoundingClientRect();
  };
  const number = words.textContent.indexOf("15");
  return [at(0).right, at(number).left, words.getBoundingClientRect().right];
}"""
"""Where a text begins and where its number stands, and the right edge of what holds it."""


def test_every_text_is_shown_to_the_letter_wherever_markdown_is_read(
    page: Page, parts_server: AppServer
) -> None:
    page.goto(f"{parts_server.url}/foreign_text")
    expect(page.get_by_text("All are drawn.").last).to_be_visible(timeout=2 * WAIT)
    at_rest(page)
    for at, text in enumerate(TEXTS):
        shown = page.evaluate(_SHOWN, at)
        assert len(shown) >= 10
        assert {*shown} - {"Choice", "a"} == {text}
    assert page.evaluate(_MADE) == []
    at_rest(page)
    for words in ("blockquote", "[role=treeitem] .label"):
        begin, number, edge = page.locator(words).first.evaluate(EDGES)
        assert number < begin, words
        assert edge - 30 < begin <= edge + 1, words
