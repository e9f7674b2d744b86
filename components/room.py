"""How much of the window stands above a part of a page, so that the part fits what is left."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def room(key: str, above: float, *, fixed: bool = False) -> Iterator[None]:
    """A block whose page views end where the window ends, `above` (rem) being taken above them.

    With `fixed` the block itself gets this height, and scrolls.
    """
    taken = f".st-key-{key} {{ --page-view-above: {above}rem; }}"
    if fixed:
        # The block that scrolls may be the element with the key or the one around it.
        size = (
            f"height: clamp(20rem, calc(100vh - {above}rem), 80rem) !important;"
            "flex: 0 0 auto !important;"
        )
        taken += f".st-key-{key}, div:has(> .st-key-{key}) {{ {size} }}"
    st.html(f"<style>{taken}</style>")
    with st.container(key=key, height=400 if fixed else "content", border=False, autoscroll=False):
        yield
