"""Hypothesis strategies for documents: trees of headings, paragraphs, lists and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from core.parsing.builder import build
from core.parsing.elements import Element
from core.reading.line import Line
from core.sir import ElementType, Page, Sir
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

WORDS_PER_LINE = 7
LINES_PER_PAGE = 9
PAGE = (600.0, 800.0)

_WORDS = [
    "dose", "patients", "Übelkeit.", "immunotherapy", "(see", "e.g.", "2.5", "mg/m²", "first-line",
    "survival?", "stop!", "\u200b", "naïve", "ﬁnal", "שלום", "治疗", "😀", "x" * 120, "Level",
]  # fmt: skip
texts = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=40)


class _Typesetter:
    """Puts words in lines and lines on pages, from top to bottom."""

    def __init__(self) -> None:
        self.count = 0

    def lines(self, words: list[str]) -> list[Line]:
        """The words in lines of seven, nine lines a page."""
        rows = [words[i : i + WORDS_PER_LINE] for i in range(0, len(words), WORDS_PER_LINE)]
        return [self._line(row) for row in rows]

    def _line(self, words: list[str]) -> Line:
        page, row = divmod(self.count, LINES_PER_PAGE)
        self.count += 1
        top = 50.0 + 80.0 * row
        boxes = [(40.0 + 70.0 * i, top, 100.0 + 70.0 * i, top + 12.0) for i in range(len(words))]
        return Line(page + 1, words, boxes, size=10.0)


@st.composite
def sirs(draw: st.DrawFn) -> Sir:
    """Documents of up to about 1,000 tokens over several pages."""
    setter = _Typesetter()
    kinds = st.sampled_from(["heading", "paragraph", "paragraph", "list", "table"])
    elements = [_element(draw, kind, setter) for kind in draw(st.lists(kinds, max_size=14))]
    pages = tuple(Page(n, *PAGE, str(n)) for n in range(1, setter.count // LINES_PER_PAGE + 2))
    return build("0" * 64, pages, elements)


def _element(draw: st.DrawFn, kind: str, setter: _Typesetter) -> Element:
    if kind == "heading":
        level = draw(st.integers(1, 4))
        return Element(ElementType.SECTION_HEADER, setter.lines(draw(texts)[:9]), level=level)
    if kind == "paragraph":
        return Element(ElementType.PARAGRAPH, setter.lines(draw(texts) * draw(st.integers(1, 4))))
    if kind == "list":
        items = draw(st.lists(texts, min_size=1, max_size=4))
        children = [Element(ElementType.LIST_ITEM, setter.lines(words)) for words in items]
        return Element(ElementType.LIST, [], children=children)
    rows = draw(st.lists(st.lists(texts, min_size=2, max_size=2), min_size=1, max_size=5))
    return Element(ElementType.TABLE, [], children=[_row(row, setter) for row in rows])


def _row(cells: list[list[str]], setter: _Typesetter) -> Element:
    children = [Element(ElementType.TABLE_CELL, setter.lines(words)) for words in cells]
    return Element(ElementType.TABLE_ROW, [], children=children)


def streams() -> SearchStrategy[TokenStream]:
    """Token streams of such documents."""
    return sirs().map(lambda sir: tokenize(sir, minilm_tokenizer()))
