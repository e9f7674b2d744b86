"""Work on a library in a process that is killed after so many steps of it."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

from core.library.file_stores import object_files, open_files
from core.library.file_stores.bucket import Bucket
from core.library.file_stores.stored_files import StoredFiles
from core.library.library import Library
from core.library.record_stores import open_records
from core.library.record_stores.database import DatabaseRecords
from tests.core.library.copied_processes import PROCESSES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.settings import Settings

_STEPS = (
    (StoredFiles, "begin"),
    (Bucket, "put"),
    (StoredFiles, "hold"),
    (StoredFiles, "doom"),
    (Bucket, "delete"),
    (StoredFiles, "forget"),
    (DatabaseRecords, "take_up"),
    (DatabaseRecords, "remove"),
    (Library, "_move_out"),
)


def is_killed(
    settings: Settings, variables: Mapping[str, str], work: str, arguments: Sequence[Any], step: int
) -> bool:
    """Whether a process was killed after so many steps of a method of `Library`; else it ended."""
    target = (settings, dict(variables), work, arguments, step)
    process = PROCESSES.Process(target=_run, args=target)
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


def _run(
    settings: Settings, variables: Mapping[str, str], work: str, arguments: Sequence[Any], step: int
) -> None:
    os.environ.update(variables)
    files = open_files(settings)
    library = Library(settings, store=open_records(settings), files=files)
    left = step

    def stopping(method: Callable[..., Any]) -> Callable[..., Any]:
        def stopped(*values: Any, **named: Any) -> Any:
            nonlocal left
            result = method(*values, **named)
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return stopped

    for owner, name in _STEPS:
        setattr(owner, name, stopping(getattr(owner, name)))
    place: Any = object_files
    place.move_into_place = stopping(place.move_into_place)
    getattr(library, work)(*arguments)
