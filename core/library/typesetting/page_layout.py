"""Lines laid out on pages, one after the other, and the pages drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from core.errors import TooLarge
from core.library.typesetting.word_places import TextLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pymupdf

    from core.geometry import Box
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
    """One page: words with left edge and baseline, and where shades, rules and pictures are."""

    texts: list[tuple[Ruler, str, float, float]] = field(default_factory=list)
    shades: list[Box] = field(default_factory=list)
    rules: list[Box] = field(default_factory=list)
    pictures: list[tuple[bytes, Box]] = field(default_factory=list)


class PageLayout:
    """Pages of one size. `top` is where the next line goes, in points from the top.

    Nothing is drawn before all is laid out, so that a text that is too long is refused early.
    """

    def __init__(self, ruler: Ruler, size: tuple[float, float], max_pages: int) -> None:
        """`size` is that of every page, `ruler` that of lines which have no other."""
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

    @property
    def page(self) -> int:
        """The number of the page that is filled now, from 1; 0 before the first."""
        return len(self._sheets)

    def line(self, row: Row, left: float, ruler: Ruler | None = None) -> TextLine:
        """Sets one line with its left edge at `left`, and says where its words are."""
        ruler = ruler or self.ruler
        size, height = ruler.size, ruler.size * LEADING
        baseline = self.top + size * _ASCENT + (height - size * (_ASCENT + _DESCENT)) / 2
        backwards = _runs_backwards(row.words)
        edges: list[float] = []
        for run in _runs(row.words[::-1] if backwards else row.words):
            self._sheets[-1].texts.append((ruler, " ".join(run), left, baseline))
            for word in run:
                right = left + ruler.width(word)
                edges += (round(left, 2), round(right, 2))
                left = right + ruler.space
        if backwards:
            edges = [edge for at in range(len(edges) - 2, -1, -2) for edge in edges[at : at + 2]]
        return TextLine(
            page=len(self._sheets),
            top=round(baseline - size * _ASCENT, 2),
            bottom=round(baseline + size * _DESCENT, 2),
            words=row.words,
            edges=tuple(edges),
            after=row.after,
        )

    def stroke(self, ends: Box) -> None:
        """Draws a thin line on this page from left and top to right and bottom, in points."""
        self._sheets[-1].rules.append(ends)

    def fill(self, box: Box) -> None:
        """Shades a part of this page."""
        self._sheets[-1].shades.append(box)

    def picture(self, content: bytes, box: Box) -> None:
        """Draws a PNG or JPEG on this page; the box has its proportions."""
        self._sheets[-1].pictures.append((content, box))

    def draw(self, pdf: pymupdf.Document, progress: Progress | None = None) -> None:
        """Adds the pages to a PDF; `progress` counts them."""
        drawn: dict[bytes, int] = {}
        for number, sheet in enumerate(self._sheets, start=1):
            page = pdf.new_page(width=self.size[0], height=self.size[1])
            if progress:
                progress(number, 0)
            _draw(page, sheet)
            for content, box in sheet.pictures:
                drawn[content] = page.insert_image(box, stream=content, xref=drawn.get(content, 0))


def _draw(page: pymupdf.Page, sheet: _Sheet) -> None:
    import pymupdf

    shape = page.new_shape()
    for box in sheet.shades:
        shape.draw_rect(box)
        shape.finish(color=None, fill=_SHADE)
    for left, top, right, bottom in _joined(sheet.rules):
        shape.draw_line((left, top), (right, bottom))
    if sheet.rules:
        shape.finish(color=_RULE, width=0.5)
    shape.commit()
    writer = pymupdf.TextWriter(page.rect)
    for ruler, text, left, baseline in sheet.texts:
        rtl = int(_is_rtl(text))
        size: Any = ruler.size  # It takes more than the whole numbers that it declares.
        writer.append((left, baseline), text, ruler.font, size, right_to_left=rtl)
    writer.write_text(page)


def _joined(rules: Sequence[Box]) -> Iterator[Box]:
    """Lines across and down a page; those that touch in one direction are one."""
    across = [(top, left, right) for left, top, right, bottom in rules if top == bottom]
    down = [(left, top, bottom) for left, top, _, bottom in rules if top != bottom]
    for top, left, right in _merged(across):
        yield left, top, right, top
    for left, top, bottom in _merged(down):
        yield left, top, left, bottom


def _merged(lines: Sequence[tuple[float, float, float]]) -> Iterator[tuple[float, float, float]]:
    """Ranges (low and high) at the same place, drawn together where they touch."""
    held: tuple[float, float, float] | None = None
    for place, low, high in sorted(lines):
        if held and held[0] == place and low <= held[2]:
            held = place, held[1], max(held[2], high)
            continue
        if held:
            yield held
        held = place, low, high
    if held:
        yield held


def _runs(words: Sequence[str]) -> Iterator[list[str]]:
    """Words that are drawn at once: those of scripts from right to left by themselves."""
    for rtl, run in groupby(words, key=_is_rtl):
        together = list(run)
        yield from [[word] for word in together] if rtl else [together]


def _runs_backwards(words: Sequence[str]) -> bool:
    """Whether a line is set from right to left: it has words of such a script, and of no other.

    In a mixed line words that follow each other would not stand together, so that no box could
    hold some of them and nothing else.
    """
    other = (word for word in words if not _is_rtl(word))
    return any(map(_is_rtl, words)) and not any(any(map(str.isalpha, word)) for word in other)


def _is_rtl(text: str) -> bool:
    return bool(_RIGHT_TO_LEFT.search(text))
