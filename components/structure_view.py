"""The tree of a document beside its pages: what is chosen in one is shown in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.document_pages import document_pages
from components.node_card import node_card
from components.node_marks import MOST_PAGES, node_marks, pages_of, shown_pages
from components.outline import aside_rows, outline, tree_rows
from components.structure_chart import structure_chart

if TYPE_CHECKING:
    from components.page_view import Click
    from core.library import DocumentRecord
    from core.sir import Sir


def structure_view(record: DocumentRecord) -> None:
    """Outline, chart and what was set aside on one side, the page with its lines on the other."""
    sir = resources.workbench().sir(record.sha)
    node = _chosen(sir)
    tree, pages = st.columns([2, 3], gap="medium")
    with tree:
        _trees(record, sir, node)
        if node is not None:
            node_card(sir, node)
    with pages:
        _pages(record, sir, node)


def _trees(record: DocumentRecord, sir: Sir, node: int | None) -> None:
    def choose(index: int | None) -> None:
        state.select(node=None if index is None else sir.nodes[index].id, page=None)

    flow, chart, aside = st.tabs(
        ["Outline", "Chart", f"Set aside ({len(sir.nodes) - sir.flow})"],
        key="structure-tabs",
        on_change="rerun",
    )
    if flow.open:
        with flow:
            outline(
                tree_rows(sir),
                key="outline",
                name=record.sha,
                label=f"Structure of {record.name}",
                selected=node,
                on_choose=choose,
            )
    if chart.open:
        with chart:
            stream = resources.workbench().stream(record.sha)
            structure_chart(stream, record.name, node, key="icicle", on_choose=choose)
    if aside.open:
        with aside:
            st.caption("Kept out of chunks: running headers and footers, hidden text, references.")
            outline(
                aside_rows(sir),
                key="outline-aside",
                name=record.sha,
                label=f"Set aside in {record.name}",
                selected=node,
                on_choose=choose,
            )


def _pages(record: DocumentRecord, sir: Sir, node: int | None) -> None:
    def clicked(click: Click) -> None:
        state.select(node=click.id, page=click.page)

    numbers = shown_pages(sir, node, state.view().page)
    if node is not None:
        _groups(pages_of(sir, node), numbers)
    document_pages(
        record,
        numbers,
        node_marks(sir, node, numbers),
        key="structure-pages",
        selected=sir.nodes[node].id if node is not None else None,
        page=_framed(numbers),
        on_click=clicked,
        turning=True,
    )


def _groups(held: list[int], shown: list[int]) -> None:
    """Where an element has more pages than are shown: which these are, and ways to the others."""
    if len(held) <= MOST_PAGES or shown[0] not in held:
        return
    at = held.index(shown[0])
    before, after = held[max(at - MOST_PAGES, 0) : at], held[at + MOST_PAGES :]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            f"Pages {shown[0]} to {shown[-1]} are shown, "
            f"{len(shown)} of the {len(held)} pages of this element."
        )
        for words, pages in (("Pages before", before), ("Pages after", after)):
            if pages:
                st.button(
                    words,
                    key=f"structure-{words}",
                    on_click=state.select,
                    kwargs={"page": pages[0]},
                )


def _framed(numbers: list[int]) -> int:
    """The page in the address if it is among those shown, else the first of them."""
    wanted = state.view().page
    return wanted if wanted in numbers else numbers[0]


def _chosen(sir: Sir) -> int | None:
    """The index of the node in the address; a node that is not here is said to be so."""
    wanted = state.view().node
    found = next((at for at, node in enumerate(sir.nodes) if node.id == wanted), None)
    if wanted and found is None:
        st.warning(
            "The link leads to an element that this document does not have. Choose one below.",
            icon=":material/link_off:",
        )
    return found
