"""What a sweep has to do comes in an order in which nothing is made twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan
from core.evaluation.sweeps.grid import Grid
from core.evaluation.sweeps.jobs import Board, Job, jobs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

ONE, TWO = "1" * 64, "2" * 64
NAMES = {ONE: "one.pdf", TWO: "two.pdf"}


def board(grid: Grid, documents: Sequence[str] = (ONE, TWO)) -> Board:
    asked = QuestionSet(name="q", questions=(Question(text="Why?", documents=tuple(documents)),))
    settings = tuple(one.to_json() for one in grid.settings())
    return Board(jobs_of(Plan(name="sweep", questions=asked, settings=settings), NAMES))


def taken(board: Board, shelf: str = "") -> Job:
    job = board.take(shelf)
    assert job
    return job


def finish_preparing(board: Board) -> None:
    while any(not job.setting for job in board.waiting):
        board.done(taken(board))


def test_documents_are_read_once_by_each_parser_before_anything_else():
    held = board(Grid(parsers=("", "semantic_flow"), strategies=("fixed", "recursive")))
    reads = [held.take() for _ in range(4)]
    assert len({job.name for job in reads if job and job.name.startswith("read:")}) == 4
    assert held.take() is None


def test_sentences_are_embedded_once_where_a_strategy_reads_them():
    held = board(Grid(strategies=("fixed", "semantic"), options={"Q": (0.7, 0.9)}), [ONE])
    assert [job.request["job"] for job in held.waiting] == [
        *("read", "sentences"),
        *("score", "score", "score"),
    ]
    held.done(taken(held))
    sentences, fixed = taken(held), taken(held)
    assert (sentences.request["job"], fixed.request["job"]) == ("sentences", "score")
    assert held.take() is None


def test_settings_that_share_an_index_follow_the_first_of_them():
    held = board(Grid(options={"N": (64, 128)}, top_k=(1, 2, 3)), [ONE])
    finish_preparing(held)
    first, second = taken(held), taken(held)
    assert first.shelf != second.shelf
    assert held.take(first.shelf) is None
    held.done(first)
    following = taken(held, first.shelf)
    assert following.shelf == first.shelf
    assert following.words.endswith("k 2")


def test_another_worker_helps_with_a_shelf_once_nothing_new_is_left():
    held = board(Grid(top_k=(1, 2, 3)), [ONE])
    finish_preparing(held)
    held.done(taken(held))
    assert {taken(held, "shelf").words[-3:], taken(held, "other").words[-3:]} == {"k 2", "k 3"}


def test_a_setting_that_fails_does_not_keep_others_from_its_shelf():
    held = board(Grid(top_k=(1, 2)), [ONE])
    finish_preparing(held)
    assert len(held.fail(taken(held))) == 1
    assert taken(held).words.endswith("k 2")


def test_what_cannot_be_read_takes_the_settings_with_it_that_need_it():
    held = board(Grid(parsers=("", "semantic_flow"), strategies=("semantic",)), [ONE])
    lost = held.fail(taken(held))
    assert [job.request["job"] for job in lost] == ["read", "sentences", "score"]
    assert {job.parser for job in held.waiting} == {"semantic_flow"}


def test_a_job_whose_process_ends_is_tried_once_more():
    held = board(Grid(), [ONE])
    job = taken(held)
    assert held.lose(job)
    assert held.take() is job
    assert not held.lose(job)


def test_settings_are_known_to_be_prepared_when_all_documents_are_read():
    held = board(Grid(strategies=("fixed",)))
    held.done(taken(held))
    assert held.prepared("") == []
    held.done(taken(held))
    assert [job.setting for job in held.prepared("")] == [job.name for job in held.waiting]


def test_nothing_is_prepared_for_settings_that_have_ended():
    held = board(Grid(strategies=("semantic",)), [ONE])
    held.done(taken(held))
    held.done(held.prepared("")[0])
    held.drop_needless()
    assert held.waiting == []
