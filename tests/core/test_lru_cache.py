"""The small cache that threads share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from core.lru_cache import LruCache


def test_the_oldest_result_goes_first() -> None:
    memory: LruCache[int] = LruCache(2)
    made: list[str] = []

    def get(key: str) -> None:
        memory.get(key, lambda: made.append(key) or 0)

    for key in ("a", "b", "a", "c", "a", "b"):
        get(key)
    assert made == ["a", "b", "c", "b"]


def test_an_error_leaves_nothing_behind() -> None:
    memory: LruCache[int] = LruCache(2)
    with pytest.raises(ZeroDivisionError):
        memory.get("a", lambda: 1 // 0)
    assert memory.get("a", lambda: 7) == 7


def test_threads_that_ask_together_make_it_once() -> None:
    memory: LruCache[int] = LruCache(2)
    made: list[int] = []
    barrier = Barrier(4)

    def ask() -> int:
        barrier.wait()
        return memory.get("a", lambda: made.append(1) or len(made))

    with ThreadPoolExecutor(4) as pool:
        results = [future.result() for future in [pool.submit(ask) for _ in range(4)]]
    assert results == [1, 1, 1, 1]


def test_what_concerns_a_document_is_forgotten() -> None:
    memory: LruCache[int] = LruCache(4)
    for key in ("a", "b"):
        memory.get(key, lambda: 1)
    assert memory.forget(lambda key: key == "a") == [1]
    assert memory.get("a", lambda: 2) == 2
    assert memory.get("b", lambda: 2) == 1


def test_a_result_that_was_being_made_is_not_held_once_it_is_forgotten() -> None:
    memory: LruCache[str] = LruCache(2)

    def slow() -> str:
        memory.forget()
        return "old"

    assert memory.get("key", slow) == "old"
    assert memory.get("key", lambda: "new") == "new"
