"""What is searched and how, and who writes the answer: the controls above the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.ask import asking
from components.foreign_text import plain
from components.forms.configuration_form import configuration_form
from components.forms.retrieval_form import retrieval_form
from components.labels.documents import unique_labels
from components.selection.search_configuration import ask_configuration, search_by
from components.selection.searched_documents import WIDGET, preset_choice
from components.sign_in import may
from core.configuration.address import to_address
from core.configuration.labels import short_label
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.configuration import Configuration
    from core.library import DocumentRecord

_NO_MODEL = (
    "There is no language model: answers are text of the documents. For a model, choose "
    "one on the page Settings, or set `GEMINI_API_KEY` or `SIGHTLINE_MODEL` before the start."
)


def documents_control(records: Mapping[str, DocumentRecord]) -> list[str]:
    """The documents to search, of those that are let through; all of them where none is chosen."""
    count = len(records)
    preset_choice(records)
    names = unique_labels({sha: record.name for sha, record in records.items()})
    chosen = st.multiselect(
        "Documents to search",
        list(records),
        format_func=lambda sha: names.get(sha) or str(sha),
        placeholder=f"All {count} documents" if count > 1 else "The only document",
        key=WIDGET,
        label_visibility="collapsed",
        persist_state="session",
    )
    return chosen or list(records)


def configuration_control() -> Configuration:
    """The configuration that documents are searched by, which lives as long as the session."""
    now = ask_configuration()
    # Without help of its own: its words would lie over what was opened, under the mouse.
    with st.popover(_in_words(now), icon=":material/tune:", key="ask-settings"):
        _writer()
        st.markdown("**How documents are cut and searched**")
        config = configuration_form(now, key="ask", store=search_by, narrow=True)
        with st.expander("How passages are found", icon=":material/manage_search:"):
            config = retrieval_form(config, key="ask-retrieval", store=search_by)
        st.caption(
            "Documents are indexed once for each setting, in the background; where that is sent to "
            "a service, when the next question is asked."
        )
        if state.view().recipe not in (None, to_address(config)):
            st.button("Take over from Chunks", on_click=_take_over, type="tertiary")
    if config != now:
        st.rerun()  # what names the settings above is drawn already
    return config


def _in_words(config: Configuration) -> str:
    writer = f" · {plain(asking.model_name())}" if asking.model_name() and asking.by_model() else ""
    return short_label(config) + writer


def _writer() -> None:
    """Who writes answers: a switch, which stands still where there is no model."""
    model = asking.model_name()
    st.markdown("**Who writes the answer**")
    allowed = st.toggle(
        f"Let {plain(model)} write the answer"
        if model
        else "Let a language model write the answer",
        bool(model) and asking.by_model(),
        key="ask-by-model" if model else "ask-no-model",
        disabled=not model,
        help="Each claim of the model is checked against the lines that it cites. Switched off, "
        "the answer is made of text of the documents, word for word.",
    )
    if model:
        asking.let_model(allowed)
        st.caption("The question and the lines that were found are sent to the model's service.")
    else:
        st.caption(_NO_MODEL)
        if may(Right.ADMINISTER):
            st.page_link("pages/settings.py", label="Settings", icon=":material/settings:")


def _take_over() -> None:
    search_by(state.view().recipe)
