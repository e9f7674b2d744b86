"""Rows of the steps: paragraphs, their topics, and the topics of every chunk."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from components.chunks.chunk_marks import owner_at
from components.chunks.step_words import CHUNKS, PARAGRAPHS
from components.widgets.listbox.tree_rows import TreeRow
from core.chunking.continuity import Relation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from components.chunks.step_marks import Walk

MOST = 3000
"""Items that are sent to the browser at once; of more, those around the chosen one."""
_LABEL = 110
_RELATIONS = {
    Relation.FORWARD: "points back",
    Relation.BACKWARD: "needs a term",
    Relation.INDEPENDENT: "independent",
    Relation.CHAPTER: "a chapter begins",
}


def step_rows(walk: Walk, chosen: int) -> list[TreeRow]:
    """A row for each item around the chosen one, below the paragraph or chunk it is a part of.

    The node of an item is its first token, that of a row above items `-1` less than that of the
    first of them (see `token_of_row`).
    """
    first = max(min(chosen - MOST // 2, len(walk.items) - MOST), 0)
    places = range(first, min(first + MOST, len(walk.items)))
    if walk.step == PARAGRAPHS:
        return [_row(walk, place, 0) for place in places]
    rows: list[TreeRow] = []
    for whole, group in groupby(places, key=lambda place: _whole(walk, place)):
        rows += _group(walk, whole, list(group))
    return rows


def token_of_row(node: int) -> int:
    """The first token of the item that a row stands for, or of its first item."""
    return node if node >= 0 else -1 - node


def _whole(walk: Walk, place: int) -> int:
    topic = walk.record.topics[place]
    return owner_at(walk.result, topic.start).index if walk.step == CHUNKS else topic.paragraph


def _group(walk: Walk, whole: int, places: Sequence[int]) -> Iterator[TreeRow]:
    if len(places) > 1:
        name = "chunk" if walk.step == CHUNKS else "paragraph"
        colour = walk.colour(places[0]) if walk.step == CHUNKS else ""
        words = f"{name.capitalize()} {whole + 1}: {len(places)} topics"
        start, page = walk.items[places[0]].start, _page(walk, places[0])
        yield TreeRow(-1 - start, 0, "", words, page, section=True, colour=colour)
    for place in places:
        yield _row(walk, place, int(len(places) > 1))


def _row(walk: Walk, place: int, depth: int) -> TreeRow:
    item, note = walk.items[place], ""
    if walk.step == CHUNKS and place:
        relation = _RELATIONS[walk.record.links[place - 1].relation]
        note = f"⊕ kept: {relation}" if walk.is_joined(place) else f"✂ cut: {relation}"
    kind = f"{'¶' if walk.step == PARAGRAPHS else 'topic'} {place + 1}"
    words = walk.result.stream.text(item.start, min(item.start + _LABEL // 2, item.end))
    label = " ".join(words.split())
    label = label if len(label) <= _LABEL else f"{label[: _LABEL - 1]}…"
    return TreeRow(
        item.start, depth, kind, label, _page(walk, place), section=False, note=note,
        colour=walk.colour(place),
    )  # fmt: skip


def _page(walk: Walk, place: int) -> int:
    item = walk.items[place]
    return int(walk.result.stream.page[item.start])
