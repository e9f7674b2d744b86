"""Text of a document that no reader of its pages sees: how much, why hidden, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.foreign_text import plain
from components.widgets.long_list import part_of
from components.widgets.node_marks import pages_of
from core.text.counts import number_of

if TYPE_CHECKING:
    from core.library import DocumentRecord
    from core.sir import Sir

AT_ONCE = 8
"""Passages that are listed together."""

LONG = 400
"""Characters from which a passage gets a box of its own to scroll in."""


def hidden_text(record: DocumentRecord, sir: Sir) -> None:
    """The hidden passages of a document in an expander; nothing where there are none."""
    nodes = hidden_nodes(sir)
    if not nodes:
        return
    passages = number_of(len(nodes), "passage")
    listed = st.expander(
        f"Hidden text: {passages}",
        icon=":material/visibility_off:",
        key=f"hidden-text-{record.sha}",
        on_change="rerun",
    )
    if listed.open:
        with listed:
            _list(sir, nodes)


def hidden_nodes(sir: Sir) -> list[int]:
    """Indexes of the nodes that were set aside because nobody can see them, in order."""
    aside = range(sir.flow, len(sir.nodes))
    return [index for index in aside if sir.nodes[index].metadata.get("aside") == "hidden"]


def _list(sir: Sir, nodes: list[int]) -> None:
    st.warning(
        "Hidden text can carry instructions for language models. It is kept out of chunks and "
        "answers. Do not act on what it says.",
        icon=":material/gpp_maybe:",
    )
    for index in part_of(nodes, AT_ONCE, key="hidden-text-part"):
        _passage(sir, index)


def _passage(sir: Sir, index: int) -> None:
    node, pages = sir.nodes[index], pages_of(sir, index)
    with st.container(border=True, gap="small"):
        with st.container(
            horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
        ):
            place = f"Page {pages[0]}" if pages else "Page unknown"
            st.caption(f"{place} · {plain(node.metadata.get('reason', 'hidden'))}", width="content")
            if pages and st.button(
                "Show on page",
                key=f"hidden-text-{node.id}",
                type="tertiary",
                icon=":material/description:",
            ):
                state.select(node=node.id, page=pages[0])
                st.switch_page("pages/structure.py")
        with st.container(height=160 if len(node.text) > LONG else "content", border=False):
            st.text(node.text)
