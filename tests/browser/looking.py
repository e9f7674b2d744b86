"""What people see of marks on pages: in which frame, on which page, over which words."""

from __future__ import annotations

import itertools
import re
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import Error, Locator, Page, expect

if TYPE_CHECKING:
    from collections.abc import Iterator


WAIT = 120_000
"""Milliseconds that a page or an answer may take on a busy machine; all expectations wait so."""
_RESTED = """call => {
  const now = () => performance.now(), rest = window.rest ??= {};
  if (!rest.changed) {
    const change = () => { rest.changed = now(); }, joined = new WeakSet();
    const watch = root => new MutationObserver(change).observe(
      root, { childList: true, subtree: true, attributes: true, characterData: true });
    const { attachShadow } = Element.prototype, { send } = WebSocket.prototype;
    Element.prototype.attachShadow = function (options) {
      const root = attachShadow.call(this, options);
      watch(root);
      return root;
    };
    WebSocket.prototype.send = function (message) {
      if (!joined.has(this)) this.addEventListener("message", () => { rest.heard = now(); });
      joined.add(this);
      rest.asked = now();
      return send.call(this, message);
    };
    watch(document);
    for (const one of document.querySelectorAll("*")) if (one.shadowRoot) watch(one.shadowRoot);
  }
  if (rest.call !== call) Object.assign(rest, { call, changed: now() });
  const app = document.querySelector('[data-testid="stApp"]');
  const unfinished = document.querySelector('[data-testid="stSkeleton"]');
  const { asked = 0, heard = 0 } = rest;
  if (app?.dataset.testScriptState !== "notRunning" || unfinished) rest.changed = now();
  return now() - Math.max(rest.changed, heard) > 250 && (heard >= asked || now() - asked > 2000);
}"""
"""A quarter of a second in which nothing was drawn or came: one run may ask for the next.

What is put into a field or a slider goes out a fifth of a second later. What was asked is answered,
but for a few messages that need no answer. No part is left whose script is still being loaded.
"""
_DRAWN = """body => new Promise(drawn => {
  let quiet;
  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => { changes.disconnect(); drawn(); }, 250);
  };
  const changes = new MutationObserver(wait);
  changes.observe(body, { childList: true, subtree: true, attributes: true });
  wait();
})"""
"""A quarter of a second without a change inside a frame, which the page around it cannot see."""
_CALLS = itertools.count()


class Box(NamedTuple):
    """A rectangle in pixels of the window."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Box, slack: float = 1) -> bool:
        """Whether the other one lies inside, but for `slack` pixels."""
        return (
            self.left - slack <= other.left
            and self.top - slack <= other.top
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def within(self, frame: Box) -> tuple[float, float, float, float]:
        """Left, top, right and bottom as fractions of a frame."""
        width, height = frame.right - frame.left, frame.bottom - frame.top
        return (
            (self.left - frame.left) / width,
            (self.top - frame.top) / height,
            (self.right - frame.left) / width,
            (self.bottom - frame.top) / height,
        )


def open_page(page: Page, address: str, title: str) -> Page:
    """The window, at this address, with the page of this title drawn."""
    page.goto(address)
    # An expectation would describe the whole page each time it looks in vain.
    page.get_by_role("heading", name=title, exact=True).wait_for(timeout=WAIT)
    return page


def at_rest(page: Page) -> Page:
    """The window, once the app has drawn all: what is there neither moves nor is replaced.

    Not for what draws itself anew all the time, such as the files that are being read.
    """
    page.wait_for_function(_RESTED, arg=next(_CALLS), timeout=2 * WAIT, polling=50)
    for frame in page.frames[1:]:
        with suppress(Error):  # one that is replaced meanwhile
            frame.locator("body").evaluate(_DRAWN)
    return page


@contextmanager
def slow_computer(page: Page, times: int = 4) -> Iterator[None]:
    """The browser draws as on a computer that is so many times slower."""
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": times})
    try:
        yield
    finally:  # Windows share one process, which would stay slow.
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        tools.detach()


def box(locator: Locator) -> Box:
    """The rectangle of one element."""
    found = locator.bounding_box()
    assert found
    left, top = found["x"], found["y"]
    return Box(left, top, left + found["width"], top + found["height"])


def boxes(locator: Locator) -> list[Box]:
    """The rectangles of all elements, at one moment."""
    rows = locator.evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
        ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
    )
    return [Box(*row) for row in rows]


def window(page: Page) -> Box:
    """The rectangle that the window shows."""
    size = page.viewport_size
    assert size
    return Box(0, 0, size["width"], size["height"])


def expect_in_sight(page: Page, marks: Locator) -> None:
    """Marks that are all inside the frame that scrolls, and inside the window."""
    expect(marks.first).to_be_in_viewport(ratio=1, timeout=WAIT)
    expect(marks.last).to_be_in_viewport(ratio=1)
    frame = box(page.get_by_role("region", name=re.compile("^Pages of ")))
    for one in boxes(marks):
        assert one.right > one.left
        assert one.bottom > one.top
        assert frame.holds(one)
        assert window(page).holds(one)
