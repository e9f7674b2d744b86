"""Letting a language model decide on the route, and reading the document by its decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.sign_in import may
from components.structure.inspection_labels import unused_in_words
from components.widgets.long_work import requested_work
from core.rights import Right

if TYPE_CHECKING:
    from core.inspection.results import Inspection
    from core.library import DocumentRecord


def ask_model(record: DocumentRecord, inspection: Inspection) -> None:
    """A button where there is a model that has not decided yet; it reads nothing anew."""
    bench = resources.workbench()
    model = bench.model
    if model is None or inspection.decided_by == model.name:
        return
    anew = requested_work(
        lambda progress: bench.documents.inspect_again(record.sha, progress),
        request=f"sightline.inspect.{record.sha}",
        offer=lambda press: st.button(
            f"Ask {plain(model.name)} again"
            if inspection.notice
            else f"Let {plain(model.name)} decide",
            icon=":material/psychology:",
            key="inspection-ask",
            help="The model asks the three tools what it wants to know, and chooses. It never "
            "sees the text. The document stays as it was read until you choose otherwise.",
            on_click=press,
        ),
        key=f"inspect.{record.sha}",
        title=f"{model.name} is asking the tools",
        unit="turns",
    )
    if anew is not None:
        st.rerun()


def read_anew(record: DocumentRecord, inspection: Inspection) -> None:
    """Where the decision shown is not the one that the document was read by: that, and a way."""
    words = unused_in_words(inspection, record.parse)
    if not words:
        return
    st.info(plain(words), icon=":material/history:")
    if not may(Right.EDIT):
        return
    tree = requested_work(
        lambda progress: resources.workbench().documents.use_route(
            record.sha, "automatic", progress
        ),
        request=f"sightline.anew.{record.sha}",
        offer=lambda press: st.button(
            "Read it anew by this decision",
            icon=":material/refresh:",
            key="inspection-anew",
            help="The document takes the new structure in place of the one it has. Its chunks and "
            "its entries in the index are made anew when they are next needed. Corrections by "
            "hand are kept and applied again.",
            on_click=press,
        ),
        key=f"anew.{record.sha}",
        title=f"Reading {record.name}",
        unit="pages",
    )
    if tree is not None:
        state.select(node=None, chunk=None, citation=None)
        st.rerun()
