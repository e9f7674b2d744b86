"""The document that this browser showed last: pages open on it where no address names another.

A cookie that the app's own script writes and no request but the app's carries: the identifier of
a document, looked up in the library before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st
from streamlit.components.v2 import component

from components import state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library import DocumentRecord

_COOKIE = "sightline_document"
_DAYS = 180
_WRITE = component(
    "sightline_last_document",
    js=f"""export default function ({{ data }}) {{
  const kept = "; path=/; SameSite=Strict; max-age={_DAYS * 86400}";
  document.cookie = `{_COOKIE}=${{encodeURIComponent(data)}}${{kept}}`;
}}""",
)


def last_document(records: Mapping[str, DocumentRecord]) -> str:
    """The document that this browser showed last, else the first of these."""
    last = st.context.cookies.get(_COOKIE, "")
    return last if last in records else next(iter(records))


def remember_document() -> None:
    """Has the browser remember the document that is chosen; to be called below the page."""
    if chosen := state.view().document:
        _WRITE(key="last-document", data=chosen)
