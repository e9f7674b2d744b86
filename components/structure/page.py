"""The tree of a document beside its pages, how it came about, and what other routes give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.comparison.reading_table import reading_table
from components.errors import Boundary
from components.foreign_text import plain
from components.selection.document_picker import document_picker
from components.sign_in import may
from components.structure.chart import structure_chart
from components.structure.corrections import correct_node, correction_list
from components.structure.figure_words import describe_all
from components.structure.glossary_view import chosen_entry, entry_marks, glossary_list
from components.structure.inspection_report import inspection_report
from components.structure.node_card import node_card
from components.structure.page_by_model import page_by_model
from components.structure.readings.compare import compare_routes
from components.structure.route_card import page_badges, route_card
from components.structure.segments import has_segments, segment_chart
from components.structure.segments_by_model import segments_by_model
from components.widgets.document_pages import document_pages
from components.widgets.layout import room
from components.widgets.listbox import outline
from components.widgets.listbox.tree_rows import aside_rows, dot_rows, tree_rows
from components.widgets.node_marks import MOST_PAGES, node_marks, pages_of, shown_pages
from components.widgets.switch import switch
from components.widgets.tabs import tabs
from core.library.file_kinds import LOOKED_AT
from core.rights import Right
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.widgets.page_view import Click, Mark
    from core.inspection.results import Inspection
    from core.library import DocumentRecord
    from core.sir import Sir

_TREE, _INSPECTION = "Tree and pages", "Inspection"
_COMPARE, _READINGS = "Compare routes", "All readings"
_TABS, _GLOSSARY = "structure-tabs", "Glossary"
_CARD = 10.0
"""Height (rem) of what is said of the chosen element below the outline."""
_SEGMENTS = 3.0
"""Height (rem) of what is said there of who chose the segments of a narrative."""


def page() -> None:
    """The route above; below it the tree with its pages, the inspection, or other readings."""
    if record := document_picker("Structure"):
        _structure(record)


def _structure(record: DocumentRecord) -> None:
    bench = resources.workbench()
    sir = bench.documents.sir(record.sha)
    # The record may be older than the tree that was made of it just now.
    record = bench.library.get(record.sha)
    inspection = _inspection(record) if record.kind in LOOKED_AT else None
    card, ways = st.columns(2, vertical_alignment="center")
    with card:
        route_card(record, inspection)
    with ways:
        looked_at = (_INSPECTION,) if inspection else ()
        looks = (_TREE, *looked_at, _COMPARE, _READINGS)
        key = "structure-look" if inspection else "structure-look-text"
        look = switch("Show", looks, key, width="stretch")
    if look == _INSPECTION and inspection:
        inspection_report(record, inspection, sir.pages)
    elif look == _COMPARE:
        compare_routes(record, sir)
    elif look == _READINGS:
        with Boundary():
            reading_table(record)
    else:
        _tree_and_pages(record, sir)


def _inspection(record: DocumentRecord) -> Inspection:
    """From the cache but for a document that was parsed before there was an Inspector.

    Looking asks no language model: that costs, and what it decides may not be what was done.
    """
    with st.spinner("Inspecting the document", show_time=True):
        return resources.workbench().documents.known_inspection(record.sha)


def _tree_and_pages(record: DocumentRecord, sir: Sir) -> None:
    node = _chosen(sir)
    tree, pages = st.columns([2, 3], gap="medium")
    with tree:
        below = _SEGMENTS if resources.workbench().segments.possible(record.sha) else 0.0
        with room("structure-outline", more=below if node is None else below + _CARD):
            _trees(record, sir, node)
        if node is not None:
            node_card(sir, node)
            if may(Right.REVIEW):
                correct_node(record, sir, node)
        if may(Right.REVIEW):
            describe_all(sir)
        if may(Right.EDIT):
            segments_by_model(record)
    with pages, room("structure-room"):
        _pages(record, sir, node)


def _trees(record: DocumentRecord, sir: Sir, node: int | None) -> None:
    corrections = resources.workbench().documents.corrections(record.sha)
    name = f"{record.sha}/{resources.workbench().documents.tree_key(record.sha)}"

    def choose(index: int | None) -> None:
        state.select(node=None if index is None else sir.nodes[index].id, page=None)

    set_aside = aside_rows(sir)
    flow, chart, words, aside, corrected = tabs(
        [
            "Outline",
            "Chart",
            _GLOSSARY,
            f"Set aside ({len(set_aside)})",
            f"Corrections ({len(corrections)})",
        ],
        _TABS,
    )
    # Always drawn: opened while a correction is at work, it would go on showing the tree before.
    with flow:
        outline(
            tree_rows(sir),
            key="outline",
            name=name,
            label=f"Structure of {record.name}",
            selected=node,
            on_choose=choose,
        )
    if chart.open:
        with chart:
            if has_segments(sir):
                segment_chart(sir, node, key="segments", on_choose=choose)
            stream = resources.workbench().documents.stream(record.sha)
            structure_chart(stream, record.name, node, key="icicle", on_choose=choose)
    if words.open:
        with words:
            glossary_list(record, sir)
    if aside.open:
        with aside:
            dots = dot_rows(sir)
            rows = f" Not listed: {number_of(dots, 'row')} of dots." if dots else ""
            st.caption(
                "Kept out of chunks: running headers and footers, hidden text, references; of web "
                f"pages navigation, cookie notices and the like.{rows}"
            )
            if left_out := sir.metadata.get("left_out"):
                st.caption(plain(f"Left out of the pages: {left_out}."))
            outline(
                set_aside,
                key="outline-aside",
                name=name,
                label=f"Set aside in {record.name}",
                selected=node,
                on_choose=choose,
            )
    if corrected.open:
        with corrected:
            correction_list(record, sir, corrections)


def _pages(record: DocumentRecord, sir: Sir, node: int | None) -> None:
    def clicked(click: Click) -> None:
        state.select(node=click.id, page=click.page)

    entry = chosen_entry(record) if state.widget_value(_TABS) == _GLOSSARY else None
    if entry and (marks := entry_marks(sir, entry)):
        _entry_pages(record, marks)
        return
    numbers = shown_pages(sir, node, state.view().page)
    if node is not None:
        _groups(pages_of(sir, node), numbers)
    page_badges(sir, numbers)
    page_by_model(record, sir, numbers)
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


def _entry_pages(record: DocumentRecord, marks: Sequence[Mark]) -> None:
    pages = sorted({mark.box.page for mark in marks})
    document_pages(record, pages, marks, key="glossary-pages", selected=marks[0].id, page=pages[0])


def _groups(numbers: list[int], shown: list[int]) -> None:
    if len(numbers) <= MOST_PAGES or shown[0] not in numbers:
        return
    at = numbers.index(shown[0])
    before, after = numbers[max(at - MOST_PAGES, 0) : at], numbers[at + MOST_PAGES :]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            f"Pages {shown[0]}–{shown[-1]} are shown, "
            f"{len(shown)} of the {len(numbers)} pages of this element."
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
    linked = state.view().page
    return linked if linked in numbers else numbers[0]


def _chosen(sir: Sir) -> int | None:
    """The index of the node in the address; a node that is not here is said to be so."""
    linked = state.view().node
    place = next((at for at, node in enumerate(sir.nodes) if node.id == linked), None)
    if linked and place is None:
        st.warning(
            "The link leads to an element that this document does not have. Choose one below.",
            icon=":material/link_off:",
        )
    return place
