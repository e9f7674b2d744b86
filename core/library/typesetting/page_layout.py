"""Lines laid out on pages, one after the other, and the pages drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
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


@dataclass
class _Sheet:
    """One page: words with left edge and baseline, and how far shades and where rules reach."""

    texts: list[tuple[str, float, float]] = field(default_factory=list)
    shades: list[tuple[float, float]] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)


class PageLayout:
    """Pages of one size. `top` is where the next line goes, in points from the top.

    Nothing is drawn before all is laid out, so that a text that is too long is refused early.
    """

    def __init__(self, ruler: Ruler, size: tuple[float, float], max_pages: int) -> None:
        """`size` is that of every page."""
        self.ruler, self.size = ruler, size
        self.top = 0.0
        self.line_height = ruler.size * LEADING
        self._max_pages = max_pages
        self._sheets: list[_Sheet] = []

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
        if not self._sheets or self.top + height > self.bottom:
            if len(self._sheets) == self._max_pages:
                raise TooLarge(
                    f"it fills more than {self._max_pages} pages, which is the limit. Raise the "
                    "limit in the settings, or split the file."
                )
            self._sheets.append(_Sheet())
            self.top = MARGIN

    def line(self, row: Row, left: float) -> TextLine:
        """Sets one line with its left edge at `left`, and says where its words are."""
        size = self.ruler.size
        baseline = self.top + size * _ASCENT + (self.line_height - size * (_ASCENT + _DESCENT)) / 2
        edges: list[float] = []
        for run in _runs(row.words):
            self._sheets[-1].texts.append((" ".join(run), left, baseline))
            for word in run:
                right = left + self.ruler.width(word)
                edges += (round(left, 2), round(right, 2))
                left = right + self.ruler.space
        return TextLine(
            page=len(self._sheets),
            top=round(baseline - size * _ASCENT, 2),
            bottom=round(baseline + size * _DESCENT, 2),
            words=row.words,
            edges=tuple(edges),
            after=row.after,
        )

    def rule(self) -> None:
        """Draws a line across the page, above the next line of text."""
        self._sheets[-1].rules.append(self.top)

    def shade(self, top: float) -> None:
        """Shades the page from `top` to the next line of text."""
        self._sheets[-1].shades.append((top, self.top))

    def draw(self, pdf: pymupdf.Document, progress: Progress | None = None) -> None:
        """Adds the pages to a PDF; `progress` counts them."""
        for number, sheet in enumerate(self._sheets, start=1):
            page = pdf.new_page(width=self.size[0], height=self.size[1])
            if progress:
                progress(number, 0)
            self._draw(page, sheet)

    def _draw(self, page: pymupdf.Page, sheet: _Sheet) -> None:
        import pymupdf

        right = self.size[0] - MARGIN
        shape = page.new_shape()
        for top, bottom in sheet.shades:
            shape.draw_rect((MARGIN, top, right, bottom))
            shape.finish(color=None, fill=_SHADE)
        for top in sheet.rules:
            shape.draw_line((MARGIN, top), (right, top))
        if sheet.rules:
            shape.finish(color=_RULE, width=0.5)
        shape.commit()
        writer = pymupdf.TextWriter(page.rect)
        font, size = self.ruler.font, self.ruler.size
        for text, left, baseline in sheet.texts:
            writer.append((left, baseline), text, font, size, right_to_left=int(_is_rtl(text)))
        writer.write_text(page)


def _runs(words: Sequence[str]) -> Iterator[list[str]]:
    """Words that are drawn at once: those of scripts from right to left by themselves."""
    for rtl, run in groupby(words, key=_is_rtl):
        together = list(run)
        yield from [[word] for word in together] if rtl else [together]


def _is_rtl(text: str) -> bool:
    return bool(_RIGHT_TO_LEFT.search(text))
