"""What stands above an answer: its documents, who wrote it, how its question was understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.verdicts import FAITHFUL, share_in_words, tally
from components.foreign_text import plain
from core.answering.cited_documents import sources_in_words
from core.answering.stated_quantities import unstated_in_words
from core.configuration.options import THRESHOLD
from core.export.answer_record.words import verbatim_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Answer

_QUANTITY = (
    "A question may ask for a dose, a duration or another quantity. By rules, numbers "
    "with their units and words such as “until recovery” are looked for in each cited line. The "
    "probability is lower where no line states it; a right line may leave it to another one."
)
_AS_TYPED = "Searched exactly as typed."


def answer_head(answer: Answer, names: Sequence[str]) -> None:
    """Which quantity it does not state, its documents, who wrote it, how far it is borne out.

    `names` are those of the documents of its citations in Markdown, empty where one is gone.
    """
    words = unstated_in_words(answer)
    if words:
        st.warning(f"**{plain(words)}**", icon=":material/straighten:")
    known = [name for name in names if name]
    if sources := sources_in_words([f"**{name}**" for name in known]):
        st.markdown(sources)
    if authorship := authorship_in_words(answer, known):
        st.caption(authorship, help=FAITHFUL if answer.claims else _QUANTITY if words else None)


def authorship_in_words(answer: Answer, names: Sequence[str]) -> str:
    """Who wrote an answer, how far it is borne out, and by what, in Markdown; empty without one."""
    if not answer.citations and not answer.claims:
        return ""
    if not answer.claims:
        first = verbatim_words(invented=any(quote.unplaced for quote in answer.citations))
        return " ".join(filter(None, [first, plain(answer.reason)]))
    source = f" from lines of {' and '.join(dict.fromkeys(names))}" if names else ""
    return (
        f"**{tally(answer.claims)}. {share_in_words(answer.claims)}.** Written by "
        f"{plain(answer.model)}{source}; each claim was checked against the lines that it cites."
        f"{_weak(answer)}"
    )


def searched_in_words(answer: Answer) -> str:
    """What was searched, in Markdown; empty where nothing needs to be said of it."""
    if answer.as_asked:
        return _AS_TYPED
    if answer.searched in ("", answer.question):
        return ""
    if answer.parts:
        searched = [part.searched or part.question for part in answer.parts]
        return f"Searched one by one: {', '.join(f'“{plain(text)}”' for text in searched)}"
    return f"Searched as: “{plain(answer.searched)}”"


def _weak(answer: Answer) -> str:
    if answer.threshold or answer.evidence >= THRESHOLD:
        return ""
    return (
        f" It was asked although the passages hold an answer with a probability of about "
        f"{answer.evidence:.0%} only; {THRESHOLD:.0%} is needed otherwise."
    )
