"""Pages that lines are set on, one after the other."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from core.errors import TooLarge
from core.library.typesetting.word_places import TextLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pymupdf

    from core.library.typesetting.measuring import Row, Ruler
    from core.progress import Progress

A4 = (595.0, 842.0)
MARGIN = 56.0
LEADING = 1.45
"""Height of a line as a multiple of the font size."""
_ASCENT, _DESCENT = 0.92, 0.28
"""From the baseline to the edges of a word's box, as a multiple of the font size."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_RULE = (0.75, 0.75, 0.75)
_SHADE = (0.93, 0.93, 0.93)


_NOWHERE = TextLine(page=0, top=0, bottom=0, words=(), edges=())


class Pages:
    """Counts the pages that lines fill. `top` is where the next one goes, in points from the top.

    Nothing is drawn, so that a text that is too long is refused before most of it was set.
    """

    def __init__(self, ruler: Ruler, size: tuple[float, float], max_pages: int) -> None:
        """`size` is that of every page."""
        self.ruler, self.size = ruler, size
        self.count = 0
        self.top = 0.0
        self.line_height = ruler.size * LEADING
        self._max_pages = max_pages

    @property
    def bottom(self) -> float:
        """Where the last line of a page ends at the latest."""
        return self.size[1] - MARGIN

    @property
    def room(self) -> float:
        """Width between the margins."""
        return self.size[0] - 2 * MARGIN

    def need(self, height: float) -> None:
        """Begins a page if so much does not fit on this one.

        Raises:
            TooLarge: there are as many pages as there may be.
        """
        if not self.count or self.top + height > self.bottom:
            if self.count == self._max_pages:
                raise TooLarge(
                    f"it fills more than {self._max_pages} pages, which is the limit. Raise the "
                    "limit in the settings, or split the file."
                )
            self.count += 1
            self.top = MARGIN
            self._begin()

    def line(self, row: Row, left: float) -> TextLine:
        """Sets one line with its left edge at `left`, and says where its words are."""
        return _NOWHERE

    def rule(self) -> None:
        """Draws a line across the page, above the next line of text."""

    def shade(self, top: float) -> None:
        """Shades the page from `top` to the next line of text."""

    def _begin(self) -> None:
        """A page has begun."""


class Canvas(Pages):
    """The same pages in a PDF, drawn."""

    def __init__(
        self,
        pdf: pymupdf.Document,
        ruler: Ruler,
        size: tuple[float, float],
        max_pages: int,
        progress: Progress | None = None,
    ) -> None:
        """`progress` counts pages."""
        super().__init__(ruler, size, max_pages)
        self.pdf = pdf
        self._progress = progress
        self._writer: pymupdf.TextWriter | None = None
        self._shade: list[tuple[float, float]] = []
        self._rules: list[float] = []

    def line(self, row: Row, left: float) -> TextLine:
        """See `Pages`; so do the other methods."""
        size = self.ruler.size
        baseline = self.top + size * _ASCENT + (self.line_height - size * (_ASCENT + _DESCENT)) / 2
        edges: list[float] = []
        for run in _runs(row.words):
            self._draw(run, left, baseline)
            for word in run:
                right = left + self.ruler.width(word)
                edges += (round(left, 2), round(right, 2))
                left = right + self.ruler.space
        return TextLine(
            page=self.pdf.page_count,
            top=round(baseline - size * _ASCENT, 2),
            bottom=round(baseline + size * _DESCENT, 2),
            words=row.words,
            edges=tuple(edges),
            after=row.after,
        )

    def _draw(self, words: Sequence[str], left: float, baseline: float) -> None:
        assert self._writer is not None
        ruler, text = self.ruler, " ".join(words)
        self._writer.append(
            (left, baseline), text, ruler.font, ruler.size, right_to_left=int(_is_rtl(text))
        )

    def rule(self) -> None:
        """See `Pages`."""
        self._rules.append(self.top)

    def shade(self, top: float) -> None:
        """See `Pages`."""
        self._shade.append((top, self.top))

    def finish(self) -> None:
        """Writes what the last page holds."""
        if self._writer is None:
            return
        page = self.pdf[-1]
        shape = page.new_shape()
        right = self.size[0] - MARGIN
        for top, bottom in self._shade:
            shape.draw_rect((MARGIN, top, right, bottom))
            shape.finish(color=None, fill=_SHADE)
        for top in self._rules:
            shape.draw_line((MARGIN, top), (right, top))
        if self._rules:
            shape.finish(color=_RULE, width=0.5)
        shape.commit()
        self._writer.write_text(page)
        self._writer, self._shade, self._rules = None, [], []

    def _begin(self) -> None:
        import pymupdf

        self.finish()
        page = self.pdf.new_page(width=self.size[0], height=self.size[1])
        self._writer = pymupdf.TextWriter(page.rect)
        if self._progress:
            self._progress(self.count, 0)


def _runs(words: Sequence[str]) -> Iterator[list[str]]:
    """Words that are drawn at once: those of scripts from right to left by themselves."""
    for rtl, run in groupby(words, key=_is_rtl):
        together = list(run)
        yield from [[word] for word in together] if rtl else [together]


def _is_rtl(text: str) -> bool:
    return bool(_RIGHT_TO_LEFT.search(text))
