"""What another parser says that the pages do not: sentences, each with the words that are not."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from components import state
from components.foreign_text import plain
from components.labels.other_parsers import alignment_in_words
from core.page_names import page_name
from core.parsing.alignment.findings import Deviation, deviations
from core.parsing.node_places import first_pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.sir import Sir

_MOST = 100
"""Sentences that are listed."""


def deviation_list(sir: Sir, choose: Callable[[int], None]) -> None:
    """How far the text of another parser stands on the pages; below it what does not.

    `choose` is called with the element (by its index) whose page is asked for.
    """
    told = alignment_in_words(sir)
    if not told:
        return
    problems = sir.metadata.get("native_problems", "").splitlines()
    found = deviations(sir)
    if not (found or problems):
        st.caption(f":material/verified: {' '.join(told)}")
        return
    with st.expander(f":material/report: {' '.join(told)}"):
        for problem in problems:
            st.markdown(f":material/warning: {plain(problem)}")
        pages = first_pages(sir)
        # What stands nowhere is looked for where the element before it stands.
        before = np.maximum.accumulate(np.where(pages > 0, np.arange(len(pages)), 0))
        for at, each in enumerate(found[:_MOST]):
            page = int(pages[before[each.node]])
            way = partial(_go, choose, each.node, page) if page else None
            _row(sir, each, page, at, way, near=not pages[each.node])
        if len(found) > _MOST:
            st.caption(f"The other {len(found) - _MOST:,} are not listed.")


def _go(choose: Callable[[int], None], node: int, page: int) -> None:
    choose(node)
    state.select(page=page)


def _row(
    sir: Sir,
    found: Deviation,
    page: int,
    at: int,
    way: Callable[[], None] | None,
    *,
    near: bool,
) -> None:
    words, press = st.columns([6, 1], vertical_alignment="center")
    missing = " · ".join(plain(part) for part in found.missing)
    if found.moved:
        about = "in another row or column"
    else:
        about = "nowhere on the pages" if found.nowhere else f"not on the page: **{missing}**"
    words.markdown(f"{plain(found.text)}  \n:small[{about}]")
    if way:
        name = plain(page_name(page, sir.pages[page - 1].label))
        press.button(
            f"Near page {name}" if near else f"Page {name}",
            key=f"deviation-{at}",
            on_click=way,
        )
