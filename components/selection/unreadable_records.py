"""Documents of the library that cannot be used, since their records cannot be read."""

from __future__ import annotations

import streamlit as st

from components import resources
from components.foreign_text import plain
from components.sign_in import may
from components.widgets.layout import line_above
from core.rights import Right
from core.text.counts import number_of

_HEIGHT = 3.5
"""Of the line (rem)."""
_NAMED = 3
"""Documents that are named."""


def unreadable_in_words() -> str:
    """Such as `1 document whose record cannot be read (a.pdf).`, as Markdown; empty without any."""
    damaged = resources.workbench().library.damaged()
    if not damaged:
        return ""
    names = ", ".join(plain(document.shown_name) for document in damaged[:_NAMED])
    more = f" and {len(damaged) - _NAMED} more" if len(damaged) > _NAMED else ""
    return f"{number_of(len(damaged), 'document')} whose record cannot be read ({names}{more})."


def not_searched() -> None:
    """A line that names what is left out of each search; for editors the way to put it right."""
    if not (words := unreadable_in_words()):
        return
    line_above(_HEIGHT)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f":material/warning: Not searched: {words}", width="content")
        if may(Right.EDIT):
            st.page_link("pages/documents.py", label="Put it right", icon=":material/build:")
