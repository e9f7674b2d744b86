"""Files of this session on their way into the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources, state

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.workbench.ingest_queue import QueueItem

_OWN = "sightline.queue.own"
"""Numbers of the files that this session added last, until one of them is shown."""
_ENDED = "sightline.queue.ended"
"""Numbers of the files whose end this page shows already."""


def add_files(files: Sequence[tuple[str, Path | bytes]], collections: Sequence[str] = ()) -> None:
    """Puts files into the queue by name; while nothing else goes on, in place of the last ones.

    `collections` are those of `Library.add`.
    """
    queue = resources.parse_queue()
    if not any(item.active for item in queue.snapshot()):
        queue.forget()
    numbers = frozenset(queue.add(name, file, collections=collections) for name, file in files)
    state.keep(_OWN, numbers)


def follow(items: Sequence[QueueItem]) -> None:
    """Chooses the first document that came of this session's files, where none was chosen.

    To be called before the library is drawn.
    """
    state.keep(_ENDED, _ended(items))
    own = state.kept(_OWN, frozenset())
    added = [item for item in items if item.document and item.number in own]
    if added:
        state.keep(_OWN, frozenset())
        if state.view().document is None:
            state.select(document=added[0].document)


def followed(items: Sequence[QueueItem]) -> bool:
    """Whether the page shows the end of all files that have ended."""
    return state.kept(_ENDED, frozenset()) == _ended(items)


def _ended(items: Sequence[QueueItem]) -> frozenset[int]:
    return frozenset(item.number for item in items if not item.active)
