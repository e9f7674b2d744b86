"""How much of the window stands above a part of a page, so that the part fits what is left."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Iterator


_BAR = 3.5
"""Height (rem) of the navigation, which stays above what is scrolled."""

_LINES = "--lines-above"
"""Height of lines that stand above all parts of a page only at times."""


def line_above(height: float) -> None:
    """Makes the rooms of a page smaller by a line (rem), as long as this is drawn with it."""
    st.html(f"<style>:root {{ {_LINES}: {height}rem; }}</style>")


@contextmanager
def room(key: str, above: float, *, fixed: bool = False, staying: bool = False) -> Iterator[None]:
    """A block whose page views end where the window ends, `above` (rem) being taken above them.

    With `fixed` the block itself gets this height, and scrolls. With `staying` its column keeps
    in sight while a longer one beside it is scrolled.
    """
    above_all = f"calc({above}rem + var({_LINES}, 0rem))"
    taken = f".st-key-{key} {{ --page-view-above: {above_all}; }}"
    if fixed:
        taken += _height(key, above_all)
    if staying:
        taken += _staying(key)
    st.html(f"<style>{taken}</style>")
    with st.container(key=key, height=400 if fixed else "content", border=False, autoscroll=False):
        yield


@contextmanager
def scrolling(key: str) -> Iterator[None]:
    """A block that scrolls and is as high as a page view would be in its place."""
    st.html(f"<style>{_height(key, 'var(--page-view-above, 15rem)')}</style>")
    with st.container(key=key, height=400, border=True, autoscroll=False):
        yield


@contextmanager
def tall_table(key: str, above: float) -> Iterator[None]:
    """A block whose tables end at the latest where the window does, `above` (rem) being taken."""
    height = f"clamp(12rem, calc(100vh - {above}rem), 80rem)"
    st.html(f"<style>.st-key-{key} {{ --table-height: {height}; }}</style>")
    with st.container(key=key, border=False):
        yield


def _staying(key: str) -> str:
    # What is in a column is as high as its content: the column itself is as high as its row.
    return (
        f'[data-testid="stColumn"]:has(.st-key-{key}) > [data-testid="stVerticalBlock"] {{'
        f"position: sticky; top: {_BAR}rem; height: auto; flex: 0 0 auto; }}"
    )


def _height(key: str, above: str) -> str:
    # The block that scrolls may be the element with the key or the one around it.
    return (
        f".st-key-{key}, div:has(> .st-key-{key}) {{"
        f"height: clamp(20rem, calc(100vh - {above}), 80rem) !important;"
        "flex: 0 0 auto !important; }"
    )
