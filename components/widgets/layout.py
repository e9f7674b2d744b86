"""How high blocks are that fill what is left of the window below what stands above them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

_ABOVE: dict[str, float] = word_table(__file__)
"""Height (rem) of what stands above and below each block, once a page is scrolled to it."""
_BAR = 3.5
"""Height (rem) of the navigation, which stays above what is scrolled."""
_LINES = "--lines-above"
"""Height of lines that stand above all parts of a page only at times."""
_LEAST = "min(20rem, 55vh)"
"""A block is at least so high; in a small window it leaves room for a line beside it."""
_FILLING = f"var(--fill-height, clamp({_LEAST}, calc(100vh - 15rem), 80rem))"
"""Height of a page view in its block, as its style sheet has it."""


def line_above(height: float) -> None:
    """Makes the rooms of a page smaller by a line (rem), as long as this is drawn with it."""
    st.html(f"<style>:root {{ {_LINES}: {height}rem; }}</style>")


@contextmanager
def room(
    name: str, part: str = "", *, more: float = 0.0, fixed: bool = False, staying: bool = False
) -> Iterator[None]:
    """A block whose page views and outlines end where the window ends.

    `part` tells blocks of one name apart; `more` (rem) stands above it beside the usual. With
    `fixed` the block itself gets this height, and scrolls. With `staying` its column keeps in sight
    while a longer one beside it is scrolled.
    """
    key = f"{name}-{part}" if part else name
    left = f"calc(100vh - {_ABOVE[name] + more}rem - var({_LINES}, 0rem))"
    style = f".st-key-{key} {{ --fill-height: clamp({_LEAST}, {left}, 80rem); }}"
    if fixed:
        style += _height(key, f"clamp({_LEAST}, {left}, 80rem)")
    if staying:
        style += _staying(key)
    st.html(f"<style>{style}</style>")
    with st.container(key=key, height=400 if fixed else "content", border=False, autoscroll=False):
        yield


@contextmanager
def scrolling(key: str) -> Iterator[None]:
    """A block that scrolls and is as high as a page view would be in its place."""
    st.html(f"<style>{_height(key, _FILLING)}</style>")
    with st.container(key=key, height=400, border=True, autoscroll=False):
        yield


@contextmanager
def tall_table(name: str) -> Iterator[None]:
    """A block whose tables end at the latest where the window does."""
    height = f"clamp(12rem, calc(100vh - {_ABOVE[name]}rem), 80rem)"
    st.html(f"<style>.st-key-{name} {{ --table-height: {height}; }}</style>")
    with st.container(key=name, border=False):
        yield


def _staying(key: str) -> str:
    # What is in a column is as high as its content: the column itself is as high as its row.
    return (
        f'[data-testid="stColumn"]:has(.st-key-{key}) > [data-testid="stVerticalBlock"] {{'
        f"position: sticky; top: {_BAR}rem; height: auto; flex: 0 0 auto; }}"
    )


def _height(key: str, height: str) -> str:
    # The block that scrolls may be the element with the key or the one around it.
    return (
        f".st-key-{key}, div:has(> .st-key-{key}) {{"
        f"height: {height} !important; flex: 0 0 auto !important; }}"
    )
