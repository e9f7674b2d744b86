"""Tables of a reading beside those of the gold: which are the same, and how alike they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.agreement.tree_agreement import MOST_CELLS
from core.evaluation.gold.markdown_content import rows_of_html
from core.evaluation.metrics.document_content import Cell, teds
from core.evaluation.metrics.edit_distance import indel_similarity
from core.geometry import BoundingBox, iou

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.evaluation.gold.base import GoldElement
    from core.evaluation.gold.reading_pages import PlacedTable

    Rows = Sequence[Sequence[Cell]]

_SAME_TABLE = 0.1
"""Least overlap (intersection over union) of a table with that of the gold."""


def placed_table_scores(
    elements: Sequence[GoldElement], tables: Sequence[PlacedTable]
) -> list[float | None]:
    """TEDS of each table of a page with the table that lies there; 0 where none does."""
    wanted = [each for each in elements if each.html]
    overlaps = [
        [iou(BoundingBox(each.page, *each.box), table.box) for table in tables] for each in wanted
    ]
    pairs = _pairs(overlaps, _SAME_TABLE)
    rows = [rows_of_html(each.html) for each in wanted]
    return _table_scores(rows, {at: tables[other].rows for at, other in pairs.items()})


def text_table_scores(wanted: Sequence[Rows], found: Sequence[Rows]) -> list[float | None]:
    """TEDS of each table with the one that is most like it by its words; 0 where none is left."""
    texts = [[_words(rows) for rows in side] for side in (wanted, found)]
    alike = [[indel_similarity(one, other) for other in texts[1]] for one in texts[0]]
    pairs = _pairs(alike, 0.0)
    return _table_scores(wanted, {at: found[other] for at, other in pairs.items()})


def _words(rows: Rows) -> list[str]:
    return [word for row in rows for cell in row for word in cell.text.split()]


def _pairs(alike: Sequence[Sequence[float]], least: float) -> dict[int, int]:
    """One to one, those most alike first."""
    ranked = sorted(
        ((value, -i, -j) for i, row in enumerate(alike) for j, value in enumerate(row)),
        reverse=True,
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for value, i, j in ranked:
        if value >= least and -i not in pairs and -j not in taken:
            pairs[-i] = -j
            taken.add(-j)
    return pairs


def _table_scores(wanted: Sequence[Rows], found: Mapping[int, Rows]) -> list[float | None]:
    """TEDS of each table of the gold; None for one that is too large to compare."""
    scores: list[float | None] = []
    for at, rows in enumerate(wanted):
        other = found.get(at, ())
        largest = max(sum(map(len, table)) for table in (rows, other))
        scores.append(teds(rows, other) if largest <= MOST_CELLS else None)
    return scores
