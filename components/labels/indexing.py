"""How far documents are indexed, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.jobs.background import Stage
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from core.workbench.index_queue import IndexJob

_STATES = {
    Stage.UNKNOWN: "",
    Stage.WAITING: "waiting",
    Stage.RUNNING: "being indexed",
    Stage.DONE: "ready to ask",
    Stage.FAILED: "failed",
    Stage.CANCELLED: "made when asked",
}


def job_in_words(job: IndexJob | None) -> str:
    """Whether a document can be asked about without waiting, in two or three words."""
    return _STATES[job.stage if job else Stage.CANCELLED]


def progress_in_words(job: IndexJob) -> str:
    """Such as `policy.pdf: indexing 120 of 352 chunks`; the name is as it is."""
    if not job.total:
        return f"{job.name}: cutting it into chunks"
    return f"{job.name}: indexing {min(job.done, job.total):,} of {job.total:,} chunks"


def ready_in_words(jobs: Collection[IndexJob]) -> str:
    """Such as `3 of 7 documents`."""
    return f"{sum(job.stage is Stage.DONE for job in jobs)} of {number_of(len(jobs), 'document')}"


def share_done(jobs: Collection[IndexJob]) -> float:
    """How much of all documents is indexed, from 0 to 1, each counting the same."""
    return sum(map(_share, jobs)) / max(len(jobs), 1)


def in_hand(jobs: Iterable[IndexJob]) -> IndexJob | None:
    """The document that is being indexed."""
    return next((job for job in jobs if job.stage is Stage.RUNNING), None)


def by_problem(jobs: Iterable[IndexJob]) -> list[tuple[list[str], Exception]]:
    """Names of the documents that could not be indexed, with the error that they share."""
    groups: dict[str, tuple[list[str], Exception]] = {}
    for job in jobs:
        if job.stage is Stage.FAILED and job.error:
            groups.setdefault(str(job.error), ([], job.error))[0].append(job.name)
    return list(groups.values())


def _share(job: IndexJob) -> float:
    if job.stage is Stage.DONE:
        return 1.0
    return min(job.done / job.total, 1.0) if job.total else 0.0
