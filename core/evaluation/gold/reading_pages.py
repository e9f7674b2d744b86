"""What a tree has on each page, in the forms in which gold is given."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.evaluation.agreement.tree_agreement import PlacedWord, TreeView, outlines, table_rows
from core.sir import ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from core.evaluation.metrics.document_content import Cell
    from core.geometry import BoundingBox

_NO_TEXT = frozenset(
    {
        ElementType.TABLE,
        ElementType.DOC_INDEX,
        ElementType.FIGURE,
        ElementType.FORMULA,
        ElementType.FOOTNOTE,
    }
)
"""What is judged by itself, or has no text in gold, with all that it holds."""


class PlacedTable(NamedTuple):
    """A table: where it lies on a page, and the rows of its cells."""

    box: BoundingBox
    rows: Sequence[Sequence[Cell]]


class _Places(NamedTuple):
    """Middles (n, 2) of words and regions of a page, and the place (n,) of each in the order."""

    middles: NDArray[np.float64]
    orders: NDArray[np.int64]


class ReadingPages:
    """The flow of a tree by pages, each part made when it is first needed."""

    def __init__(self, sir: Sir) -> None:
        self.sir = sir

    @cached_property
    def words(self) -> Mapping[int, Sequence[PlacedWord]]:
        """By page: the words of running text in reading order.

        Those of tables, figures, formulas and footnotes are left out, captions are not.
        """
        texts = self._running_text
        by_page: dict[int, list[PlacedWord]] = {}
        for word in TreeView(self.sir).words:
            if texts[word.node]:
                by_page.setdefault(word.page, []).append(word)
        return by_page

    @cached_property
    def tables(self) -> Mapping[int, Sequence[PlacedTable]]:
        """By page: the tables in the flow; one on several pages is on each of them."""
        by_page: dict[int, list[PlacedTable]] = {}
        for index in range(self.sir.flow):
            if self.sir.nodes[index].type is ElementType.TABLE:
                rows = table_rows(self.sir, index)
                for box in outlines(self.sir, index):
                    by_page.setdefault(box.page, []).append(PlacedTable(box, rows))
        return by_page

    def place(self, box: BoundingBox) -> int | None:
        """Where what lies in a box stands in the order of its page; None if nothing does.

        That is the middle one of its words and regions, whose own middles lie in the box.
        """
        places = self._places.get(box.page)
        if places is None:
            return None
        left, top, right, bottom = box.edges
        across, down = places.middles.T
        inside = (left <= across) & (across <= right) & (top <= down) & (down <= bottom)
        orders = np.sort(places.orders[inside])
        return int(orders[len(orders) // 2]) if len(orders) else None

    @cached_property
    def _running_text(self) -> NDArray[np.bool_]:
        """(flow,) Whether the words of each node are running text."""
        running = np.ones(self.sir.flow, bool)
        for index in range(1, self.sir.flow):
            node = self.sir.nodes[index]
            within = running[node.parent] or node.type is ElementType.CAPTION
            running[index] = within and node.type not in _NO_TEXT
        return running

    @cached_property
    def _places(self) -> Mapping[int, _Places]:
        rows: list[tuple[int, float, float]] = []
        for index in range(self.sir.flow):
            node = self.sir.nodes[index]
            words = self.sir.words_between(index, 0, len(node.text))
            pages = self.sir.lines.page[self.sir.words.line[words]].tolist()
            edges = self.sir.words.boxes[words].tolist()
            boxes = [*zip(pages, edges, strict=True), *((r.page, r.edges) for r in node.regions)]
            rows += [(page, (b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for page, b in boxes]
        table = np.array(rows, np.float64).reshape(-1, 3)
        order = np.arange(len(table))
        return {
            int(page): _Places(table[table[:, 0] == page, 1:], order[table[:, 0] == page])
            for page in np.unique(table[:, 0])
        }
