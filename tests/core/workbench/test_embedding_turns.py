"""Threads that embed: one at a time, and those first for whom somebody waits."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from core.errors import Cancelled
from core.workbench.embedding_turns import EmbeddingTurns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WAIT = 60


class Batches:
    """A thread that works ahead batch by batch, each let go on by `go`."""

    def __init__(self, turns: EmbeddingTurns, *keys: str) -> None:
        self.begun, self.ended = 0, Event()
        self._go, self._at_batch = Event(), Event()
        self._turns, self._keys = turns, keys
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def wait_for_batch(self) -> None:
        assert self._at_batch.wait(WAIT)
        self._at_batch.clear()

    def go(self) -> None:
        self._go.set()

    def _run(self) -> None:
        with self._turns.ahead(self._keys, lambda *_: None) as step:
            for done in range(2):
                self.begun += 1
                self._at_batch.set()
                assert self._go.wait(WAIT)
                self._go.clear()
                step(done, 2)
        self.ended.set()


@pytest.fixture
def turns() -> EmbeddingTurns:
    return EmbeddingTurns()


def in_thread(work: Callable[[], None]) -> Event:
    ended = Event()

    def run() -> None:
        work()
        ended.set()

    Thread(target=run, daemon=True).start()
    return ended


def waiting(turns: EmbeddingTurns, *keys: str) -> Iterator[Event]:
    """Someone who wants to embed; the event is set while they wait."""
    asked = Event()
    yield asked
    yield in_thread(lambda: _embed(turns, keys, asked))


def _embed(turns: EmbeddingTurns, keys: tuple[str, ...], asked: Event) -> None:
    with turns.now(keys, lambda *_: asked.set()):
        pass


def test_work_ahead_stands_aside_for_what_somebody_waits_for(turns: EmbeddingTurns) -> None:
    ahead = Batches(turns, "a")
    ahead.wait_for_batch()
    asked, ended = waiting(turns, "b")
    assert asked.wait(WAIT)
    assert not ended.is_set()
    ahead.go()
    assert ended.wait(WAIT)
    ahead.wait_for_batch()
    ahead.go()
    assert ahead.ended.wait(WAIT)


def test_whoever_waits_for_what_is_made_ahead_lets_it_end(turns: EmbeddingTurns) -> None:
    ahead = Batches(turns, "a")
    ahead.wait_for_batch()
    asked, ended = waiting(turns, "a", "b")
    assert asked.wait(WAIT)
    ahead.go()
    ahead.wait_for_batch()
    assert not ended.is_set()
    ahead.go()
    assert ended.wait(WAIT)
    assert ahead.ended.is_set() or ahead.ended.wait(WAIT)


def test_no_batch_is_begun_ahead_while_a_question_is_answered(turns: EmbeddingTurns) -> None:
    with turns.question():
        ahead = Batches(turns, "a")
        with turns.now(["b"]):
            pass
        assert ahead.begun == 0
    ahead.wait_for_batch()
    with turns.question():
        ahead.go()
        with turns.now(["b"]):
            assert ahead.begun == 1
    ahead.wait_for_batch()
    ahead.go()
    assert ahead.ended.wait(WAIT)


def test_a_question_that_waits_for_what_is_made_ahead_does_not_wait_for_itself(
    turns: EmbeddingTurns,
) -> None:
    ahead = Batches(turns, "a")
    ahead.wait_for_batch()
    with turns.question():
        asked, ended = waiting(turns, "a")
        assert asked.wait(WAIT)
        ahead.go()
        ahead.wait_for_batch()
        ahead.go()
        assert ended.wait(WAIT)


def test_whoever_waits_hears_how_far_the_work_is_and_may_leave(turns: EmbeddingTurns) -> None:
    ahead = Batches(turns, "a")
    ahead.wait_for_batch()
    ahead.go()
    ahead.wait_for_batch()
    ahead.go()
    assert ahead.ended.wait(WAIT)

    def cancel(*_: int) -> None:
        raise Cancelled("stopped")

    held = Batches(turns, "b")
    held.wait_for_batch()
    with pytest.raises(Cancelled), turns.now(["c"], cancel):
        pass
    held.go()
    held.wait_for_batch()
    held.go()
    assert held.ended.wait(WAIT)


def test_a_thread_that_has_the_turn_keeps_it(turns: EmbeddingTurns) -> None:
    with turns.now(["a"]), turns.now(["b"]):
        pass
    with turns.ahead(["a"], lambda *_: None), turns.now(["a"]):
        pass
