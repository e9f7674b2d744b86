"""What a sweep has to do comes in an order in which nothing is made twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan
from core.evaluation.sweeps.grid import Grid
from core.evaluation.sweeps.job_queue import Job, JobQueue, jobs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

ONE, TWO = "1" * 64, "2" * 64
NAMES = {ONE: "one.pdf", TWO: "two.pdf"}


def queue(grid: Grid, documents: Sequence[str] = (ONE, TWO)) -> JobQueue:
    asked = QuestionSet(name="q", questions=(Question(text="Why?", documents=tuple(documents)),))
    settings = tuple(one.to_json() for one in grid.settings())
    return JobQueue(jobs_of(Plan(name="sweep", questions=asked, settings=settings), NAMES))


def taken(jobs: JobQueue, shelf: str = "") -> Job:
    job = jobs.take(shelf)
    assert job
    return job


def finish_preparing(jobs: JobQueue) -> None:
    while any(not job.setting for job in jobs.waiting):
        jobs.done(taken(jobs))


def test_documents_are_read_once_by_each_parser_before_anything_else():
    jobs = queue(Grid(parsers=("", "semantic_flow"), strategies=("fixed", "recursive")))
    reads = [jobs.take() for _ in range(4)]
    assert len({job.name for job in reads if job and job.name.startswith("read:")}) == 4
    assert jobs.take() is None


def test_parsers_and_strategies_are_called_by_their_titles():
    jobs = queue(Grid(parsers=("semantic_flow",), strategies=("fixed",)), [ONE])
    assert [job.words for job in jobs.waiting] == [
        "reading one.pdf by Semantic flow",
        "Semantic flow, Fixed size, N 256, O 0.2, k 5",
    ]


def test_sentences_are_embedded_once_where_a_strategy_reads_them():
    jobs = queue(Grid(strategies=("fixed", "semantic"), options={"Q": (0.7, 0.9)}), [ONE])
    assert [job.request["job"] for job in jobs.waiting] == [
        *("read", "sentences"),
        *("score", "score", "score"),
    ]
    jobs.done(taken(jobs))
    sentences, fixed = taken(jobs), taken(jobs)
    assert (sentences.request["job"], fixed.request["job"]) == ("sentences", "score")
    assert jobs.take() is None


def test_settings_that_share_an_index_follow_the_first_of_them():
    jobs = queue(Grid(options={"N": (64, 128)}, top_k=(1, 2, 3)), [ONE])
    finish_preparing(jobs)
    first, second = taken(jobs), taken(jobs)
    assert first.shelf != second.shelf
    assert jobs.take(first.shelf) is None
    jobs.done(first)
    following = taken(jobs, first.shelf)
    assert following.shelf == first.shelf
    assert following.words.endswith("k 2")
    assert following.words.startswith("Hierarchical, "), "the title of the strategy"


def test_another_worker_helps_with_a_shelf_once_nothing_new_is_left():
    jobs = queue(Grid(top_k=(1, 2, 3)), [ONE])
    finish_preparing(jobs)
    jobs.done(taken(jobs))
    assert {taken(jobs, "shelf").words[-3:], taken(jobs, "other").words[-3:]} == {"k 2", "k 3"}


def test_a_setting_that_fails_does_not_keep_others_from_its_shelf():
    jobs = queue(Grid(top_k=(1, 2)), [ONE])
    finish_preparing(jobs)
    assert len(jobs.fail(taken(jobs))) == 1
    assert taken(jobs).words.endswith("k 2")


def test_what_cannot_be_read_takes_the_settings_with_it_that_need_it():
    jobs = queue(Grid(parsers=("", "semantic_flow"), strategies=("semantic",)), [ONE])
    lost = jobs.fail(taken(jobs))
    assert [job.request["job"] for job in lost] == ["read", "sentences", "score"]
    assert {job.parser for job in jobs.waiting} == {"semantic_flow"}


def test_a_job_whose_process_ends_is_tried_once_more():
    jobs = queue(Grid(), [ONE])
    job = taken(jobs)
    assert jobs.lose(job)
    assert jobs.take() is job
    assert not jobs.lose(job)


def test_settings_are_known_to_be_prepared_when_all_documents_are_read():
    jobs = queue(Grid(strategies=("fixed",)))
    jobs.done(taken(jobs))
    assert jobs.prepared("") == []
    jobs.done(taken(jobs))
    assert [job.setting for job in jobs.prepared("")] == [job.name for job in jobs.waiting]


def test_nothing_is_prepared_for_settings_that_have_ended():
    jobs = queue(Grid(strategies=("semantic",)), [ONE])
    jobs.done(taken(jobs))
    jobs.done(jobs.prepared("")[0])
    jobs.drop_needless()
    assert jobs.waiting == []
