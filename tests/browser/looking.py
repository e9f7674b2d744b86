"""What people see of marks on pages: in which frame, on which page, over which words."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import Locator, Page, expect

if TYPE_CHECKING:
    from collections.abc import Iterator


WAIT = 120_000
"""Milliseconds that a page or an answer may take on a busy machine; all expectations wait so."""
_RESTED = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const resting = app?.dataset.testScriptState === "notRunning";
  window.restingSince = resting ? (window.restingSince ?? performance.now()) : null;
  return resting && performance.now() - window.restingSince > 500;
}"""
"""Half a second without a run: one that a component asks for follows soon after the one before."""


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
    page.evaluate("window.restingSince = null")
    page.wait_for_function(_RESTED, timeout=2 * WAIT, polling=100)
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
