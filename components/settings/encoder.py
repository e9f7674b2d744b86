"""The embedding model by which passages are found."""

from __future__ import annotations

import streamlit as st

from components import resources
from components.errors import Boundary
from components.foreign_text import plain
from components.settings.fields import text_field
from core.embedding import DEFAULT, MEANING, MULTILINGUAL, SWITCHABLE
from core.settings_changes import Source, sources

_FIELD = "encoder"


def encoder() -> None:
    """A field for its name, and a button that tries it before it is saved."""
    settings = resources.workbench().settings
    origin = sources(settings)[_FIELD]
    st.header("Embedding model", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = text_field(st, "Name", settings, _FIELD, origin, DEFAULT) or DEFAULT
        asked = st.button(
            "Try and use",
            disabled=origin is Source.ENVIRONMENT or name == settings.encoder,
            help="Loads the model and embeds a word with it; it is saved if that succeeds. "
            "A model of the Hugging Face hub is downloaded first.",
        )
    if asked:
        _use(name)
    st.caption(
        f"`{DEFAULT}`, `{MEANING}` and `{MULTILINGUAL}` come with the installation. "
        "`sentence-transformers:NAME` takes any model of the Hugging Face hub or a folder, "
        "`gemini:NAME` or `openai:NAME` one of the language model's service (such as "
        "`gemini:gemini-embedding-001`, `openai:nomic-embed-text`). "
        "Each model has indexes of its own: documents are indexed anew with the next question, and "
        "vectors are never mixed."
    )
    _backend(settings.encoder)


def _backend(name: str) -> None:
    """What runs the model in long indexing, and how fast; nothing where there is no choice."""
    if name not in SWITCHABLE:
        return
    backends = resources.workbench().index.backends
    measured = backends.figures(name)
    if measured is None:
        st.caption(
            "Runs in onnxruntime. What runs it fastest on this machine is measured before the "
            "first long indexing, while nobody waits."
        )
        return
    figures = [
        f"{plain(backend)} {figure.speed:,.0f} tokens a second (least cosine {figure.cosine:.4f})"
        for backend, figure in measured.figures.items()
        if figure.is_exact
    ]
    st.caption(
        f"Long indexing runs in {plain(backends.choice(measured))}. Here: {', '.join(figures)}."
    )


@Boundary()
def _use(name: str) -> None:
    with st.spinner(f"Trying {plain(name)}", show_time=True):
        loaded = resources.workbench().chunks.encoder(name)
        loaded.encode(["word"])
        size = loaded.max_tokens  # Which a service is asked for.
    resources.change_settings({_FIELD: None if name == DEFAULT else name})
    st.success(
        f"{plain(name)} finds passages from now on: vectors of {loaded.dimension} numbers, "
        f"{size} tokens at once.",
        icon=":material/check:",
    )
