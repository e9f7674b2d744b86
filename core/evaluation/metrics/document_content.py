"""Content of documents beside their gold: tables, reading order and headings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.metrics.edit_distance import Tree, edit_share, tree_similarity

if TYPE_CHECKING:
    from collections.abc import Sequence


class Cell(NamedTuple):
    """Text of a table cell and how many columns and rows it covers."""

    text: str
    columns: int = 1
    rows: int = 1


class Section(NamedTuple):
    """A heading and the text below it, up to the next one; no heading before the first."""

    heading: str | None
    text: str


def teds(gold: Sequence[Sequence[Cell]], parsed: Sequence[Sequence[Cell]]) -> float | None:
    """Tree edit distance similarity of two tables given as rows of cells, 0 to 1.

    A cell that covers other columns or rows costs 1, another text its edits by its length. Header
    rows are rows like others, so that a parser need not tell them apart. The table is a node
    itself, as in equation 3.9; Zhong et al.'s own code leaves it out of the number of nodes, and
    so gives a little less where tables differ. None without a gold table, 0 if none was found; a
    table without rows is none.

    Source: thesis, section 3.5.2, equation 3.9; Zhong et al., Image-based table recognition
    (2020), which divides the edits of a text by the longer length.
    """
    if not gold:
        return None
    if not parsed:
        return 0.0
    return tree_similarity(_table_tree(gold), _table_tree(parsed))


def reading_order_distance(places: Sequence[int | None]) -> float | None:
    """How far the order found is from the gold order, 0 (the same) to 1.

    `places` has an entry for each gold element in the gold order: where what was found for it
    stands in the order found, or None if nothing was. Elements at the same place are in the gold
    order. The distance is that of the two lists of elements, by the length of the longer. None
    without a gold element; 1 if nothing was found.

    Source: thesis, section 3.5.2, item 3; OmniDocBench (Ouyang et al., 2024), reading order.
    """
    if not places:
        return None
    ordered = [(place, index) for index, place in enumerate(places) if place is not None]
    return edit_share(range(len(places)), [index for _, index in sorted(ordered)])


def heading_similarity(gold: Sequence[Section], parsed: Sequence[Section]) -> float | None:
    """Similarity of headings and the text below each (MHS), 0 to 1; levels do not count.

    None if the gold has no heading; 0 if there is none in what was found.

    Source: opendataloader-bench, MHS.
    """
    if not _has_heading(gold):
        return None
    return (
        tree_similarity(_section_tree(gold), _section_tree(parsed)) if _has_heading(parsed) else 0.0
    )


def _table_tree(rows: Sequence[Sequence[Cell]]) -> Tree:
    cells = [[Tree(f"td {cell.columns} {cell.rows}", cell.text) for cell in row] for row in rows]
    return Tree("table", children=[Tree("tr", children=row) for row in cells])


def _section_tree(sections: Sequence[Section]) -> Tree:
    nodes: list[Tree] = []
    for heading, text in sections:
        content = [Tree("content", text)] if text else []
        nodes += content if heading is None else [Tree("heading", heading, content)]
    return Tree("document", children=nodes)


def _has_heading(sections: Sequence[Section]) -> bool:
    return any(section.heading is not None for section in sections)
