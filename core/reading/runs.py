"""Sequences cut into runs of neighbours that belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Item = TypeVar("Item")


def runs(items: Iterable[Item], joins: Callable[[list[Item], Item], bool]) -> list[list[Item]]:
    """All items in their order; `joins` says whether one belongs to the run before it."""
    cut: list[list[Item]] = []
    for item in items:
        if cut and joins(cut[-1], item):
            cut[-1].append(item)
        else:
            cut.append([item])
    return cut
