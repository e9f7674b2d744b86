"""A choice between a few ways to look at something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def switch(
    label: str,
    options: Sequence[str],
    key: str,
    *,
    shown: bool = False,
    words: Callable[[str], str] = str,
    width: Literal["content", "stretch"] = "content",
) -> str:
    """The chosen option, at first the first one; it stays for the session.

    The label is seen only if `shown`; `words` says how an option is read.
    """
    return st.segmented_control(
        label,
        options,
        default=options[0],
        format_func=words,
        required=True,
        key=key,
        label_visibility="visible" if shown else "collapsed",
        persist_state="session",
        width=width,
    )
