"""The engine that reads pages without usable text."""

from __future__ import annotations

import shutil

import streamlit as st

from components import resources
from components.settings.fields import help_of
from core.reading.ocr import ENGINES
from core.settings_changes import Source, sources

_NAMES = {"rapidocr": "RapidOCR", "tesseract": "Tesseract"}


def ocr() -> None:
    """A choice of the engine. What the environment sets can be seen here, but not changed."""
    settings = resources.workbench().settings
    origin = sources(settings)["ocr_engine"]
    fixed = origin is Source.ENVIRONMENT
    st.header("OCR", anchor=False)
    chosen = st.radio(
        "Engine",
        list(ENGINES),
        list(ENGINES).index(settings.ocr_engine),
        format_func=_label,
        horizontal=True,
        disabled=fixed,
        help=help_of("ocr_engine", origin),
        key="ocr-engine",
    )
    st.caption("Holds for files added from now on, and for a route that is chosen anew.")
    if chosen == "tesseract" and not _is_installed(chosen):
        st.warning("Tesseract is not installed. On Debian: `apt install tesseract-ocr`.")
    elif chosen != settings.ocr_engine and not fixed:
        resources.change_settings({"ocr_engine": chosen})
        st.toast(f"{_NAMES[chosen]} reads from the next file on.")


def _label(name: str) -> str:
    return _NAMES[name] if _is_installed(name) else f"{_NAMES[name]} (not installed)"


def _is_installed(name: str) -> bool:
    return name != "tesseract" or shutil.which("tesseract") is not None
