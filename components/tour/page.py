"""A tour of five ideas, each on the same page of one sample; it can be left and gone on with."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.chunk_preparation import is_ready
from components.foreign_text import plain
from components.frame.tour_bar import tour_button
from components.labels.settings import SYMBOLS
from components.tour.every_strategy import every_strategy
from components.tour.ideas import IDEAS, PAGE, SAMPLE, Idea
from components.widgets.document_pages import document_pages
from components.widgets.heading import heading
from components.widgets.layout import room
from components.widgets.long_work import requested_work
from components.widgets.page_view import Mark, legend
from components.widgets.switch import switch
from core.configuration.address import to_address
from core.errors import NotFound
from core.plugins import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from components.tour.shown import Shown
    from core.library import DocumentRecord

_FINDINGS = 9
_EXACT, _WHOLE = "Exact lines", "Whole elements"


def page() -> None:
    """The stop that the address names, the first one else."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        heading("Tour of five ideas")
        tour_button("guide-begin")
    record = _sample()
    if record is None:
        return
    keys = [idea.key for idea in IDEAS]
    named = state.view().stop or ""
    at = keys.index(named) if named in keys else 0
    _way(at)
    _stop(record, IDEAS[at])


def _sample() -> DocumentRecord | None:
    """The sample, or the way to add it; nothing is asked of a language model for it."""
    bench = resources.workbench()
    try:
        return bench.library.find(SAMPLE)
    except NotFound:
        pass
    from sample_docs import SAMPLES

    sample = next(sample for sample in SAMPLES if sample.file_name == SAMPLE)
    record = requested_work(
        lambda progress: bench.documents.add(
            sample.path, sample.file_name, progress=progress, by_model=False
        ),
        request="sightline.tour.sample",
        offer=_offer,
        key="tour-sample",
        title=f"Reading {SAMPLE}",
        unit="pages",
    )
    if record is not None:
        st.rerun()
    return None


def _offer(begin: Callable[[], None]) -> None:
    st.markdown(
        "Five sources say how documents should be cut for retrieval. Each is shown on the same "
        "page of a fictional guideline, with figures that are worked out as you look. It takes "
        "about ten minutes, and needs neither a key nor the network."
    )
    with st.container(horizontal=True):
        st.button("Add the sample and begin", type="primary", on_click=begin, key="tour-begin")
        if st.button("Not now", key="tour-skip"):
            st.switch_page("pages/documents.py")


def _way(at: int) -> None:
    def turned() -> None:
        _go(IDEAS[int(state.widget_value("tour-stop")) - 1])

    numbers = [str(number) for number in range(1, len(IDEAS) + 1)]
    state.preset("tour-stop", numbers[at])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.segmented_control(
            "Idea",
            numbers,
            required=True,
            format_func=lambda number: f"{number} · {IDEAS[int(number) - 1].source}",
            key="tour-stop",
            on_change=turned,
            label_visibility="collapsed",
        )
        st.button(
            "Previous", key="tour-back", icon=":material/arrow_back:", shortcut="P",
            on_click=partial(_go, IDEAS[max(at - 1, 0)]), disabled=at == 0,
        )  # fmt: skip
        if at + 1 < len(IDEAS):
            st.button(
                "Next", key="tour-on", icon=":material/arrow_forward:", shortcut="N",
                type="primary", on_click=partial(_go, IDEAS[at + 1]),
            )  # fmt: skip
        if st.button(
            "Leave the tour" if at + 1 < len(IDEAS) else "End the tour",
            key="tour-leave",
            type="tertiary",
            help="The tab Tour goes on where you left.",
        ):
            st.switch_page("pages/documents.py")


def _go(idea: Idea) -> None:
    state.select(stop=idea.key)


def _stop(record: DocumentRecord, idea: Idea) -> None:
    bench = resources.workbench()
    config = replace(idea.configuration, encoder=bench.settings.encoder)
    if not is_ready(record, config, key="tour"):
        return
    result = bench.chunks.of(record.sha, config)
    shown: Shown = load({idea.key: idea.shows}, idea.key)(result, record, PAGE)
    words, pages = st.columns([4, 7], gap="medium")
    with words:
        marks = _told(idea, shown)
        if st.button("Open in the workbench", icon=":material/open_in_new:", key="tour-open"):
            state.select(document=record.sha, recipe=to_address(config), page=PAGE, chunk=None)
            st.switch_page("pages/chunks.py")
        _findings(shown)
        every_strategy(record, PAGE)
    with pages, room("tour-room"):
        document_pages(record, [PAGE], marks, key="tour-page", selected=shown.focus, page=PAGE)
        legend(marks)


def _told(idea: Idea, shown: Shown) -> list[Mark]:
    """The words, figures and findings; the marks that are to be drawn."""
    st.header(idea.title, anchor=False)
    st.markdown(idea.words)
    for column, figure in zip(st.columns(len(shown.figures)), shown.figures, strict=True):
        value = shown.figures[figure]
        column.markdown(f"**{plain(value)}**  \n:small[:gray[{plain(figure)}]]")
    marks = shown.marks
    if shown.wider:
        look = switch("Marked", (_EXACT, _WHOLE), "tour-look")
        marks = shown.marks if look == _EXACT else shown.wider
        st.caption("  \n".join(f"{name}: {words}" for name, words in _letters().items()))
    return marks


def _findings(shown: Shown) -> None:
    for finding in shown.findings[:_FINDINGS]:
        st.markdown(f"- {plain(finding)}")
    if len(shown.findings) > _FINDINGS:
        st.caption(f"{len(shown.findings) - _FINDINGS} more in the workbench.")


def _letters() -> dict[str, str]:
    return {name: SYMBOLS[name] for name in ("N", "O", "Q", "M", "B_h")}
