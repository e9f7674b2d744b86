"""Files that are added one after the other in the background, for all sessions of the app.

The queue lives as long as the process. A file waits in a folder of its own inside the data
folder, which goes with the process however that ends, so that nothing stale is left behind.
"""

from __future__ import annotations

import traceback
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from threading import Condition, Thread
from typing import TYPE_CHECKING

from core.errors import Cancelled, PasswordNeeded
from core.files import staged, writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.library import DocumentRecord
    from core.progress import Progress
    from core.workbench import Workbench


class Stage(StrEnum):
    """How far an item is."""

    WAITING = "waiting"
    READING = "reading"
    LOCKED = "locked"
    """Waits for the password of an encrypted file."""
    ADDED = "added"
    FAILED = "failed"
    CANCELLED = "cancelled"


_ACTIVE = (Stage.WAITING, Stage.READING)
_ENDED = (Stage.ADDED, Stage.FAILED, Stage.CANCELLED)


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One file: `done` of `pages` pages are read; 0 pages while that is not known.

    `document` is its id once it is in the library, `error` why it is not, or not yet. `resumes`
    is the id of a document that was there before, and whose missing pages are read.
    """

    number: int
    name: str
    stage: Stage = Stage.WAITING
    done: int = 0
    pages: int = 0
    document: str = ""
    error: Exception | None = None
    resumes: str = ""

    @property
    def active(self) -> bool:
        """Whether something will happen to it without anybody's help."""
        return self.stage in _ACTIVE

    @property
    def ended(self) -> bool:
        """Whether nothing will happen to it any more."""
        return self.stage in _ENDED


@dataclass
class _Held:
    """What only the queue needs of an item."""

    item: QueueItem
    source: Path | None
    folder: ExitStack
    password: str | None = None
    stopped: bool = False


@dataclass
class ParseQueue:
    """A queue over a workbench. It may be shared between threads.

    `workbench` may be replaced by one with other settings, which hold from the next file on.
    """

    workbench: Workbench
    on_added: Callable[[str], None] | None = None
    """Called with each document that was read."""
    _held: dict[int, _Held] = field(default_factory=dict)
    _count: int = 0
    _running: int = 0
    _changed: Condition = field(default_factory=Condition)

    def add(self, name: str, source: Path | bytes) -> int:
        """The number of a new item for a file; its bytes are kept on disk until it is read.

        Raises:
            SetupError: the data folder cannot be written.
        """
        with ExitStack() as stack:
            if isinstance(source, bytes):
                home = self.workbench.settings.home
                folder = stack.enter_context(staged(home))
                with writing(home):
                    (folder / "upload.pdf").write_bytes(source)
                source = folder / "upload.pdf"
            return self._put(name, source, stack.pop_all())

    def resume(self, document: str) -> int:
        """The number of an item that reads the missing pages of a document.

        One that is at it already goes on.

        Raises:
            NotFound: the library has no such document.
        """
        record = self.workbench.library.get(document)
        with self._changed:
            for item in self.snapshot():
                if item.active and item.resumes == document:
                    return item.number
            return self._put(record.name, None, ExitStack(), document)

    def unlock(self, number: int, password: str) -> None:
        """Puts a locked item into the queue again, with its password."""
        with self._changed:
            held = self._held.get(number)
            if held and held.item.stage is Stage.LOCKED:
                held.password = password
                held.item = replace(held.item, stage=Stage.WAITING, error=None)
                self._start()

    def cancel(self, number: int) -> None:
        """Takes an item out of the queue, or stops the reading of it; nothing of it stays."""
        with self._changed:
            held = self._held.get(number)
            if held and held.item.stage is Stage.READING:
                held.stopped = True
            elif held and held.item.stage in (Stage.WAITING, Stage.LOCKED):
                self._end(held, Stage.CANCELLED)

    def cancel_all(self) -> None:
        """Cancels all items that are waiting or being read."""
        for item in self.snapshot():
            if item.active:
                self.cancel(item.number)

    def forget(self) -> None:
        """Drops the items that have ended."""
        self._drop(lambda item: item.ended)

    def forget_document(self, document: str) -> None:
        """Says no more that a document was added, now that it is gone."""
        self._drop(lambda item: item.document == document)

    def snapshot(self) -> tuple[QueueItem, ...]:
        """All items as they are now, in the order in which they were added."""
        with self._changed:
            return tuple(held.item for held in self._held.values())

    def wait(self, seconds: float) -> bool:
        """Whether nothing is waiting or being read, at the latest after so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._running, seconds)

    def _put(self, name: str, source: Path | None, folder: ExitStack, resumes: str = "") -> int:
        with self._changed:
            self._count += 1
            item = QueueItem(self._count, name, resumes=resumes)
            self._held[item.number] = _Held(item, source, folder)
            self._start()
        return item.number

    def _start(self) -> None:
        """One more thread, if there is work for it. The lock is held."""
        if self._running < self._most and self._next():
            self._running += 1
            Thread(target=self._run, name="parse-queue", daemon=True).start()

    def _next(self) -> _Held | None:
        waiting = (one for one in self._held.values() if one.item.stage is Stage.WAITING)
        return next(waiting, None)

    def _run(self) -> None:
        while True:
            with self._changed:
                held = self._next()
                if held is None:
                    self._running -= 1
                    self._changed.notify_all()
                    return
                held.item = replace(held.item, stage=Stage.READING, done=0, pages=0)
                workers = self._share()
            self._read(held, workers)

    def _share(self) -> int:
        """Processes for one of the files that are or could be read now. The lock is held."""
        active = sum(held.item.active for held in self._held.values())
        return max(1, self._workers // min(self._most, active))

    @property
    def _workers(self) -> int:
        return self.workbench.settings.parse_workers

    @property
    def _most(self) -> int:
        """Files that are read at once: half as many as processes, so that each has two."""
        return max(1, self._workers // 2)

    def _read(self, held: _Held, workers: int) -> None:
        def report(done: int, pages: int) -> None:
            with self._changed:
                if held.stopped:
                    raise Cancelled(f"{held.item.name}: cancelled.")
                held.item = replace(held.item, done=done, pages=pages)

        try:
            record = self._record(held, report, workers)
            if self.on_added:
                self.on_added(record.sha)
        except PasswordNeeded as error:
            traceback.clear_frames(error.__traceback__)  # they hold the bytes of the file
            self._lock(held, error)
        except Cancelled:
            self._end(held, Stage.CANCELLED)
        except Exception as error:  # noqa: BLE001 (whoever shows the item words it)
            traceback.clear_frames(error.__traceback__)
            self._end(held, Stage.FAILED, error=error)
        else:
            self._end(held, Stage.ADDED, document=record.sha)

    def _record(self, held: _Held, report: Progress, workers: int) -> DocumentRecord:
        if held.source is None:
            return self.workbench.documents.resume(held.item.resumes, report, workers)
        return self.workbench.documents.add(
            held.source, held.item.name, held.password, report, workers=workers
        )

    def _lock(self, held: _Held, error: PasswordNeeded) -> None:
        with self._changed:
            if held.stopped:
                self._end(held, Stage.CANCELLED)
            else:
                held.item = replace(held.item, stage=Stage.LOCKED, error=error)

    def _end(
        self, held: _Held, stage: Stage, document: str = "", error: Exception | None = None
    ) -> None:
        with self._changed:
            held.item = replace(held.item, stage=stage, document=document, error=error)
            held.password = None
            held.folder.close()

    def _drop(self, concerns: Callable[[QueueItem], bool]) -> None:
        with self._changed:
            for number in [n for n, held in self._held.items() if concerns(held.item)]:
                del self._held[number]
