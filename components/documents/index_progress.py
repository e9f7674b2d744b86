"""How far the documents of the library are indexed, on the page Documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.errors import show_error
from components.foreign_text import plain, plain_lines
from components.labels.indexing import (
    by_problem,
    in_hand,
    progress_in_words,
    ready_in_words,
    share_done,
)
from components.selection.search_configuration import ask_configuration
from components.widgets.auto_refresh import redrawn
from core.errors import SetupError, SightlineError
from core.jobs.background import Stage
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.configuration import Configuration
    from core.workbench.index_queue import IndexJob

_EVERY = 0.5
"""Seconds after which the view is drawn anew while documents are indexed."""
_SHOWN = "sightline.index.shown"
"""Documents to which nothing will happen any more, as the table of this page shows them."""
_LOOK = 0.3
"""Seconds that the page waits for what is known at once in most cases."""


def index_jobs() -> Mapping[str, IndexJob]:
    """How far each document is, by the configuration that this session asks by."""
    config = _config()
    return resources.index_queue().jobs(config) if config else {}


def index_view() -> None:
    """How far documents are indexed while some are; what failed or was cancelled after that.

    To be called before what else shows `index_jobs`.
    """
    config, queue = _config(), resources.index_queue()
    if config is None:
        return
    queue.use(config)
    queue.look(config, _LOOK)
    jobs = queue.jobs(config)
    state.keep(_SHOWN, _settled(jobs))
    if not all(job.ended for job in jobs.values()):
        redrawn(lambda: _draw_active(config), _EVERY)
        return
    _failed(config, list(jobs.values()))
    _cancelled(config, list(jobs.values()))


def _draw_active(config: Configuration) -> None:
    jobs = resources.index_queue().jobs(config)
    if state.kept(_SHOWN, frozenset()) != _settled(jobs):
        st.rerun()
    every = list(jobs.values())
    if not any(job.active for job in every):  # It is still to be looked at what is indexed.
        return
    words = f"**Ready to ask: {ready_in_words(every)}.**"
    if job := in_hand(every):
        words += f" {plain(progress_in_words(job))}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(share_done(every), words, width="stretch")
        stop = resources.index_queue().cancel
        st.button("Cancel indexing", key="index-cancel", on_click=stop, args=(config,))
    _failed(config, every)


def _settled(jobs: Mapping[str, IndexJob]) -> frozenset[tuple[str, Stage]]:
    return frozenset((name, job.stage) for name, job in jobs.items() if job.ended)


def _failed(config: Configuration, jobs: Sequence[IndexJob]) -> None:
    problems = by_problem(jobs)
    for names, error in problems:
        others = f" and {len(names) - 1} more" if len(names) > 1 else ""
        words = f"**{plain(names[0])}**{others} could not be indexed."
        if isinstance(error, SightlineError):
            st.error(f"{words} {plain_lines(str(error))}", icon=":material/error:")
        else:
            st.error(words, icon=":material/error:")
            show_error(error)
    if problems:
        again = resources.index_queue().retry
        st.button("Try to index again", key="index-again", on_click=again, args=(config,))


def _cancelled(config: Configuration, jobs: Sequence[IndexJob]) -> None:
    cancelled = sum(job.stage is Stage.CANCELLED for job in jobs)
    if not cancelled:
        return
    verb = "is" if cancelled == 1 else "are"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            ":material/cancel: Indexing was cancelled: "
            f"{number_of(cancelled, 'document')} {verb} indexed when you ask.",
            width="content",
        )
        again = resources.index_queue().retry
        st.button("Index now", key="index-now", on_click=again, args=(config,), type="tertiary")


def _config() -> Configuration | None:
    """None where the configuration of the library is damaged, which the page Ask says."""
    try:
        return ask_configuration()
    except SetupError:
        return None
