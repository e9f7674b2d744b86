"""Two trees of the same pages: how far boxes, text, order, headings and tables agree.

Neither tree is gold. Metrics that were made to compare with gold take the first tree in its
place; all of them give the same from either side, but for ties between boxes that overlap alike.
Each figure is None where neither tree has anything of its kind, and 0 where only one has.

Text is what is in the flow, word by word in reading order; a word is on the page on which it
begins, or follows the word before where its place is not known.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.evaluation.metrics.document_content import (
    Cell,
    Section,
    heading_similarity,
    reading_order_distance,
    teds,
)
from core.evaluation.metrics.edit_distance import indel_similarity, normalised_edit_distance
from core.evaluation.metrics.intervals import mean
from core.evaluation.metrics.layout import Element, PageElements, layout_scores
from core.geometry import BoundingBox, union_by_page
from core.parsing.tree_comparison import Comparison, elements
from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


MOST_CELLS = 300
"""Cells of a table that is still compared: the edits of two trees take time with the square of
their sizes, here about a second."""


@dataclass(frozen=True, slots=True)
class TreeAgreement:
    """How far two trees agree over some pages; shares from 0 to 1.

    `boxes` is F1 of elements at IoU 0.5 with the class, `places` whatever the class. `text` is
    the share of words in order in both (NID), `edits` the normalised edit distance of the words,
    `order` how differently the elements that both have are ordered. `headings` is MHS, over several
    pages its mean over those with a heading. `tables` is the mean TEDS of the `table_count` tables
    of at most `MOST_CELLS` cells that both have. `only_one` and `only_other` are the shares of
    words that the other tree has not, or not as often.
    """

    boxes: float | None
    places: float | None
    text: float | None
    edits: float | None
    order: float | None
    headings: float | None
    tables: float | None
    table_count: int
    only_one: float | None
    only_other: float | None


class PlacedWord(NamedTuple):
    """A word of the flow with its node and 1-based page, 0 where no word before it has one."""

    node: int
    page: int
    text: str


class TreeView:
    """What is compared of a tree, each part made when it is first needed."""

    def __init__(self, sir: Sir) -> None:
        self.sir = sir

    @cached_property
    def words(self) -> list[PlacedWord]:
        """The words of the flow in reading order."""
        return list(_placed_words(self.sir))

    @cached_property
    def boxes(self) -> Mapping[int, Sequence[tuple[int, Element]]]:
        """By page: the elements on it, set aside or not, each with its index in the tree."""
        on_pages: dict[int, list[tuple[int, Element]]] = {}
        for index in elements(self.sir):
            for box in outlines(self.sir, index):
                kind = self.sir.nodes[index].type.value
                on_pages.setdefault(box.page, []).append((index, Element(kind, box)))
        return on_pages

    def on(self, page: int | None) -> list[PlacedWord]:
        """The words on a page, or all."""
        return [word for word in self.words if page in (None, word.page)]


def tree_agreement(
    first: TreeView, second: TreeView, comparison: Comparison, page: int | None = None
) -> TreeAgreement:
    """How far two trees of the same document agree, on a 1-based page or over all.

    `comparison` is that of the two trees (`core.parsing.tree_comparison.compare`).
    """
    first_words, second_words = first.on(page), second.on(page)
    texts = [word.text for word in first_words], [word.text for word in second_words]
    pairs = [(a, b) for a, b in sorted(comparison.pairs.items()) if _is_on(first, a, page)]
    tables = _table_scores(first.sir, second.sir, pairs)
    boxes, places = _layout(first, second, page)
    some = any(texts)
    only_one, only_other = _only(*texts)
    return TreeAgreement(
        boxes,
        places,
        indel_similarity(*texts) if some else None,
        normalised_edit_distance(*texts) if some else None,
        reading_order_distance(_flow_places(first.sir, second.sir, pairs)),
        _headings(first, second, page),
        mean(tables),
        len(tables),
        only_one,
        only_other,
    )


def sections(sir: Sir, words: Iterable[PlacedWord]) -> list[Section]:
    """The words as headings with the text below each."""
    parts: list[Section] = []
    for node, group in groupby(words, key=lambda word: word.node):
        text = " ".join(word.text for word in group)
        if sir.nodes[node].type in HEADINGS:
            parts.append(Section(text, ""))
        elif parts:
            last = parts[-1]
            parts[-1] = Section(last.heading, f"{last.text} {text}".strip())
        else:
            parts.append(Section(None, text))
    return parts


def table_rows(sir: Sir, table: int) -> list[list[Cell]]:
    """The rows of a table as cells with what they cover."""
    rows = (sir.nodes[row].children for row in sir.nodes[table].children)
    return [[_cell(sir, cell) for cell in row] for row in rows if row]


def _cell(sir: Sir, cell: int) -> Cell:
    metadata = sir.nodes[cell].metadata
    text = " ".join(" ".join(sir.nodes[at].text.split()) for at in sir.walk(cell)).strip()
    return Cell(text, int(metadata.get("column_span", 1)), int(metadata.get("row_span", 1)))


def _placed_words(sir: Sir) -> Iterator[PlacedWord]:
    page = 0
    lines = sir.lines.page[sir.words.line]
    for node in range(sir.flow):
        text = sir.nodes[node].text
        first, last = int(sir.pieces.first[node]), int(sir.pieces.first[node + 1])
        ends, words = sir.pieces.end[first:last], sir.pieces.word[first:last]
        at = 0
        for word in text.split():
            start = text.index(word, at)
            at = start + len(word)
            piece = int(np.searchsorted(ends, start, side="right"))
            page = int(lines[words[piece]]) if piece < len(words) else page
            yield PlacedWord(node, page, word)


def outlines(sir: Sir, index: int) -> tuple[BoundingBox, ...]:
    """The outlines of an element with all that it holds if it is a table, one a page."""
    below = sir.walk(index) if _is_table(sir, index) else (index,)
    return union_by_page(box for at in below for box in sir.boxes(at))


def _is_on(view: TreeView, index: int, page: int | None) -> bool:
    return page is None or any(index == at for at, _ in view.boxes.get(page, ()))


def _layout(
    first: TreeView, second: TreeView, page: int | None
) -> tuple[float | None, float | None]:
    """F1 at IoU 0.5 over all elements: with their classes, and with all classes as one."""
    numbers = sorted(first.boxes.keys() | second.boxes.keys()) if page is None else [page]
    pages = [
        PageElements(
            *([element for _, element in view.boxes.get(n, ())] for view in (first, second))
        )
        for n in numbers
    ]
    blind = [PageElements(*([Element("", e.box) for e in side] for side in two)) for two in pages]
    return _f1(pages), _f1(blind)


def _f1(pages: Sequence[PageElements]) -> float | None:
    """F1 over the elements of all classes together."""
    counts = [overlap.at_half for overlap in layout_scores(pages).values()]
    both = sum(overlap.both for overlap in counts)
    boxes = sum(overlap.wanted + overlap.found for overlap in counts)
    return 2 * both / boxes if boxes else None


def _flow_places(first: Sir, second: Sir, pairs: Iterable[tuple[int, int]]) -> list[int | None]:
    """Where elements in the flow of both stand in the second tree, in the order of the first."""
    return [b for a, b in pairs if a < first.flow and b < second.flow]


def _headings(first: TreeView, second: TreeView, page: int | None) -> float | None:
    """MHS of a page; of all, page by page: the edits of whole documents would take minutes."""
    if page is None:
        numbers = sorted({word.page for view in (first, second) for word in view.words})
        return mean(_headings(first, second, number) for number in numbers)
    first_sections, second_sections = (
        sections(view.sir, view.on(page)) for view in (first, second)
    )
    similarity = heading_similarity(first_sections, second_sections)
    return heading_similarity(second_sections, first_sections) if similarity is None else similarity


def _table_scores(first: Sir, second: Sir, pairs: Iterable[tuple[int, int]]) -> list[float]:
    scores: list[float | None] = []
    for a, b in pairs:
        if all(_is_table(sir, index) for sir, index in ((first, a), (second, b))):
            rows = table_rows(first, a), table_rows(second, b)
            if max(sum(map(len, table)) for table in rows) <= MOST_CELLS:
                scores.append(teds(*rows))
    return [score for score in scores if score is not None]


def _is_table(sir: Sir, index: int) -> bool:
    return index < sir.flow and sir.nodes[index].type is ElementType.TABLE


def _only(ones: Sequence[str], others: Sequence[str]) -> tuple[float | None, float | None]:
    """For either side the share of its words that the other lacks, occurrence by occurrence."""
    shared = (Counter(ones) & Counter(others)).total()
    first, second = (1 - shared / len(words) if words else None for words in (ones, others))
    return first, second
