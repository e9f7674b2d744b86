"""The samples that a first start reads by itself: how far they are, and which can be asked."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.indexing import progress_in_words
from components.widgets.auto_refresh import redrawn
from components.widgets.layout import line_above
from core.errors import SetupError
from core.jobs.background import Stage
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.library import DocumentRecord
    from core.workbench.index_queue import IndexJob
    from core.workbench.ingest_queue import QueueItem

_EVERY = 0.5
"""Seconds after which the line is drawn anew while samples are read."""
_HEIGHT = 2.5
"""Of the line (rem)."""
_SHOWN = "sightline.samples.shown"
"""The samples that this page shows as ready."""


def samples_line(*, lasting: bool = True) -> bool:
    """A line that says which samples are ready and what is being read; whether more will come.

    The page is drawn anew when a further sample is ready. Nothing where no sample came by itself,
    nor, unless it is `lasting`, when all are ready.
    """
    items = resources.first_start().items()
    if not items:
        return False
    jobs = _jobs()
    state.keep(_SHOWN, ready_samples(items, jobs))
    if not on_their_way(items, jobs):
        if lasting:
            line_above(_HEIGHT)
            st.markdown(in_words(items, jobs))
        return False
    line_above(_HEIGHT)
    redrawn(_draw, _EVERY)
    return True


def can_be_asked(records: Mapping[str, DocumentRecord]) -> dict[str, DocumentRecord]:
    """The documents without samples that came by themselves and are not ready yet.

    So a question waits for none of them; the line says that they are still to come.
    """
    items = resources.first_start().items()
    if not items:
        return dict(records)
    jobs = _jobs()
    coming = {item.name for item in on_their_way(items, jobs)}
    return {sha: record for sha, record in records.items() if coming.isdisjoint(record.names)}


def on_their_way(items: Sequence[QueueItem], jobs: Mapping[str, IndexJob]) -> list[QueueItem]:
    """The samples that are or will be read or indexed, in the order in which they are read."""
    return [
        item
        for item in items
        if item.active or ((job := jobs.get(item.document)) is not None and not job.ended)
    ]


def ready_samples(items: Sequence[QueueItem], jobs: Mapping[str, IndexJob]) -> frozenset[str]:
    """Names of the samples that are in the library, and whose index is not still to come."""
    coming = {item.name for item in on_their_way(items, jobs)}
    return frozenset(item.name for item in items if item.document and item.name not in coming)


def in_words(items: Sequence[QueueItem], jobs: Mapping[str, IndexJob]) -> str:
    """Such as `Ready: 2 of 6 samples. Reading policy.pdf, page 3 of 6.`; Markdown."""
    coming = on_their_way(items, jobs)
    ready = len(ready_samples(items, jobs))
    if not coming:
        return f":material/check_circle: **Ready: {number_of(ready, 'sample')}.**"
    count = f"{ready} of {len(items)} samples"
    return f":material/hourglass_top: **Ready: {count}.** {_at_work(coming, jobs)}"


def _at_work(coming: Sequence[QueueItem], jobs: Mapping[str, IndexJob]) -> str:
    reading = next((item for item in coming if item.stage is Stage.RUNNING), None)
    if reading is None:
        job = next((jobs[item.document] for item in coming if item.document in jobs), None)
        return plain(progress_in_words(job)) if job else ""
    if not reading.done:
        return f"Reading {plain(reading.name)}."
    return f"Reading {plain(reading.name)}, page {reading.done} of {reading.total}."


def _jobs() -> Mapping[str, IndexJob]:
    """How far documents are indexed as the library is by default; none where that is damaged."""
    with suppress(SetupError):
        return resources.index_queue().jobs(resources.library_configuration())
    return {}


def _draw() -> None:
    items, jobs = resources.first_start().items(), _jobs()
    if state.kept(_SHOWN, frozenset()) != ready_samples(items, jobs) or not on_their_way(
        items, jobs
    ):
        st.rerun()
    st.markdown(in_words(items, jobs))
