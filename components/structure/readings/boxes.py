"""The boxes of two trees on the same page: beside each other, or one over the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.labels.routes import within
from components.structure.readings.marks import (
    change_legend,
    change_marks,
    from_mark,
    mark_id,
    side_legend,
    side_marks,
)
from components.structure.readings.trial import NOW, OTHER, Trial, picked, picker
from components.widgets.document_pages import document_pages, page_picker
from components.widgets.layout import room
from core.parsing.node_places import first_pages
from core.parsing.tree_comparison import Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from components.widgets.page_view import Click
    from core.library import DocumentRecord
    from core.sir import Sir


def beside(record: DocumentRecord, sir: Sir, trial: Trial) -> None:
    """The same page twice: what differs is filled, in the colour of the difference."""
    page = shown_page(record, sir, trial)
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        page_picker(record.page_count, page)
        change_legend()
    for place, side, tree, changes, selected in zip(
        st.columns(2, gap="medium"),
        (NOW, OTHER),
        (sir, trial.sir),
        (trial.found.one, trial.found.other),
        picked(trial),
        strict=True,
    ):
        with place, room("routes-room", side):
            document_pages(
                record,
                [page],
                list(change_marks(tree, changes, page, side)),
                key=f"routes-pages-{side}",
                part=within(trial.parser) if side == OTHER else "now",
                selected=None if selected is None else mark_id(side, selected),
                page=page,
                on_click=_clicked(sir, trial),
            )


def on_one_page(record: DocumentRecord, sir: Sir, trial: Trial) -> None:
    """One page with the boxes of both trees, each tree in its colour and way of drawing."""
    page = shown_page(record, sir, trial)
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        page_picker(record.page_count, page)
        side_legend(within(trial.parser))
    chosen = picked(trial).now
    with room("routes-room"):
        document_pages(
            record,
            [page],
            [
                *side_marks(sir, trial.found.one, page, NOW),
                *side_marks(trial.sir, trial.found.other, page, OTHER),
            ],
            key="routes-pages",
            selected=None if chosen is None else mark_id(NOW, chosen),
            page=page,
            on_click=_clicked(sir, trial),
        )


def shown_page(record: DocumentRecord, sir: Sir, trial: Trial) -> int:
    """The 1-based page of the address, kept to those of the document; else one that differs."""
    page = state.view().page or first_difference(sir, trial)
    return min(max(page, 1), record.page_count)


def first_difference(sir: Sir, trial: Trial) -> int:
    """The first page with an element that the other tree lacks or names otherwise; 1 without any.

    Pages are counted from 1.
    """
    sides = ((sir, trial.found.one), (trial.sir, trial.found.other))
    pages = [
        int(page)
        for tree, changes in sides
        for index, page in enumerate(first_pages(tree))
        if page and changes.get(index, Change.SAME) is not Change.SAME
    ]
    return min(pages, default=1)


def _clicked(sir: Sir, trial: Trial) -> Callable[[Click], None]:
    def clicked(click: Click) -> None:
        if clicked_node := from_mark(click.id):
            side, index = clicked_node
            picker(sir, trial, side)(index)

    return clicked
