"""What questions are answered by while documents are indexed, in a line on the page Ask."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain, plain_lines
from components.labels.indexing import by_problem, in_hand, progress_in_words, ready_in_words
from components.selection.asked_question import asked
from components.selection.search_configuration import search_by
from components.widgets.auto_refresh import redrawn
from components.widgets.layout import line_above
from core.configuration.address import to_address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.configuration import Configuration
    from core.workbench.index_queue import IndexJob

_COMPLETE = "sightline.index.complete"
"""The configuration whose index held all that was asked about in this session last."""
_CHOSEN = "sightline.index.chosen"
"""The configuration that was chosen in the last run."""
_AT_ONCE = "sightline.index.at-once"
"""The variant that is to be used although its index is not complete."""
_EVERY = 1.0
"""Seconds after which the line is drawn anew."""
_HEIGHT = 3.5
"""Of the line (rem), with what parts it from the conversation."""
_LOOK = 0.5
"""Seconds that a page waits for what is known at once in most cases."""


def answering_configuration(documents: Sequence[str], chosen: Configuration) -> Configuration:
    """The configuration that a question is answered by now, and a line that says so.

    While the index of the one that was chosen is made, that is the one before, if its index is
    complete; else a question waits for what it needs.
    """
    queue = resources.index_queue()
    _leave_last(chosen)
    queue.use(chosen)
    queue.look(chosen, _LOOK)
    before = _before(documents, chosen)
    if queue.is_ready(documents, chosen):
        state.keep(_COMPLETE, chosen)
    elif before or not all(job.ended for job in queue.jobs(chosen).values()):
        every = None if asked().text else _EVERY
        redrawn(lambda: _draw(documents, chosen, before), every)
    return replace(before, retrieval=chosen.retrieval) if before else chosen


def _before(documents: Sequence[str], chosen: Configuration) -> Configuration | None:
    """The configuration to answer by in place of the one that was chosen; None for that one."""
    queue, before = resources.index_queue(), state.kept(_COMPLETE, None)
    if before is None or state.kept(_AT_ONCE, "") == chosen.variant or not queue.jobs(chosen):
        return None
    if queue.is_ready(documents, chosen):
        return None
    queue.use(before)
    queue.look(before, _LOOK)
    return before if queue.is_ready(documents, before) else None


def _leave_last(chosen: Configuration) -> None:
    """Index nothing more by settings that were chosen and given up again."""
    last, before = state.kept(_CHOSEN, None), state.kept(_COMPLETE, None)
    state.keep(_CHOSEN, chosen)
    if last is None or last.variant == chosen.variant:
        return
    state.keep(_AT_ONCE, "")
    needed = {resources.library_configuration().variant}
    if before:
        needed.add(before.variant)
    if last.variant not in needed:
        resources.index_queue().leave(last)


def _draw(documents: Sequence[str], chosen: Configuration, before: Configuration | None) -> None:
    """Nothing once all is ready, or nothing goes on and no other settings are in use."""
    jobs = [job for name, job in resources.index_queue().jobs(chosen).items() if name in documents]
    active, problems = any(job.active for job in jobs), by_problem(jobs)
    if not (active or before):
        return
    line_above(_HEIGHT)
    with st.container(horizontal=True, vertical_alignment="center", key="ask-index"):
        if before is None:
            _indexing(jobs, chosen)
        elif problems:
            names, error = problems[0]
            words = f"{plain(names[0])} could not be indexed. {plain_lines(str(error))}"
            st.markdown(f":material/error: Answers come from the settings before. {words}")
            _ways(chosen, before)
        elif active:
            words = f"until the new index is ready: {ready_in_words(jobs)}"
            st.markdown(f":material/hourglass_top: Answers come from the settings before {words}")
            _ways(chosen, before)
        else:
            st.markdown(":material/check: The new index is ready, and used from now on.")


def _indexing(jobs: Sequence[IndexJob], chosen: Configuration) -> None:
    job = in_hand(jobs)
    words = f" ({plain(progress_in_words(job))})" if job else ""
    st.markdown(
        f":material/hourglass_top: Ready to ask: {ready_in_words(jobs)}{words}. You can ask "
        "already; a question waits for what it needs."
    )
    stop = resources.index_queue().cancel
    st.button("Cancel", key="ask-index-cancel", type="tertiary", on_click=stop, args=(chosen,))


def _ways(chosen: Configuration, before: Configuration) -> None:
    """Other ways than to wait; what they change, the whole page has to hear of."""
    if st.button(
        "Use the new ones now",
        key="ask-index-now",
        type="tertiary",
        help="The next question waits until what it needs is indexed.",
    ):
        state.keep(_AT_ONCE, chosen.variant)
        st.rerun()
    if before.encoder != chosen.encoder:
        return  # that is chosen on the page Settings
    if st.button(
        "Cancel",
        key="ask-index-back",
        type="tertiary",
        help="Go back to the settings before.",
    ):
        search_by(to_address(before))
        st.rerun()
