"""The lines that were taken for the question in the making, as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.foreign_text import plain
from components.selection.question_draft import draft, take_lines, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.evaluation.questions.base import GoldLine
    from core.library import DocumentRecord

_ROWS, _HEIGHT = 7, 300
"""More lines than these are shown in a box of this height in pixels, which scrolls."""


def taken_lines(records: Mapping[str, DocumentRecord]) -> None:
    """Each line with its words, its page, and a way to leave it."""
    by_document = draft().lines
    count = sum(len(lines) for lines in by_document.values())
    if not count:
        st.caption(
            "Click the lines on the page that answer it. Shift and a click take all lines from the "
            "last one; with the keyboard, arrows lead from line to line and Enter takes one."
        )
        return
    st.markdown(f"**{'1 line' if count == 1 else f'{count} lines'} chosen**")
    with st.container(height=_HEIGHT if count > _ROWS else "content", border=False, gap="xsmall"):
        for document, lines in by_document.items():
            record = records.get(document)
            if len(by_document) > 1:
                st.caption(plain(record.name) if record else "A document that is not here")
            for at in range(len(lines)):
                _row(document, lines, at, known=record is not None)


def _row(document: str, lines: Sequence[GoldLine], at: int, *, known: bool) -> None:
    line = lines[at]
    words = text_of(document, [line]) if known else ""
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="xsmall"):
        st.button(
            f"p. {line.page}",
            key=f"taken-{document[:12]}-{at}-page",
            type="tertiary",
            help="Show its page",
            disabled=not known,
            on_click=_show,
            args=(document, line.page),
        )
        st.markdown(plain(words) or ":gray[no words known here]", width="stretch")
        st.button(
            "Remove",
            key=f"taken-{document[:12]}-{at}",
            type="tertiary",
            icon=":material/close:",
            help=f"Leave this line: {plain(words)[:80]}",
            on_click=take_lines,
            args=(document, [*lines[:at], *lines[at + 1 :]]),
        )


def _show(document: str, page: int) -> None:
    state.select(document=document, page=page)
