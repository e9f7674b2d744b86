"""Garbage collection while a document is parsed."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SELDOM = (200_000, 50, 1000)


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Lets the garbage collector run less often.

    The words of a document are a million objects that all stay, and hardly any of them in a
    circle: to look through them again and again took a third of the time.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
