"""Two trees beside each other, with what differs marked in both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.labels.routes import CHANGES, within
from components.structure.readings.marks import COLOUR, change_legend
from components.structure.readings.trial import NOW, OTHER, Trial, picked, picker
from components.widgets.layout import room
from components.widgets.listbox import outline
from components.widgets.listbox.tree_rows import TreeRow, aside_rows, tree_rows
from core.parsing.tree_comparison import Change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library import DocumentRecord
    from core.sir import Sir


def two_trees(record: DocumentRecord, sir: Sir, trial: Trial) -> None:
    """The present tree on the left, the other on the right; a choice shows in both."""
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        only = st.toggle(
            "Only what differs",
            key="routes-only",
            help="Hide elements that both trees have with the same class and level.",
        )
        change_legend()
    chosen = picked(trial)
    for place, side, tree, changes, selected, name in zip(
        st.columns(2, gap="medium"),
        (NOW, OTHER),
        (sir, trial.sir),
        (trial.found.one, trial.found.other),
        chosen,
        ("now", within(trial.parser)),
        strict=True,
    ):
        with place, room("routes-trees", side):
            outline(
                compared_rows(tree, changes, only=only),
                key=f"routes-tree-{side}",
                name=f"{'/'.join(trial.key)}/{only}",
                label=f"Structure of {record.name}, {name}",
                selected=selected,
                on_choose=picker(sir, trial, side),
            )


def compared_rows(sir: Sir, changes: Mapping[int, Change], *, only: bool) -> list[TreeRow]:
    """All rows of a tree, what was set aside behind the flow, each with its change.

    With `only`, just what differs and what stands above it.
    """
    rows = [*tree_rows(sir), *(_aside(row) for row in aside_rows(sir))]
    if only:
        differing = {index for index, change in changes.items() if change is not Change.SAME}
        shown = differing | {
            above for at in differing if at < sir.flow for above in sir.ancestors(at)
        }
        rows = [row for row in rows if row.node in shown]
    return [_marked(row, changes.get(row.node)) for row in rows]


def _aside(row: TreeRow) -> TreeRow:
    return row._replace(kind=f"set aside: {row.kind or 'text'}")


def _marked(row: TreeRow, change: Change | None) -> TreeRow:
    if change in (None, Change.SAME):
        return row
    return row._replace(note=CHANGES[change], colour=COLOUR[change])
