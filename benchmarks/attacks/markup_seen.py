"""What a browser asks for, links to and shows on all pages of the app."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.browser.looking import WAIT, at_rest

_TEXTS = """() => [...document.querySelectorAll(
  '[data-testid=stMarkdownContainer], [data-testid=stCaptionContainer], [data-testid=stText], '
  + '[data-testid=stHtml], svg text')]
  .map(one => one.textContent)"""
_LINKS = """() => [...document.querySelectorAll('[href], [src]')]
  .map(one => one.href?.baseVal ?? one.href ?? one.src)"""
_LOCAL = ("data:", "blob:", "about:")
_TABS = ("Chart", "Set aside", "Corrections", "Outline")


@dataclass
class Seen:
    """All that was asked for, linked and shown."""

    origin: str
    foreign: list[str] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)

    def failure(self, mark: str, text: str) -> str:
        """What went wrong with a text, which its mark tells from others; empty if nothing did."""
        for address in self.foreign:
            if mark in address:
                return f"the page leads to {address}"
        shown = self.showing(mark)
        # A label may be cut; what is there of the text has to be its beginning.
        spoilt = [words for words in shown if text not in words and "…" not in words]
        return f"is shown as {spoilt[0][:200]!r}" if spoilt else ""

    def showing(self, mark: str) -> list[str]:
        """The texts on all pages in which a mark occurs."""
        return [" ".join(words.split()) for words in self.texts if mark in words]

    def hear(self, address: str) -> None:
        """Take in what was asked for."""
        if self.is_foreign(address):
            self.foreign.append(address)

    def note(self, page: Page) -> None:
        """Take in what is on the page now."""
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=WAIT)
        self.texts |= {*page.evaluate(_TEXTS)}
        for frame in page.frames:
            self.foreign += [link for link in frame.evaluate(_LINKS) if self.is_foreign(link)]

    def is_foreign(self, address: str) -> bool:
        """Whether an address leads out of the app."""
        return bool(address) and not address.startswith((self.origin, *_LOCAL))


def visit(browser: Browser, url: str, document: str, question: str, broken: list[str]) -> Seen:
    """Every page with a document, a question asked of it, and files of these names added."""
    seen = Seen(url)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(WAIT)

    # What is foreign leads to `.invalid`, and so nowhere. To hold requests back would keep the
    # browser from taking the scripts of the app from its cache.
    context.on("request", lambda request: seen.hear(request.url))
    page = context.new_page()
    _documents(page, seen, url, document, broken)
    _structure(page, seen, url, document)
    _chunks(page, seen, url, document)
    _ask(page, seen, url, question)
    _evaluate(page, seen, url)
    _settings(page, seen, url)
    context.close()
    return seen


def _open(page: Page, seen: Seen, address: str) -> None:
    page.goto(address)
    page.get_by_role("heading").first.wait_for()
    seen.note(at_rest(page))


def _documents(page: Page, seen: Seen, url: str, document: str, broken: list[str]) -> None:
    _open(page, seen, f"{url}/?document={document}")
    files: list[FilePayload] = [
        {"name": name, "mimeType": "application/pdf", "buffer": b"no PDF"} for name in broken
    ]
    page.locator("input[type=file]").set_input_files(files)
    page.get_by_text(re.compile("not a PDF")).first.wait_for()
    seen.note(at_rest(page))


def _structure(page: Page, seen: Seen, url: str, document: str) -> None:
    _open(page, seen, f"{url}/structure?document={document}")
    for tab in _TABS:
        page.get_by_role("tab", name=re.compile(f"^{tab}")).click()
        seen.note(at_rest(page))
    page.get_by_role("treeitem").nth(1).click()
    seen.note(at_rest(page))
    page.get_by_text("Selectable text", exact=True).click()
    page.frame_locator("iframe").locator(".textLayer").first.wait_for()
    seen.note(at_rest(page))


def _chunks(page: Page, seen: Seen, url: str, document: str) -> None:
    cut = "recipe=fixed,max_tokens=128,overlap=0.0"
    _open(page, seen, f"{url}/chunks?document={document}&{cut}")
    page.get_by_role("option").first.click()
    seen.note(at_rest(page))
    _open(page, seen, f"{url}/chunks?document={document}&{cut}&other=hierarchical")


def _ask(page: Page, seen: Seen, url: str, question: str) -> None:
    _open(page, seen, f"{url}/ask")
    field = page.get_by_placeholder("Ask the documents")
    field.fill(question)
    field.press("Enter")
    page.get_by_text(re.compile("^(Nearest passages|Text of the documents)")).first.wait_for()
    seen.note(at_rest(page))


def _evaluate(page: Page, seen: Seen, url: str) -> None:
    for look in ("sweep", "results", "tune", "questions"):
        _open(page, seen, f"{url}/evaluate?look={look}")
    page.get_by_role("table").get_by_role("button").first.click()
    seen.note(at_rest(page))


def _settings(page: Page, seen: Seen, url: str) -> None:
    _open(page, seen, f"{url}/settings")
