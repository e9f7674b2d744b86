"""A warning where an answer comes from a document that does not stand any more."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.selection.asked_question import put
from components.selection.searched_documents import search_only
from core.editions.standing import in_words

if TYPE_CHECKING:
    from components.ask.conversation_turns import Turn


def edition_notice(turn: Turn, number: int, *, newest: bool) -> None:
    """What speaks against each document that a turn (counted from 0) cites.

    The newest turn can be asked of the newer edition instead.
    """
    cited = dict.fromkeys(card.evidence.document for card in turn.cited)
    bench = resources.workbench()
    for sha, standing in bench.editions.standings(cited).items():
        if standing.stands:
            continue
        name = plain(bench.library.get(sha).name)
        told = plain(" ".join(in_words(standing, date.today())))
        newer = standing.newer
        st.warning(f"**{name}**: {told}", icon=":material/history:")
        if newer and newest:
            st.button(
                f"Ask {plain(newer.name)} instead",
                key=f"newer-edition-{number}-{sha[:12]}",
                icon=":material/update:",
                help="Asks the same question, and searches the newer edition only.",
                on_click=_ask_newer,
                args=(turn.answer.question, newer.sha),
            )


def _ask_newer(question: str, document: str) -> None:
    state.select(among=None)
    search_only([document])
    put(question)
