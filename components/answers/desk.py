"""The page Ask: the conversation on one side, the evidence on the other."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.answers import asking
from components.answers.conversation import conversation
from components.answers.evidence import evidence
from components.errors import Boundary
from components.heading import heading
from components.options_form import decode_recipe, encode_recipe, recipe_form
from components.plain import plain
from components.room import room
from core.recipe import Recipe
from sample_docs import load_questions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.library import DocumentRecord

_RECIPE = "sightline.ask-recipe"
_EXAMPLES = 4
_TALK = "ask-talk"
_ABOVE = 14.0
"""Height (rem) of what stands above and below the conversation."""


def desk() -> None:
    """What to search and how, the conversation, and the evidence."""
    records = {record.sha: record for record in reversed(resources.workbench().library.list())}
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        heading("Ask")
        documents = _documents(records) if records else []
        recipe = _recipe() if records else Recipe.default()
    if not documents:
        _empty()
        return
    if asking.waiting():
        _work_on(asking.waiting(), documents, recipe)
    _both(records, asking.waiting())


def _work_on(question: str, documents: Sequence[str], recipe: Recipe) -> None:
    """Answer the question that waits, unless the user has stopped the indexing before it."""
    place = st.empty()
    with place.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f":gray[Your question:] {plain(question)}")
        st.button("Drop it", type="tertiary", on_click=asking.put, args=("",))
    if asking.index(documents, recipe):
        with st.spinner("Looking for an answer"):
            asking.answer(question, documents, recipe)
        place.empty()


@st.fragment
def _both(records: Mapping[str, DocumentRecord], known: str) -> None:
    """Both sides; a question other than the `known` one is answered by a run of the whole page."""
    with Boundary():
        left, right = st.columns([5, 7], gap="medium")
        with left:
            # A new key with each answer, so that the block is scrolled to its top again.
            with room(f"{_TALK}-{len(asking.turns())}", _ABOVE, fixed=True):
                if asking.turns():
                    conversation()
                else:
                    _welcome(records)
            _question()
        with right:
            evidence(records)
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
    with st.popover(recipe_in_words(now), icon=":material/tune:", key="ask-settings"):
        st.markdown("**How documents are cut and searched**")
        recipe = recipe_form(now, key="ask", narrow=True)
        st.caption("Documents are indexed once for each setting, when the next question is asked.")
        if state.view().recipe not in (None, encode_recipe(recipe)):
            st.button("Take over from Chunks", on_click=_take_over, type="tertiary")
    if recipe != now:
        state.keep(_RECIPE, encode_recipe(recipe))
        st.rerun()  # what names the settings above is drawn already
    return recipe


def _take_over() -> None:
    """Search by what is set on the page Chunks."""
    state.keep(_RECIPE, state.view().recipe)


def recipe_in_words(recipe: Recipe) -> str:
    """Such as `hierarchical, N 128, B_h 0.4`."""
    fields = type(recipe.options).model_fields
    titles = {name: (info.title or name).partition(":")[0] for name, info in fields.items()}
    values = recipe.options.model_dump()
    return ", ".join([recipe.strategy, *(f"{titles[n]} {values[n]:g}" for n in values)])


def examples(names: Sequence[str], most: int = _EXAMPLES) -> list[str]:
    """Questions about the samples among these files, the shortest of each sample first.

    The last one has no answer, so that one can see how that is said.
    """
    questions = sorted(load_questions(), key=lambda one: len(one.question))
    held = [question for question in questions if question.document in names]
    without = [question.question for question in held if question.answer is None][:1]
    by_name: dict[str, list[str]] = {}
    for question in held:
        if question.answer is not None:
            by_name.setdefault(question.document, []).append(question.question)
    turns = [one for row in zip_longest(*by_name.values()) for one in row if one]
    return turns[: most - len(without)] + without


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
