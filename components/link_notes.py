"""What a link names that cannot be read or is not here, said above the page that it leads to."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from components import state
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOTES, _PAGE = "sightline.link-notes", "sightline.link-notes.page"
_NAMES: dict[str, str] = word_table(__file__)
"""What the parts of a view are called."""


@contextmanager
def link_notes(page: str) -> Iterator[None]:
    """The page of that title, with its notes above it until they are dismissed or it is left.

    They outlast the run in which they arise: a component may ask for the next one at once, and
    what a link named wrongly is gone from the address by then.
    """
    place = st.container()
    if state.kept(_PAGE, page) != page:
        _forget()
    state.keep(_PAGE, page)
    if names := [_NAMES[name] for name in state.unreadable()]:
        note(f"The link cannot be read in full. Left out: {', '.join(names)}.")
    try:
        yield
    finally:
        with place:
            _draw()


def note(words: str) -> None:
    """Say this, in Markdown, above the page."""
    state.keep(_NOTES, tuple(dict.fromkeys((*state.kept(_NOTES, ()), words))))


def _draw() -> None:
    notes: tuple[str, ...] = state.kept(_NOTES, ())
    if not notes:
        return
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.warning("\n\n".join(notes), icon=":material/link_off:", width="stretch")
        st.button("Dismiss", key="link-notes-dismiss", type="tertiary", on_click=_forget)


def _forget() -> None:
    state.keep(_NOTES, ())
