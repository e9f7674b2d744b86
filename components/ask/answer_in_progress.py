"""The question that is being answered: what happens, what is checked so far, a way to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.ask import asking
from components.ask.claims import claims
from components.ask.conversation import APP, PERSON
from components.ask.conversation_turns import go, is_shown, shown, steps, turns
from components.errors import Boundary
from components.foreign_text import plain
from components.selection.asked_question import asked, put
from components.widgets.scroll_anchor import scroll_anchor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.delta_generator import DeltaGenerator

    from components.ask.background_answer import Working
    from core.answering.base import Claim
    from core.configuration import Configuration

_EVERY = 0.15
"""Seconds between two looks at the answer; at each, a click ends the run at the session's state."""
_DOING = "Searching the documents"
"""What an answer does of which nothing was heard yet."""

_ONE_READY = "Search only the one that is ready"


def live(documents: Sequence[str], config: Configuration) -> None:
    """Work on the question that waits, to the end unless the user stops it.

    In runs of the whole page only: a click ends such a run at the next look, but not that of a
    fragment. The answer goes on meanwhile, and the next run takes up where this one was.
    """
    scroll_anchor(asked().text, key="ask-live")
    with st.chat_message("user", avatar=PERSON):
        st.markdown(plain(asked().text))
    with st.chat_message("assistant", avatar=APP):
        place = st.empty()
        work = asking.working() or _begin(place, documents, config)
        if work is None:
            return
        _follow(work)
        finished = False
        with Boundary():
            asking.finish(work)
            finished = True
        if finished:
            st.rerun()
        with st.container(horizontal=True):
            st.button("Ask again", on_click=put, args=(work.request.text,))
            st.button("Drop the question", key="ask-give-up", type="tertiary", on_click=asking.drop)


def _begin(
    place: DeltaGenerator, documents: Sequence[str], config: Configuration
) -> Working | None:
    """The answer, begun once all is indexed; None if the user has stopped that."""
    absent = asking.missing(documents, config)
    ready = [document for document in documents if document not in absent]
    with place.container(horizontal=True, gap="small"):
        st.button("Drop the question", type="tertiary", on_click=asking.drop)
        if ready and absent:
            st.button(
                f"Search only the {len(ready)} that are ready" if len(ready) > 1 else _ONE_READY,
                key="ask-ready",
                type="tertiary",
                icon=":material/bolt:",
                help="Answers at once. Choose all documents above again for the next question.",
                on_click=asking.search_ready,
                args=(ready,),
            )
    if not asking.index(documents, config):
        return None
    place.empty()
    return asking.begin(documents, config)


def _follow(work: Working) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        status = st.empty()
        st.button(
            "Stop the answer", key="ask-stop", icon=":material/stop_circle:", on_click=asking.stop
        )
    checked, draft = st.container(), st.container(key="ask-draft").empty()
    drawn: tuple[Claim, ...] = ()
    number, now, told = len(turns()), shown(), ("", "")
    while not work.done(_EVERY):
        turn = asking.hear(work)
        way = [step for step in steps(number, turn) if is_shown(step)]
        if way and (now is None or now.turn != number):
            go(way[0])
        given = turn.answer.claims
        if shown() != now or given[: len(drawn)] != drawn:
            st.rerun()  # what is drawn names other evidence, or claims of an answer begun anew
        with checked:
            claims(turn, number, now, len(drawn))
        drawn = given
        told = _tell(work, (draft, status), told)


def _tell(
    work: Working, places: tuple[DeltaGenerator, ...], before: tuple[str, ...]
) -> tuple[str, ...]:
    """The draft and what is done; drawn where it has changed, as the browser draws all with it."""
    words = plain(work.spoken.doing or _DOING)
    told = (
        f":gray[*{plain(work.spoken.draft)}*]" if work.spoken.draft else "",
        f":gray[:material/hourglass_top: {words} · {work.seconds:.0f} s]",
    )
    for place, line, last in zip(places, told, before, strict=True):
        if line != last:
            place.markdown(line)
    return told
