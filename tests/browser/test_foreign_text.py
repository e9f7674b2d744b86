"""Texts of documents, people and models are shown verbatim, and lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.foreign_texts import TEXTS
from tests.browser.looking import WAIT, at_rest
from tests.browser.serving import running_app

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.browser

_SHOWN = """at => [...document.querySelectorAll(`.st-key-text-${at} :is(
  [data-testid=stMarkdownContainer], [data-testid=stCaptionContainer], td)`)]
  .filter(one => !one.querySelector("table")).map(one => one.textContent.trim())"""
_MADE = """() => [...document.querySelectorAll(
  "[class*=st-key-text-] :is(a, img:not([alt=error]), code, .katex, em em, li li, hr)")]
  .map(one => one.outerHTML)"""


def test_every_text_is_shown_to_the_letter_wherever_markdown_is_read(
    page: Page, tmp_path: Path
) -> None:
    with running_app(tmp_path / "home", "tests/browser/foreign_text_app.py") as app:
        page.goto(app.url)
        expect(page.get_by_text("All are drawn.").last).to_be_visible(timeout=2 * WAIT)
        at_rest(page)
        for at, text in enumerate(TEXTS):
            shown = page.evaluate(_SHOWN, at)
            assert len(shown) >= 10
            assert {*shown} - {"Choice", "a"} == {text}
        assert page.evaluate(_MADE) == []
