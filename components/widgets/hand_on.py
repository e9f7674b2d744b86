"""Ways to hand an answer on: as one file, or as a link. What each holds is said before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.foreign_text import plain
from components.widgets.download import download
from core.export.answer_record.base import AnswerRecord, Standing
from core.export.answer_record.words import standing_words
from core.workbench.answer_records import RecordForm

if TYPE_CHECKING:
    from collections.abc import Callable


_HOLDS = (
    "Each file holds the question, the answer with its verdicts and checks, and every quote with "
    "its document, page and section and a cut-out of the page, the lines marked."
)
_FORMS = {
    RecordForm.PDF: ("PDF", "To print and to file; text can be selected."),
    RecordForm.DOCX: ("Word", "To go on writing; the cut-outs are pictures."),
    RecordForm.HTML: (
        "Web page",
        "One file for any browser, without network: a click on a cut-out shows the whole page.",
    ),
}
_LONGEST = 60
"""Characters of a question in the name of a file."""


def hand_on(
    make: Callable[[], AnswerRecord],
    key: str,
    link: str = "",
    *,
    leads_to: str = "this answer",
    name: str = "",
) -> None:
    """A button that opens the ways to hand an answer on; `make` is called once they are open.

    `link` leads another user of the same server to it, or to more, as `leads_to` says; it is empty
    where the answer is not kept there. `name` is who hands it on, for the log of signed answers.
    """
    if st.button(
        "Hand on",
        key=key,
        type="tertiary",
        icon=":material/ios_share:",
        help="As PDF, Word file or web page with the lines marked, or as a link.",
    ):
        _ways(make(), link, leads_to, name)


@st.dialog("Hand this answer on", width="medium")
def _ways(record: AnswerRecord, link: str, leads_to: str, name: str) -> None:
    _standing(record)
    st.caption(_HOLDS)
    for form, (label, purpose) in _FORMS.items():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            download(label, lambda form=form: _file(record, form, name), file_name(record, form))
            st.markdown(purpose, width="content")
    if link:
        st.markdown(f"**Link** for everyone who can open this address. It leads to {leads_to}.")
        st.code(link, language=None, wrap_lines=True)


def file_name(record: AnswerRecord, form: RecordForm) -> str:
    """What the file of an answer is called: by its question, in letters that any disk takes."""
    words = re.sub(r"[^\w]+", "-", record.question.lower())[:_LONGEST].strip("-_")
    return f"{words or 'answer'}.{form}"


def _standing(record: AnswerRecord) -> None:
    lead, words = standing_words(record)
    if record.standing is Standing.SIGNED:
        st.markdown(f"**{plain(lead)}** {plain(words)}.")
    else:
        st.warning(
            f"**{plain(lead)}** {plain(words)}. The file says so on top.",
            icon=":material/pending_actions:",
        )


def _file(record: AnswerRecord, form: RecordForm, name: str) -> bytes:
    return resources.workbench().records.file(record, form, resources.renderer(), name=name)
