"""What is handed on as people get it: a web page shows the marked page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from core.export.answer_record.html import html
from tests.browser.foreign_texts import FROM_THE_RIGHT
from tests.browser.looking import Box, box
from tests.browser.test_foreign_text import EDGES
from tests.core.export.answer_record.builders import by_rules, illustrated

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser


def test_a_web_page_shows_the_marked_page_on_a_click_without_asking_anybody(
    page: Page, tmp_path: Path
):
    path = tmp_path / "answer.html"
    path.write_text(html(illustrated(by_rules())), encoding="utf-8")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    marks = page.locator("#marks-2-page-1")
    page.get_by_role("link", name=re.compile("cited lines marked")).nth(1).focus()
    page.keyboard.press("Enter")
    expect(marks).to_be_in_viewport()
    expect(page.locator("#quote-2")).to_be_in_viewport()
    record = by_rules()
    sheet = box(page.locator(".page"))
    (line,) = record.quotes[1].lines
    left, top, right, bottom = box(marks).within(sheet)
    assert Box(left, top, right, bottom).holds(Box(*line.box.edges), slack=0.003)
    assert bottom - top < 2 * line.box.height
    page.get_by_role("link", name="Back to [1]").click()
    expect(page.locator("#quote-1")).to_be_in_viewport()
    assert [url for url in asked if not url.startswith(("data:", path.as_uri()))] == []
    asked_from_the_right = record.model_copy(update={"question": FROM_THE_RIGHT})
    path.write_text(html(asked_from_the_right), encoding="utf-8")
    page.reload()
    begin, number, edge = page.locator("h1").evaluate(EDGES)
    assert number < begin
    assert edge - 30 < begin <= edge + 1
