"""What two settings retrieved for a question, by rank; a click leads to a chunk's page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.evaluate.question_marks import fits, side_of
from components.foreign_text import plain
from components.selection.document_picker import GONE, document_names
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.evaluation.outcome import Outcome, Retrieved
    from core.evaluation.table import Row

_WORDS, _MORE = 28, 300
"""Characters of a chunk that are shown, and when the pointer is over them."""


def retrieved_chunks(
    rows: Sequence[Row], outcomes: Sequence[Outcome], turn: Callable[[Retrieved], None]
) -> None:
    """A column for each setting, with a button for each chunk; `turn` gets the one clicked."""
    names = document_names()
    for place, side, row, outcome in zip(st.columns(2), "AB", rows, outcomes, strict=True):
        several = len({chunk.document for chunk in outcome.retrieved}) > 1
        with place, st.container(gap=None):
            st.markdown(f"**{side}** retrieved" + ("" if outcome.retrieved else " nothing"))
            for rank, chunk in enumerate(outcome.retrieved, 1):
                known = chunk.document in names
                text = _text(chunk, row.setting.parser) if known else ""
                st.button(
                    f"{rank}. {plain(beginning(text, _WORDS)) or 'chunk'}",
                    key=f"rank-{side}-{rank}",
                    type="tertiary",
                    help=plain(beginning(text, _MORE)) or None,
                    disabled=not (chunk.page and known),
                    on_click=turn,
                    args=(chunk,),
                )
                name = names.get(chunk.document, GONE)
                st.caption(_facts(chunk) + (f", {plain(name)}" if several else ""))


def _facts(chunk: Retrieved) -> str:
    tokens = sum(end - start for start, end in chunk.ranges)
    return f"page {chunk.page or 'unknown'}, {tokens} tokens, score {chunk.score:.3f}"


def _text(chunk: Retrieved, parser: str) -> str:
    """The text of a chunk; empty where its document was read anew."""
    stream = resources.stream(chunk.document, parser)
    if not fits(side_of("", stream, [chunk], chunk.document)):
        return ""
    return stream.text(chunk.start, chunk.end)
