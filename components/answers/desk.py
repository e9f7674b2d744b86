"""The page Ask: the conversation on one side, the evidence on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.answers import asking
from components.answers.conversation import conversation
from components.answers.evidence import evidence
from components.errors import Boundary
from components.options_form import decode_recipe, encode_recipe, recipe_form
from core.recipe import Recipe
from sample_docs import load_questions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.library import DocumentRecord

_RECIPE = "sightline.ask-recipe"
_EXAMPLES = 4
_TALK = "ask-talk"
# The conversation ends where the page image beside it ends.
_STYLE = f"<style>.st-key-{_TALK} {{ height: clamp(20rem, calc(100vh - 17rem), 80rem); }}</style>"


def desk() -> None:
    """What to search and how, the conversation, and the evidence."""
    records = {record.sha: record for record in reversed(resources.workbench().library.list())}
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        st.title("Ask", anchor=False, width="content")
        documents = _documents(records) if records else []
    if not documents:
        _empty()
        return
    recipe = _recipe()
    if asking.waiting() and asking.index(documents, recipe):
        with st.spinner("Looking for an answer"):
            asking.answer(asking.waiting(), documents, recipe)
    st.html(_STYLE)
    _both(records, asking.waiting())


@st.fragment
def _both(records: Mapping[str, DocumentRecord], known: str) -> None:
    """Both sides; a question other than the `known` one is answered by a run of the whole page."""
    with Boundary():
        left, right = st.columns([5, 7], gap="medium")
        with left:
            with st.container(key=_TALK, height=500, border=False, autoscroll=True):
                if asking.turns():
                    conversation()
                else:
                    _welcome(records)
            _question()
        with right:
            evidence()
    if asking.waiting() != known:
        st.rerun()


def _question() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        said = st.chat_input("Ask the documents", key="ask-input")
        if asking.turns():
            st.button(
                "New",
                icon=":material/delete_sweep:",
                help="Forget this conversation and begin a new one.",
                on_click=asking.forget,
            )
    if said and said.strip():
        asking.put(said)


def _documents(records: Mapping[str, DocumentRecord]) -> list[str]:
    count = len(records)
    chosen = st.multiselect(
        "Documents to search",
        list(records),
        format_func=lambda sha: records[sha].name,
        placeholder=f"All {count} documents" if count > 1 else "The only document",
        key="ask-documents",
        label_visibility="collapsed",
        persist_state="session",
    )
    return chosen or list(records)


def _recipe() -> Recipe:
    """The recipe that documents are searched by, which lives as long as the session."""
    now = decode_recipe(state.kept(_RECIPE, encode_recipe(Recipe.default())))
    with st.expander(f"How documents are cut and searched: {recipe_in_words(now)}"):
        recipe = recipe_form(now, key="ask")
        st.caption("Documents are indexed once for each setting, when the next question is asked.")
    state.keep(_RECIPE, encode_recipe(recipe))
    return recipe


def recipe_in_words(recipe: Recipe) -> str:
    """Such as `hierarchical, N 128, B_h 0.4`."""
    fields = type(recipe.options).model_fields
    titles = {name: (info.title or name).partition(":")[0] for name, info in fields.items()}
    values = recipe.options.model_dump()
    return ", ".join([recipe.strategy, *(f"{titles[n]} {values[n]:g}" for n in values)])


def examples(names: Sequence[str], most: int = _EXAMPLES) -> list[str]:
    """Questions about the samples among these files, taken from one sample after the other."""
    questions = [question for question in load_questions() if question.document in names]
    by_name: dict[str, list[str]] = {}
    for question in questions:
        by_name.setdefault(question.document, []).append(question.question)
    longest = max(map(len, by_name.values()), default=0)
    turns = [held[at] for at in range(longest) for held in by_name.values() if at < len(held)]
    return turns[:most]


def _welcome(records: Mapping[str, DocumentRecord]) -> None:
    st.markdown(
        "Ask a question. The answer is made of sentences of your documents, word for word; each "
        "has a number, and a click on it shows the very lines on their page. Where the documents "
        "hold no answer, this is said, and the nearest passages are shown."
    )
    found = examples([name for record in records.values() for name in record.names])
    if found:
        st.caption("Examples for the samples in the library:")
    for number, question in enumerate(found):
        st.button(
            question,
            key=f"example-{number}",
            type="secondary",
            icon=":material/help:",
            on_click=asking.put,
            args=(question,),
        )


def _empty() -> None:
    st.info(
        "The library is empty. Add a PDF of your own or a sample on the page Documents.",
        icon=":material/folder_open:",
    )
    if st.button("Go to Documents", type="primary"):
        st.switch_page("pages/documents.py")
