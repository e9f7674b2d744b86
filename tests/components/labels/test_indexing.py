"""How far documents are indexed is said in few words, and each problem once."""

from __future__ import annotations

from dataclasses import replace

from components.labels.indexing import (
    by_problem,
    in_hand,
    job_in_words,
    progress_in_words,
    ready_in_words,
    share_done,
)
from core.configuration import Configuration
from core.errors import SetupError
from core.jobs.background import Stage
from core.workbench.index_queue import IndexJob

JOB = IndexJob("0" * 64, "policy.pdf", Configuration.default(), stage=Stage.UNKNOWN)
READY = replace(JOB, stage=Stage.DONE)
INDEXING = replace(JOB, stage=Stage.RUNNING, done=88, total=352)


def failed(name: str, words: str) -> IndexJob:
    return replace(JOB, name=name, stage=Stage.FAILED, error=SetupError(words))


def test_a_document_says_how_many_of_its_chunks_are_embedded() -> None:
    assert progress_in_words(INDEXING) == "policy.pdf: indexing 88 of 352 chunks"
    assert "cutting" in progress_in_words(JOB)


def test_a_document_without_a_job_is_indexed_when_asked_about() -> None:
    assert job_in_words(READY) == "ready to ask"
    assert job_in_words(None) == job_in_words(replace(JOB, stage=Stage.CANCELLED))


def test_all_documents_count_the_same_however_long_they_are() -> None:
    jobs = [READY, INDEXING, replace(JOB, stage=Stage.WAITING)]
    assert ready_in_words(jobs) == "1 of 3 documents"
    assert share_done(jobs) == (1 + 0.25) / 3
    assert share_done([]) == 0
    assert in_hand(jobs) is INDEXING


def test_documents_that_failed_alike_are_named_together() -> None:
    jobs = [
        failed("a.pdf", "No room."),
        READY,
        failed("b.pdf", "Odd."),
        failed("c.pdf", "No room."),
    ]
    groups = [(names, str(error)) for names, error in by_problem(jobs)]
    assert groups == [(["a.pdf", "c.pdf"], "No room."), (["b.pdf"], "Odd.")]
