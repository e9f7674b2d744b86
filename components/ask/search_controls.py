"""What is searched and how, and who writes the answer: the controls above the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.ask import asking
from components.foreign_text import plain
from components.forms.configuration_form import encode_recipe, recipe_form
from components.forms.retrieval_form import retrieval_form
from components.labels.documents import unique_labels
from components.labels.strategies import title_of
from components.selection.search_configuration import ask_recipe, search_by
from core.configuration import AS_USUAL, RetrievalOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.configuration import Recipe
    from core.library import DocumentRecord

_FEW = 4
_NO_MODEL = (
    "There is no language model: answers are text of the documents. For a model, enter a "
    "Gemini key on the page Settings, or set `GEMINI_API_KEY` before the start."
)


def documents_control(records: Mapping[str, DocumentRecord]) -> list[str]:
    """The documents to search, all of them where none is chosen."""
    count = len(records)
    names = unique_labels({sha: record.name for sha, record in records.items()})
    chosen = st.multiselect(
        "Documents to search",
        list(records),
        format_func=lambda sha: names.get(sha) or str(sha),
        placeholder=f"All {count} documents" if count > 1 else "The only document",
        key="ask-documents",
        label_visibility="collapsed",
        persist_state="session",
    )
    return chosen or list(records)


def recipe_control() -> Recipe:
    """The recipe that documents are searched by, which lives as long as the session."""
    now = ask_recipe()
    with st.popover(_in_words(now), icon=":material/tune:", key="ask-settings"):
        _writer()
        st.markdown("**How documents are cut and searched**")
        recipe = recipe_form(now, key="ask", store=search_by, narrow=True)
        with st.expander("How passages are found", icon=":material/manage_search:"):
            recipe = retrieval_form(recipe, key="ask-retrieval", store=search_by)
        st.caption(
            "Documents are indexed once for each setting, in the background; where that is sent to "
            "a service, when the next question is asked."
        )
        if state.view().recipe not in (None, encode_recipe(recipe)):
            st.button("Take over from Chunks", on_click=_take_over, type="tertiary")
    if recipe != now:
        st.rerun()  # what names the settings above is drawn already
    return recipe


def recipe_in_words(recipe: Recipe) -> str:
    """Such as `Hierarchical, N 128, B_h 0.4`; only the name where there are many options.

    How chunks are found is named where it is not as usual.
    """
    values = recipe.options.model_dump()
    fields = type(recipe.options).model_fields if len(values) <= _FEW else {}
    titles = {name: (info.title or name).partition(":")[0] for name, info in fields.items()}
    said = [title_of(recipe.strategy), *(f"{titles[n]} {values[n]:g}" for n in fields)]
    now, usual = recipe.retrieval.model_dump(), AS_USUAL.model_dump()
    for name, info in RetrievalOptions.model_fields.items():
        if isinstance(now[name], bool):
            title = (info.title or name).lower()
            said += [f"{'with' if now[name] else 'without'} {title}"] * (now[name] != usual[name])
        elif now[name] != usual[name]:
            said.append(f"{(info.title or name).partition(':')[0].lower()} {now[name]:g}")
    if recipe.neighbourhood:
        said.append(f"neighbourhood {recipe.neighbourhood:g}")
    return ", ".join(said)


def _in_words(recipe: Recipe) -> str:
    """The recipe, and the model that writes, if one does."""
    writer = f" · {plain(asking.model_name())}" if asking.model_name() and asking.by_model() else ""
    return recipe_in_words(recipe) + writer


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
        st.page_link("pages/settings.py", label="Settings", icon=":material/settings:")


def _take_over() -> None:
    """Search by what is set on the page Chunks."""
    search_by(state.view().recipe)
