"""The part of a document's tree that its kept pages need, so that they are drawn without it.

Nodes keep their indexes, so spans of an answer mean in it what they meant in the whole tree. What
stands on no kept page is left empty, but for the headings above what does.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from core.errors import DataDamaged
from core.sir import LineTable, Node, PieceTable, Sir, WordTable
from core.sir_io import from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def kept_tree(sir: Sir, pages: Iterable[int]) -> Sir:
    """The tree with the words of these 1-based pages only; other nodes are empty."""
    numbers = np.array(sorted(set(pages)), np.int32)
    stays = np.isin(sir.lines.page, numbers)
    words = stays[sir.words.line]
    lines = LineTable(sir.lines.page[stays], sir.lines.location[stays])
    table = WordTable(sir.words.boxes[words], _renumbered(stays)[sir.words.line[words]])
    pieces = _pieces(sir.pieces, words)
    full = {at for at in range(len(sir.nodes)) if pieces.first[at] < pieces.first[at + 1]}
    full |= {heading for at in tuple(full) for heading in sir.lineage(at)}
    nodes = [node if at in full else _emptied(node) for at, node in enumerate(sir.nodes)]
    return replace(sir, nodes=nodes, words=table, lines=lines, pieces=pieces)


def pack_tree(sir: Sir) -> bytes:
    """A tree as one small file."""
    return zlib.compress(json.dumps(to_json(sir)).encode("ascii"), 9)


def unpack_tree(content: bytes, name: str) -> Sir:
    """The tree that `pack_tree` was given; `name` is for the message.

    Raises:
        DataDamaged: it cannot be read.
    """
    try:
        return from_json(json.loads(zlib.decompress(content)))
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise DataDamaged(
            f"The kept words of {name} are damaged. Restore a backup of the answer."
        ) from error


def _emptied(node: Node) -> Node:
    return Node("", node.type, "", node.parent, node.children, node.level)


def _pieces(pieces: PieceTable, words: NDArray[np.bool_]) -> PieceTable:
    stay = words[pieces.word]
    before = np.r_[0, np.cumsum(stay)].astype(np.int32)
    return PieceTable(
        before[pieces.first],
        pieces.start[stay],
        pieces.end[stay],
        _renumbered(words)[pieces.word[stay]],
    )


def _renumbered(stays: NDArray[np.bool_]) -> NDArray[np.int32]:
    return (np.cumsum(stays) - 1).astype(np.int32)
