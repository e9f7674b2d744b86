"""Models, the index, and which keys are there; the keys themselves are never shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.foreign_text import plain

if TYPE_CHECKING:
    from core.settings import Settings


def services() -> None:
    """One line for each service: what is used, and what else could be."""
    st.header("Models and services", anchor=False)
    st.table(service_rows(resources.workbench().settings))
    st.caption(
        "Everything works without keys and without a network. Keys are neither stored nor shown."
    )


def service_rows(settings: Settings) -> dict[str, list[str]]:
    """Service, what is in use, and how to change it, in Markdown."""
    index = (
        f"Qdrant server at {plain(settings.qdrant_url)}" if settings.qdrant_url else "Qdrant Edge"
    )
    writer = settings.language_model
    answers = f"claims of {plain(writer.name)}, checked" if writer else "verbatim sentences"
    rows = [
        ("Embedding model", plain(settings.encoder), "chosen on this page"),
        ("Index", index, "`QDRANT_URL` for a server"),
        ("Key of the Qdrant server", _there(settings.qdrant_api_key), "`QDRANT_API_KEY`"),
        ("Answers", answers, "sentences if it fails" if writer else "no language model needed"),
        ("Key of Gemini", _there(settings.gemini_api_key), "`GEMINI_API_KEY`, or entered above"),
        (
            "Key of an OpenAI service",
            _there(settings.openai_api_key),
            "`OPENAI_API_KEY`; none on this machine",
        ),
    ]
    service, used, how = zip(*rows, strict=True)
    return {"Service": list(service), "In use": list(used), "Note": list(how)}


def _there(key: object) -> str:
    return "set" if key else "not set"
