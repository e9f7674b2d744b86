"""Ground truth of a document: what there is, more of it from a file, and the readings beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.comparison.reading_table import reading_table
from components.errors import Boundary
from components.evaluate.gold_import import gold_import
from components.foreign_text import plain
from components.labels.reading_figures import classes_in_words, gold_in_words
from components.selection.document_picker import document_box, find_document, newest_first
from components.selection.empty_library import empty_library
from components.selection.question_notices import attempt, show_notice, tell
from core.evaluation.gold import FORMS
from core.evaluation.gold.stored_gold import damaged_forms, drop_gold, gold_of

if TYPE_CHECKING:
    from core.evaluation.gold.base import Gold
    from core.library import DocumentRecord


def gold_panel() -> None:
    """A choice of the document, its ground truth, a place for a file, and the scores."""
    records = newest_first()
    if not records:
        empty_library()
        return
    find_document(records)
    record = document_box(records)
    with Boundary():
        show_notice()
        gold = _kept(record)
        gold_import(record)
        if gold:
            reading_table(record)


def _kept(record: DocumentRecord) -> bool:
    """The ground truth of a document, each with a way to delete it; whether there is any."""
    library = resources.workbench().library
    if damaged := damaged_forms(library, record.sha):
        for form in damaged:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.warning(f"The ground truth of the form {form} is damaged. Delete it.")
                _delete(record, form)
        return False
    kept = gold_of(library, record.sha)
    if not kept:
        st.caption(
            f"{plain(record.name)} has no ground truth yet. With it, every reading of the document "
            "gets scores: boxes by class, text, reading order, headings, tables."
        )
    for gold in kept:
        _row(record, gold)
    return bool(kept)


def _row(record: DocumentRecord, gold: Gold) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(gold_in_words(gold), help=classes_in_words(gold) or None, width="content")
        _delete(record, gold.form)
    for problem in gold.problems:
        st.caption(f":material/warning: {plain(problem)}")


def _delete(record: DocumentRecord, form: str) -> None:
    with st.popover("Delete", icon=":material/delete:", key=f"gold-delete-{record.sha}-{form}"):
        st.caption("Deletes this ground truth with its scores. The readings stay.")
        sure = st.checkbox("Yes, delete it", key=f"gold-sure-{record.sha}-{form}")
        st.button(
            "Delete the ground truth",
            key=f"gold-drop-{record.sha}-{form}",
            disabled=not sure,
            on_click=attempt(lambda: _deleted(record, form)),
        )


def _deleted(record: DocumentRecord, form: str) -> None:
    drop_gold(resources.workbench().library, record.sha, form)
    tell(f"The ground truth ({FORMS[form].partition(':')[0]}) is deleted.")
