"""CSV files whose rows are passages of text rather than rows of a table."""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from core.library.structured import Block, Look
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONG = 80
"""Characters of the cell in the middle of a column, by length, from which on it is text."""
_FEWEST = 2
"""Rows without which nothing can be said."""
_SENTENCES = 0.5
"""Share of the cells that must hold the end of a sentence."""
_SENTENCE_END = re.compile(r"[.!?…]['\")\]”’»]*(?:\s|$)|[。！？]")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")


class Passages(NamedTuple):
    """The column that holds the passages, the median length of its cells, and what they are.

    `name` is that of the column; empty where it has none.
    """

    column: int
    name: str
    characters: int
    blocks: list[Block]


def passages(
    rows: Sequence[Sequence[str]], *, header: bool, titles: Sequence[Sequence[str]] = ()
) -> Passages | None:
    """The rows as passages if exactly one column holds text; None for a table.

    Each passage has the number of its row in metadata `passage`, counted from 1 without the
    header, and the other cells of its row before it. `titles` are rows above them that say what
    they are, which stand first.
    """
    data = rows[1:] if header else rows
    if len(data) < _FEWEST:
        return None
    columns = [[row[at].strip() for row in data] for at in range(len(rows[0]))]
    long = [at for at, cells in enumerate(columns) if _middle(cells) > _LONG]
    if len(long) != 1 or not _is_prose(columns[long[0]]):
        return None
    if header and len(rows[0][long[0]].strip()) > _LONG:
        return passages(rows, header=False, titles=titles)  # It is a passage itself, and no name.
    names = [name.strip() for name in rows[0]] if header else [""] * len(rows[0])
    blocks = [Block(ElementType.PARAGRAPH, "".join(title).strip()) for title in titles]
    blocks += [block for at, row in enumerate(data, 1) for block in _row(row, at, long[0], names)]
    if header:
        # The names of the other columns stand before their values.
        named = names[long[0]]
        blocks.append(Block(ElementType.KEY_VALUE, named, aside="column name", look=Look.SMALL))
    return Passages(long[0], names[long[0]], round(_middle(columns[long[0]])), blocks)


def _middle(cells: Sequence[str]) -> float:
    return median(map(len, cells))


def _is_prose(cells: Sequence[str]) -> bool:
    ended = sum(bool(_SENTENCE_END.search(cell)) for cell in cells)
    return ended >= _SENTENCES * sum(map(bool, cells))


def _row(row: Sequence[str], number: int, column: int, names: Sequence[str]) -> Iterator[Block]:
    metadata = {"passage": str(number)}
    others = [
        f"{name}: {cell.strip()}" if name else cell.strip()
        for at, (name, cell) in enumerate(zip(names, row, strict=True))
        if at != column and cell.strip()
    ]
    if others:
        text = "\n".join(others)
        yield Block(ElementType.KEY_VALUE, text, look=Look.SMALL, metadata=dict(metadata))
    for part in _BLANK_LINES.split(row[column].strip()):
        if part.strip():
            yield Block(ElementType.PARAGRAPH, part.strip(), metadata=dict(metadata))
