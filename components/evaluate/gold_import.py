"""Ground truth from a file: what it says of the document, before it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.reading_figures import classes_in_words, gold_in_words
from components.selection.question_notices import attempt, tell
from core.evaluation.gold import FORMS, read_gold
from core.evaluation.gold.stored_gold import keep_gold

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from core.evaluation.gold.base import Gold
    from core.library import DocumentRecord

_READ, _COUNT = "sightline.gold.read", "sightline.gold.files"
"""The file that was read last; how many were kept, since the next one gets a place of its own."""
_AUTO = ""
NEEDS = {
    "coco": "`images` (each with `file_name`, `width`, `height`, and `page_no` from 1 where the "
    "document has several pages), `categories` with names, and `annotations` with `bbox` in "
    "pixels; if wanted `order`, the place in the reading order of the page. Names of PubLayNet, "
    "DocLayNet, OmniDocBench, opendataloader-bench and of Sightline's own classes are known",
    "omnidocbench": "a list of pages with `page_info` and `layout_dets`, as the data set has them. "
    "A file of many documents can be given: the pages of this one are picked out",
    "markdown": "the text of the whole document in reading order, with headings (`#`) and tables "
    "(Markdown or HTML)",
}
"""What a file of each form must hold, in Markdown."""


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
        form = st.selectbox(
            "Form",
            [_AUTO, *FORMS],
            format_func=lambda name: FORMS.get(name, "Told by what the file holds"),
            key="gold-form",
        )
        with st.popover("What a file must hold", icon=":material/help:"):
            st.markdown("\n".join(f"- **{FORMS[name]}**: {need}." for name, need in NEEDS.items()))
    if file is not None:
        with st.spinner("Reading the ground truth…", show_time=True):
            gold = _read(record, file, form)
        _preview(record, gold)


def _read(record: DocumentRecord, file: UploadedFile, form: str) -> Gold:
    """What a file holds, kept until there is another one. Raises as `read_gold`."""
    key = (record.sha, file.file_id, form)
    cached = state.kept(_READ, None)
    if cached is None or cached[0] != key:
        bench = resources.workbench()
        limit = bench.settings.max_upload_mb
        sir = bench.documents.sir(record.sha)
        cached = (key, read_gold(file.getvalue(), file.name, record, sir, limit, form))
        state.keep(_READ, cached)
    return cached[1]


def _preview(record: DocumentRecord, gold: Gold) -> None:
    st.markdown(gold_in_words(gold))
    if classes := classes_in_words(gold):
        st.caption(classes)
    for problem in gold.problems:
        st.caption(f":material/warning: {plain(problem)}")
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
