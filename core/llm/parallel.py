"""Calls beside each other, none of which keeps the program from ending."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from core.rights import carried

if TYPE_CHECKING:
    from collections.abc import Callable

R = TypeVar("R")


def begun(work: Callable[[int], R], count: int, at_once: int) -> list[Future[R]]:
    """What `work` gives for 0, 1 ... up to `count`, begun in this order, so many at once.

    One that is cancelled before its turn is not begun. Those that run when the program ends end
    with it: a pool of the standard library would wait for them.
    """
    futures = [Future[R]() for _ in range(count)]
    left = deque(enumerate(futures))
    for _ in range(min(count, at_once)):
        Thread(target=carried(_run), args=(work, left), daemon=True).start()
    return futures


def _run(work: Callable[[int], R], left: deque[tuple[int, Future[R]]]) -> None:
    while True:
        try:
            place, future = left.popleft()
        except IndexError:
            return
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(work(place))
        except BaseException as error:  # noqa: BLE001 - whoever waits for the result gets it
            future.set_exception(error)
