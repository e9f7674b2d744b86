"""What became of the last change: said once, where the next one is made, with a way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.errors import show_error
from core.errors import SightlineError

if TYPE_CHECKING:
    from collections.abc import Callable

_KEY = "sightline.questions.notice"


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened, in Markdown, and how it is taken back; or what went wrong."""

    words: str = ""
    undo: Callable[[], None] | None = None
    error: SightlineError | None = None


def tell(words: str, undo: Callable[[], None] | None = None) -> None:
    """Say what was done; `undo` takes it back."""
    state.keep(_KEY, Notice(words, undo))


def attempt(act: Callable[[], None]) -> Callable[[], None]:
    """For a callback: does it, and says what went wrong in place of raising it."""

    def tried() -> None:
        try:
            act()
        except SightlineError as error:
            state.keep(_KEY, Notice(error=error))

    return tried


def forget() -> None:
    """Say no more of the last change."""
    state.keep(_KEY, None)


def show_notice() -> None:
    """The last change, until it is dismissed, taken back or followed by another one."""
    notice: Notice | None = state.kept(_KEY, None)
    if notice is None:
        return
    if notice.error:
        show_error(notice.error)
        return
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.success(notice.words, icon=":material/check_circle:", width="stretch")
        if notice.undo:
            st.button(
                "Undo",
                key="notice-undo",
                icon=":material/undo:",
                on_click=attempt(_undone(notice.undo)),
            )
        st.button("Dismiss", key="notice-dismiss", type="tertiary", on_click=forget)


def _undone(undo: Callable[[], None]) -> Callable[[], None]:
    def act() -> None:
        undo()
        tell("Taken back.")

    return act
