"""Ground truth of a document: what there is, more of it from a file, and the readings beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.comparison.reading_table import reading_table
from components.errors import Boundary
from components.foreign_text import plain
from components.labels.reading_figures import classes_in_words, gold_in_words
from components.selection.document_picker import document_box, find_document, newest_first
from components.selection.empty_library import empty_library
from components.selection.question_notices import attempt, show_notice, tell
from components.widgets.file_form import file_form, form_needs
from core.evaluation.gold import FORMS, read_gold
from core.evaluation.gold.stored_gold import damaged_forms, drop_gold, gold_of, keep_gold
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from core.evaluation.gold.base import Gold
    from core.library import DocumentRecord


_READ, _COUNT = "sightline.gold.read", "sightline.gold.files"
"""The file that was read last; how many were kept, since the next one gets a place of its own."""
NEEDS: dict[str, str] = word_table(__file__)
"""What a file of each form must hold, in Markdown."""


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
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(gold_in_words(gold), help=classes_in_words(gold) or None, width="content")
            _delete(record, gold.form)
        _problems(gold)
    return bool(kept)


def _problems(gold: Gold) -> None:
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


def gold_import(record: DocumentRecord) -> None:
    """A place for a file; below it what it holds, and the way to keep it."""
    left, right = st.columns([3, 2], gap="medium")
    with left:
        file = st.file_uploader(
            "File of ground truth, JSON or Markdown",
            type=["json", "md"],
            key=f"gold-file-{record.sha}-{state.kept(_COUNT, 0)}",
        )
    with right:
        form = file_form("Form", FORMS, key="gold-form")
        with st.popover("What a file must hold", icon=":material/help:"):
            form_needs(FORMS, NEEDS)
    if file is not None:
        with st.spinner("Reading the ground truth…", show_time=True):
            gold = _read(record, file, form)
        _preview(record, gold)


def _read(record: DocumentRecord, file: UploadedFile, form: str) -> Gold:
    """What a file holds, kept until there is another one. Raises as `read_gold`."""

    def read() -> Gold:
        bench = resources.workbench()
        limit, sir = bench.settings.max_upload_mb, bench.documents.sir(record.sha)
        return read_gold(file.getvalue(), file.name, record, sir, limit, form)

    return state.remembered(_READ, (record.sha, file.file_id, form), read)


def _preview(record: DocumentRecord, gold: Gold) -> None:
    st.markdown(gold_in_words(gold))
    if classes := classes_in_words(gold):
        st.caption(classes)
    _problems(gold)
    st.button(
        "Keep as ground truth",
        type="primary",
        icon=":material/check:",
        help="It takes the place of the one of the same form.",
        on_click=attempt(lambda: _keep(record, gold)),
    )


def _keep(record: DocumentRecord, gold: Gold) -> None:
    keep_gold(resources.workbench().library, record.sha, gold)
    state.keep(_COUNT, state.kept(_COUNT, 0) + 1)
    state.keep(_READ, None)
    tell(f"**{plain(gold.name)}** is ground truth of {plain(record.name)} now.")
