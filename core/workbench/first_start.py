"""The samples that come by themselves into a data folder that nobody has used yet.

What is still to be read is kept in `<home>/samples.json`: a start goes on where the one before was
ended, and a sample that was deleted does not come back.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from filelock import FileLock

from core.errors import DataTooNew, SetupError
from core.file_format import Form, decode_values, encode_values
from core.files import changing, write_atomic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from core.workbench.ingest_queue import IngestQueue, QueueItem

_LOG = logging.getLogger("sightline")
_FORM = Form("sightline.samples")
_FILE = "samples.json"
_OF_NOBODY = {"settings.json", _FILE}
"""Files of a data folder in which nobody has worked yet, beside locks and what is unfinished."""


class FirstStart:
    """Samples on their way into a new data folder, in the background. Threads may share it."""

    def __init__(self, queue: IngestQueue, samples: Mapping[str, Path]) -> None:
        """`samples` are files by their names, in the order in which they are read."""
        self._queue, self._samples = queue, samples
        self._numbers: frozenset[int] = frozenset()

    def begin(self) -> None:
        """Puts the samples into the queue that are still to be read; none into a used folder.

        Raises:
            SetupError: the data folder cannot be written.
        """
        home = self._queue.workbench.settings.home
        names = samples_to_read(home, list(self._samples))
        self._numbers = frozenset(
            self._queue.add(
                name, self._samples[name], ahead=True, on_end=partial(note_read, home, name)
            )
            for name in names
        )

    def items(self) -> tuple[QueueItem, ...]:
        """How far each sample of this start is; empty where it reads none."""
        return tuple(item for item in self._queue.snapshot() if item.number in self._numbers)


def samples_to_read(home: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the samples that a start has to read: all in a new folder, else what is left.

    Raises:
        SetupError: the data folder cannot be written.
    """
    with _changing(home):
        waiting = _waiting(home)
        if waiting is None:
            if is_used(home):
                return ()
            waiting = list(names)
            _write(home, waiting)
        return tuple(name for name in names if name in waiting)


def note_read(home: Path, name: str) -> None:
    """Notes that a sample was read, failed or was cancelled: the next start leaves it out."""
    try:
        with _changing(home):
            waiting = _waiting(home) or []
            _write(home, [other for other in waiting if other != name])
    except SetupError as error:
        # The sample is in the library, which is looked at before it is read again.
        _LOG.warning("%s", error)


def is_used(home: Path) -> bool:
    """Whether a data folder holds anything beside settings."""
    inside = (path.relative_to(home) for path in home.rglob("*") if path.is_file())
    return any(
        path.parts[0] not in {"tmp", *_OF_NOBODY} and path.suffix != ".lock" for path in inside
    )


def _waiting(home: Path) -> list[str] | None:
    """The names in the file; None without one. Of a damaged one nothing is waiting."""
    path = home / _FILE
    try:
        return list(decode_values(_FORM, path.read_bytes(), path)["waiting"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OSError, DataTooNew):
        return []


def _write(home: Path, waiting: Sequence[str]) -> None:
    write_atomic(home, home / _FILE, encode_values(_FORM, {"waiting": list(waiting)}))


def _changing(home: Path) -> AbstractContextManager[None]:
    return changing(home, FileLock(home / "samples.lock"))
