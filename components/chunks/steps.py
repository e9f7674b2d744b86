"""The three steps, walked through one by one: a list of what each made, and its pages.

Source: practical RAG chunking, steps 1 to 3.
"""

from __future__ import annotations

from functools import partial
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import state
from components.chunks.chunk_marks import owner_at
from components.chunks.step_marks import Walk, mark_id, step_marks, token_of
from components.chunks.step_words import CHUNKS, EXPLAINED, PARAGRAPHS, STEPS, counted, counts
from components.foreign_text import plain
from components.widgets.document_pages import document_pages
from components.widgets.listbox import outline
from components.widgets.listbox.tree_rows import TreeRow
from components.widgets.page_view import Click, legend
from components.widgets.quote import quote_block
from components.widgets.switch import switch
from core.chunking.continuity import Relation
from core.page_names import pages_in_words
from core.text.counts import number_of
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import ChunkingResult
    from core.library import DocumentRecord
    from core.spans import Span

TITLE = "Steps"
_STEP = "chunks-step"
_AT = "sightline.step-token"
"""The first token of the item that is looked at; it stays from step to step."""
_MOST_PAGES = 4
_ROWS = "sightline.step-rows"
_MARK = '<mark style="background:#ffe58a;color:#1d2530;text-decoration:underline">'
MOST = 3000
"""Items that are sent to the browser at once; of more, those around the chosen one."""
_LABEL = 110
_RELATIONS = {
    Relation.FORWARD: "points back",
    Relation.BACKWARD: "needs a term",
    Relation.INDEPENDENT: "independent",
    Relation.CHAPTER: "a chapter begins",
}


class _Cached(NamedTuple):
    result: ChunkingResult
    step: str
    rows: Sequence[TreeRow]


def steps_shown(result: ChunkingResult, tabs: str) -> bool:
    """Whether the tab with the steps is open."""
    return result.making.record is not None and state.widget_value(tabs) == TITLE


def steps(record: DocumentRecord, result: ChunkingResult) -> None:
    """The way through the steps, what the chosen one made, and why."""
    if result.making.record is None:
        return
    number = counts(result, result.making.record)
    step = switch(
        "Step",
        STEPS,
        _STEP,
        words={at: f"{at} · {counted(at, number[at])}" for at in STEPS}.__getitem__,
        width="stretch",
    )
    walk = Walk(result, result.making.record, step)
    st.caption(EXPLAINED[step])
    place = walk.at(state.kept(_AT, 0))
    _buttons(walk, place)
    with st.container(gap="xsmall"):
        _detail(walk, place)
    outline(
        _rows(walk, place),
        key="step-list",
        name=f"{record.sha}-{step}",
        label=f"{counted(step, number[step])} of {record.name}",
        selected=walk.items[place].start,
        on_choose=lambda node: _choose(walk, walk.at(token_of_row(node))),
    )


def step_pages(record: DocumentRecord, result: ChunkingResult) -> None:
    """The pages of the chosen item, with the marks of its step."""
    if result.making.record is None:
        return
    walk = Walk(result, result.making.record, state.widget_value(_STEP) or PARAGRAPHS)
    place = walk.at(state.kept(_AT, 0))
    pages, shown = walk.pages(place)[:_MOST_PAGES] or [1], state.view().page
    if shown is not None and shown not in pages:
        pages = [min(shown, record.page_count)]

    def clicked(click: Click) -> None:
        token = token_of(click.id)
        if token is not None:
            _choose(walk, walk.at(token))

    marks = step_marks(walk, pages, place)
    document_pages(
        record,
        pages,
        marks,
        key="step-pages",
        selected=mark_id(walk.items[place].start),
        page=pages[0],
        on_click=clicked,
        turning=True,
    )
    legend(marks)


def _choose(walk: Walk, place: int) -> None:
    state.keep(_AT, walk.items[place].start)
    state.select(page=None)


def _turn(step: str) -> None:
    state.preset(_STEP, step)


def _buttons(walk: Walk, place: int) -> None:
    at, last = STEPS.index(walk.step), len(walk.items) - 1
    moves = (
        ("Step", "back", "arrow_back", "K", at > 0, partial(_turn, STEPS[max(at - 1, 0)])),
        ("Item", "up", "arrow_upward", "P", place > 0, partial(_choose, walk, max(place - 1, 0))),
        ("Item", "down", "arrow_downward", "N", place < last,
         partial(_choose, walk, min(place + 1, last))),
        ("Step", "on", "arrow_forward", "L", at < 2, partial(_turn, STEPS[min(at + 1, 2)])),
    )  # fmt: skip
    for column, (name, way, icon, keys, possible, act) in zip(st.columns(4), moves, strict=True):
        column.button(
            plain(name),
            key=f"step-{way}",
            icon=f":material/{icon}:",
            shortcut=keys,
            on_click=act,
            disabled=not possible,
            help=plain(f"{'Previous' if way in ('back', 'up') else 'Next'} {name.lower()}"),
            width="stretch",
        )


def _rows(walk: Walk, place: int) -> Sequence[TreeRow]:
    """The rows, made once as long as the same step is looked at."""
    cached: _Cached | None = state.kept(_ROWS, None)
    start = walk.items[place].start
    if (
        cached is None
        or cached.result is not walk.result
        or cached.step != walk.step
        or all(row.node != start for row in cached.rows)
    ):
        cached = _Cached(walk.result, walk.step, step_rows(walk, place))
        state.keep(_ROWS, cached)
    return cached.rows


def _detail(walk: Walk, place: int) -> None:
    item, sir = walk.items[place], walk.result.sir
    pages = pages_in_words(sir.pages, walk.pages(place))
    size = f"{number_of(item.sentences, 'sentence')} · {item.end - item.start} tokens · {pages}"
    st.markdown(f"**{walk.name(place)}** · {plain(size)}")
    _verdict(walk, place)


def _verdict(walk: Walk, place: int) -> None:
    """Why the item is what it is; of a relation with the words that bear it out."""
    reason = walk.reason(place)
    if walk.step != CHUNKS or not place:
        st.markdown(plain(reason))
        return
    if walk.is_joined(place):
        kept = "Kept together"
        st.markdown(f":material/link: **{kept}** {plain(reason.removeprefix(kept).lstrip())}")
    else:
        st.markdown(f":material/content_cut: **Cut** · {plain(reason)}")
    link = walk.record.links[place - 1]
    if link.sentence and link.expression:
        st.html(quote_block(_marked(walk, link.sentence, link.expression)))
    if link.explained:
        st.caption("Explained before, in")
        st.html(quote_block(_marked(walk, link.explained, None)))
    elif link.needed and not link.evidence:
        st.caption("The model named no words for it, and rules find none.")


def _marked(walk: Walk, sentence: Span, words: Span | None) -> str:
    text = walk.result.sir.nodes[sentence.node].text
    if words is None:
        return escape(text[sentence.start : sentence.end])
    before, marked, behind = (
        escape(text[a:b])
        for a, b in (
            (sentence.start, words.start), (words.start, words.end), (words.end, sentence.end)
        )
    )  # fmt: skip
    return f"{before}{_MARK}{marked}</mark>{behind}"


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
    return TreeRow(
        item.start, depth, kind, beginning(words, _LABEL), _page(walk, place), section=False,
        note=note, colour=walk.colour(place),
    )  # fmt: skip


def _page(walk: Walk, place: int) -> int:
    item = walk.items[place]
    return int(walk.result.stream.page[item.start])
