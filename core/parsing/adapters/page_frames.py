"""Whether what a parser saw of a page has its shape, without which fractions of it say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.page_boxes import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Page

_ALIKE = 1.1
"""Factor by which the proportions of a picture of a page and of the page may differ."""


class PageFrames:
    """Compares what a parser saw with the pages, and keeps which are turned or cut otherwise."""

    def __init__(self, pages: Sequence[Page]) -> None:
        """No page was compared yet."""
        self._pages = {page.number: page for page in pages}
        self._unlike: set[int] = set()

    def size(self, page: int) -> tuple[float, float] | None:
        """Width and height of a page in points; None where the document has no such page."""
        known = self._pages.get(page)
        return (known.width, known.height) if known else None

    def fits(self, page: int, width: float, height: float) -> bool:
        """Whether a picture of that size, in any unit, shows the page as it is displayed."""
        size = self.size(page)
        if size is None or min(*size, width, height) <= 0:
            return False
        ratio = width / height / (size[0] / size[1])
        alike = 1 / _ALIKE <= ratio <= _ALIKE
        if not alike:
            self._unlike.add(page)
        return alike

    def turned(self, page: int) -> None:
        """Notes that a parser turned a page before it read it."""
        self._unlike.add(page)

    def problems(self) -> list[str]:
        """A sentence on pages whose boxes cannot be trusted."""
        if not self._unlike:
            return []
        return [
            f"The parser saw {named(self._unlike)} turned or cut otherwise than displayed; boxes "
            "there were left out."
        ]
