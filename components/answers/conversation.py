"""Questions and answers: verbatim sentences, each with a numbered button that shows its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.answers.asking import is_shown, own_spans, show, turns
from components.chunks.words import page_in_words, range_in_words
from components.plain import plain
from core.answering.base import AnswerOptions
from core.answering.units import quoted

if TYPE_CHECKING:
    from components.answers.asking import Evidence, Turn
    from core.answering.base import Answer, Citation, Passage

_NEAREST = 5
"""Passages that are shown where nothing is answered."""
_EXCERPT = 220
_SCORES = {
    "evidence": "evidence: what the threshold is compared with, 0 to 1",
    "cosine": "cosine: closeness in meaning, -1 to 1",
    "bm25": "BM25: weight of the words in common, 0 and more",
    "fused": "fused: reciprocal ranks of both searches, only for the order",
}


def conversation() -> None:
    """All questions with their answers, the newest on top, where it is always in sight."""
    held = list(enumerate(turns()))
    for place, (number, turn) in enumerate(reversed(held)):
        if place == 1:
            st.caption("Earlier")
        with st.chat_message("user", avatar=":material/person:"):
            st.markdown(plain(turn.answer.question))
        with st.chat_message("assistant", avatar=":material/visibility:"):
            _answer(turn, f"turn-{number}")


def scores_in_words(passage: Passage) -> str:
    """The scores of a passage, each with its name."""
    shown = {"bm25": "BM25"}
    order = [name for name in _SCORES if name in passage.scores]
    return " · ".join(f"{shown.get(name, name)} {passage.scores[name]:.3g}" for name in order)


def own_text(passage: Passage) -> str:
    """The passage without the headings put in front of it, of which the path speaks."""
    spans = own_spans(passage.chunk)
    return quoted(resources.workbench().sir(passage.hit.document), spans)


def excerpt(text: str) -> str:
    """The beginning of a text on one line."""
    words = " ".join(text.split())
    return words if len(words) <= _EXCERPT else f"{words[:_EXCERPT]}…"


def _answer(turn: Turn, key: str) -> None:
    found = turn.answer
    if found.abstained or not found.citations:
        _abstention(found)
    for citation, evidence in zip(found.citations, turn.cited, strict=True):
        _citation(citation, evidence, key)
    if found.abstained:
        _passages(turn, key)
    elif found.passages:
        st.caption(found.reason)


def _citation(citation: Citation, evidence: Evidence, key: str) -> None:
    record = resources.workbench().library.get(citation.quote.document)
    page = page_in_words(record.pages[citation.page - 1], record.page_count)
    st.markdown(f"{plain(citation.quote.text)} **\\[{citation.number}\\]**")
    st.button(
        f"[{citation.number}] {plain(record.name)}, {page}",
        key=f"{key}.{citation.number}",
        type="primary" if is_shown(evidence) else "secondary",
        icon=":material/pageview:",
        help=plain(" › ".join(citation.section_path)) or None,
        on_click=show,
        args=(evidence,),
    )


def _abstention(found: Answer) -> None:
    st.warning(
        f"**The documents do not hold an answer that I can show.** {found.reason}",
        icon=":material/do_not_disturb_on:",
    )
    with st.expander("How this is decided"):
        field = AnswerOptions.model_fields["threshold"]
        st.markdown(f"**{field.title}: {found.threshold:.2f}.** {field.description}")
        st.markdown("\n".join(f"- {words}" for words in _SCORES.values()))


def _passages(turn: Turn, key: str) -> None:
    near = [(p, e) for p, e in zip(turn.answer.passages, turn.near, strict=True) if e]
    if near:
        st.markdown("Nearest passages:")
    for number, (passage, evidence) in enumerate(near[:_NEAREST], start=1):
        record = resources.workbench().library.get(passage.hit.document)
        pages = range_in_words(passage.chunk.pages) or "unknown"
        with st.container(border=True, gap="small"):
            st.caption(scores_in_words(passage))
            st.markdown(plain(excerpt(own_text(passage))))
            st.button(
                f"{plain(record.name)}, page {pages}",
                key=f"{key}.near-{number}",
                type="primary" if is_shown(evidence) else "secondary",
                icon=":material/pageview:",
                on_click=show,
                args=(evidence,),
            )
