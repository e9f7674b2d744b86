"""Segments of a narrative chosen by the language model: offered with a price, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.plan_estimate import estimate_in_words
from components.widgets.long_work import requested_work
from core.errors import SightlineError
from core.evaluation.model_estimate import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.library import DocumentRecord

_FAILED = "sightline.segments-failed"
"""The document whose text was not parted, and why."""
_ABOUT = (
    "The paragraphs are sent to the model with numbers, and it answers with the numbers at which "
    "the topic changes. No word of the document changes. The tree is made anew from its answer; "
    "corrections by hand are kept. Segments by distances come back with a click."
)


def segments_by_model(record: DocumentRecord) -> None:
    """A way to have the model choose the segments of a document that is read by semantic flow.

    Says who chose those that it has; draws nothing for another route.
    """
    bench = resources.workbench()
    if not bench.segments.possible(record.sha):
        return
    by = bench.segments.by(record.sha)
    if by:
        st.caption(f"{plain(by)} chose where segments begin.")
    if state.kept(_FAILED, ("", ""))[0] == record.sha:
        st.warning(plain(state.kept(_FAILED, ("", ""))[1]), icon=":material/warning:")
    if bench.model is not None and by != bench.model.name:
        _work(record, bench.segments.ask, "ask", _offered(record))
    if by:
        _work(record, bench.segments.take_back, "back", _way_back)


def _offered(record: DocumentRecord) -> Callable[[Callable[[], None]], None]:
    bench = resources.workbench()
    name = plain(bench.model.name if bench.model else "")
    usage, calls = bench.segments.expected(record.sha)
    price = estimate_in_words(Estimate(usage.input, usage.output, calls), bench.settings)

    def offer(press: Callable[[], None]) -> None:
        st.caption(f"{name}: {price}")
        st.button(
            f"Let {name} choose the segments",
            key="segments-ask",
            icon=":material/account_tree:",
            help=_ABOUT,
            on_click=press,
        )

    return offer


def _way_back(press: Callable[[], None]) -> None:
    st.button(
        "Segments by distances again",
        key="segments-back",
        icon=":material/undo:",
        type="tertiary",
        on_click=press,
    )


def _work(
    record: DocumentRecord,
    job: Callable[..., DocumentRecord],
    name: str,
    offer: Callable[[Callable[[], None]], None],
) -> None:
    """What `job` of the segments does once it is asked for; why it failed is kept and shown."""
    bench = resources.workbench()
    try:
        done = requested_work(
            lambda progress: job(record.sha, progress),
            request=f"sightline.segments.{name}.{record.sha}",
            offer=offer,
            key=f"segments.{name}.{record.sha}",
            title=f"{bench.model.name} is reading the text"
            if name == "ask" and bench.model
            else f"Reading {record.name}",
            unit="steps",
        )
    except SightlineError as error:
        state.keep(_FAILED, (record.sha, str(error)))
        st.rerun()
    if done is not None:
        state.keep(_FAILED, ("", ""))
        state.select(node=None, chunk=None, citation=None)
        st.rerun()
