"""What is handed on as people get it: a printed page keeps its marks, a web page shows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pymupdf
import pytest
from playwright.sync_api import Page, expect

from core.export.answer_record.html import html
from tests.browser.foreign_texts import FROM_THE_RIGHT
from tests.browser.looking import Box, box, open_page
from tests.browser.test_ask import ROTATED, SENTENCE, ask, words_of
from tests.browser.test_foreign_text import EDGES
from tests.core.export.answer_record.builders import by_rules, illustrated

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.browser.serving import AppServer

pytestmark = pytest.mark.browser

ZOOM = 3


def printed_page(content: bytes) -> tuple[NDArray[np.uint8], str]:
    """The pixels of the page of a document on paper, and all words that were printed."""
    with pymupdf.open("pdf", content) as paper:
        words = " ".join(str(page.get_text()) for page in paper)
        area, number = max(
            (pymupdf.Rect(image["bbox"]).get_area(), page.number or 0)
            for page in paper
            for image in page.get_image_info()
        )
        page = paper[number]
        frame = next(
            pymupdf.Rect(image["bbox"])
            for image in page.get_image_info()
            if pymupdf.Rect(image["bbox"]).get_area() == area
        )
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(ZOOM, ZOOM), clip=frame)
    rows = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width, -1)
    return rows[..., :3], words


def test_a_printed_page_has_its_marks_and_is_light_and_without_navigation(
    page: Page, prepared_server: AppServer
):
    page.emulate_media(color_scheme="dark")
    open_page(page, f"{prepared_server.url}/ask", "Ask")
    ask(page, ROTATED)
    pixels, words = printed_page(page.pdf(format="A4"))
    height, width, _ = pixels.shape
    blue = pixels[..., 2].astype(int) - pixels[..., 0]
    for left, top, right, bottom in words_of(SENTENCE, "oddities.pdf", 1):
        word = blue[
            round(top * height) : round(bottom * height), round(left * width) : round(right * width)
        ]
        assert (word > 30).mean() > 0.4, "a word of the sentence is not marked on paper"
    assert (blue > 30).mean() < 0.1, "more is marked than the sentence"
    assert (pixels.min(axis=2) > 250).mean() > 0.5, "the paper is white"
    assert SENTENCE in " ".join(words.split())
    assert not re.search(r"\bEvaluate\b|Ask the documents", words)


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
