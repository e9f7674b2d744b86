"""Two chunkings of a document beside each other, on the same pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.chunks.detail import chunk_detail
from components.chunks.figures import difference_in_words, figures
from components.chunks.making import Made, follow, make_chunks
from components.chunks.marks import chunk_marks, chunk_of, shown_pages
from components.chunks.plan_report import plan_report
from components.chunks.words import summary
from components.document_pages import document_pages
from components.errors import Boundary
from components.options_form import decode_recipe, encode_recipe, recipe_form
from components.page_picker import page_picker
from components.page_view import legend
from components.room import room

if TYPE_CHECKING:
    from collections.abc import Callable

    from components.page_view import Click
    from core.library import DocumentRecord

_PART = {"A": "recipe", "B": "other"}
"""Where the view holds the settings of either side."""
_ABOVE = 26.0
"""Height (rem) of what stands above and below the pages."""


def compare(record: DocumentRecord, toggle: Callable[[], None]) -> None:
    """A on the left, B on the right, each with its own strategy and options.

    `toggle` draws the way back to one setting.
    """
    made: list[Made | None] = []
    for side, place in zip("AB", st.columns(2, gap="medium"), strict=True):
        with place:
            made.append(_settings(record, side))
    one, two = made
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if one and two:
            st.markdown(difference_in_words(summary(one.result), summary(two.result)))
        toggle()
    if one and two:
        _pages(record, one, two)


def _settings(record: DocumentRecord, side: str) -> Made | None:
    view = state.view()
    text = getattr(view, _PART[side])
    recipe = recipe_form(
        decode_recipe(text), key=f"compare-{side}", label=f"Strategy {side}", narrow=True
    )
    state.select(**{_PART[side]: encode_recipe(recipe)})
    made = make_chunks(record, recipe, key=f"compare-{side}")
    if made is None:
        return None
    if side == "A":
        follow(record, made)
    plan_report(record, made, key=f"compare-{side}")
    figures(made)
    return made


@st.fragment
def _pages(record: DocumentRecord, one: Made, two: Made) -> None:
    def clicked(click: Click) -> None:
        state.select(chunk=chunk_of(click.id), page=click.page)

    with Boundary():
        selected = state.view().chunk or ""
        chosen = one.result.by_id.get(selected) or two.result.by_id.get(selected)
        pages = shown_pages(chosen, state.view().page, record.page_count)
        wanted = state.view().page
        shown = wanted if wanted in pages else pages[0]
        page_picker(record.page_count, shown)
        for side, made, place in zip("AB", (one, two), st.columns(2, gap="medium"), strict=True):
            marks = chunk_marks(made.result, pages, selected)
            held = made.result.by_id.get(selected)
            with place, room(f"compare-room-{side}", _ABOVE):
                document_pages(
                    record,
                    pages,
                    marks,
                    key=f"compare-pages-{side}",
                    selected=held.id if held else None,
                    page=shown,
                    on_click=clicked,
                )
                legend(marks)
                if held:
                    chunk_detail(made.result, held)
