"""Files that are added one after the other in the background, for all sessions of the app.

The queue lives as long as the process. A file waits in a folder of its own inside the data
folder, which goes with the process however that ends, so that nothing stale is left behind.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from core.errors import PasswordNeeded
from core.files import staged, writing
from core.jobs.background import BackgroundQueue, Stage, Task
from core.rights import Right, carried

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from core.library.permissions import Permissions
    from core.progress import Progress
    from core.workbench import Workbench


@dataclass
class QueueItem(Task):
    """One file, of which `done` of `total` pages are read; paused while its password is missing.

    `document` is its id once it is in the library. `resumes` is the id of a document that was
    there before, and whose missing pages are read. Nobody has asked yet for what is read `ahead`:
    it stands behind what people wait for, and costs nothing. `owner` is the id of the person who
    put it, empty on a desk.
    """

    number: int
    name: str
    document: str = ""
    resumes: str = ""
    ahead: bool = False
    owner: str = ""


@dataclass
class _Upload:
    """A file that waits, the folder that it keeps until its item has ended, and its password.

    `collections` are those that the document is added to, see `Library.add`; `read` reads it for
    who put it here.
    """

    source: Path | None
    folder: ExitStack
    read: Callable[[QueueItem, Progress], None]
    password: str | None = None
    collections: Collection[str] = ()
    on_end: Callable[[], None] | None = None


class IngestQueue:
    """A queue over a workbench. It may be shared between threads.

    `workbench` may be replaced by one with other settings, which hold from the next file on.
    `on_added` is called with each document that was read.
    """

    def __init__(self, workbench: Workbench, on_added: Callable[[str], None] | None = None) -> None:
        self.workbench, self.on_added = workbench, on_added
        self._uploads: dict[int, _Upload] = {}
        self._numbers = count(1)
        self._queue = BackgroundQueue[int, QueueItem](
            self._read,
            threads=lambda: self._at_once + self._passes_a_sample,
            stages={PasswordNeeded: Stage.PAUSED},
            on_end=self._release,
        )

    def add(
        self,
        name: str,
        source: Path | bytes,
        *,
        ahead: bool = False,
        on_end: Callable[[], None] | None = None,
        collections: Collection[str] = (),
    ) -> int:
        """The number of a new item for a file; its bytes are kept on disk until it is read.

        `on_end` is called once when the item has ended, in whatever way. `collections` are those
        of `Library.add`.

        Raises:
            AccessRefused: who acts may not add documents.
            SetupError: the data folder cannot be written.
        """
        self._permissions.allow(Right.EDIT)
        with ExitStack() as stack:
            if isinstance(source, bytes):
                home = self.workbench.settings.home
                folder = stack.enter_context(staged(home))
                with writing(home):
                    (folder / "upload.pdf").write_bytes(source)
                source = folder / "upload.pdf"
            upload = self._upload(source, stack.pop_all())
            upload.on_end, upload.collections = on_end, collections
            return self._put(name, upload, ahead=ahead)

    def resume(self, document: str) -> int:
        """The number of an item that reads the missing pages of a document.

        One that is at it already goes on.

        Raises:
            NotFound: the library has no such document.
        """
        self._permissions.allow(Right.EDIT)
        record = self.workbench.library.get(document)
        with self._queue.changed:
            for item in self.snapshot():
                if item.active and item.resumes == document:
                    return item.number
            return self._put(record.name, self._upload(None, ExitStack()), document)

    def unlock(self, number: int, password: str) -> None:
        """Reads a paused item with its password, before what waits. Raises as `add`.

        Whoever typed the password waits to hear whether it is right: it is read beside the others.
        """
        self._permissions.allow(Right.EDIT)
        with self._queue.changed:
            item = self._own(number)
            if item and item.stage is Stage.PAUSED:
                self._uploads[number].password = password
                item.stage, item.error = Stage.WAITING, None
                self._queue.tasks = {number: item, **self._queue.tasks}
                self._queue.start()

    def cancel(self, number: int) -> None:
        """Takes an item out of the queue, or stops the reading of it; nothing of it stays."""
        if self._own(number):
            self._queue.cancel(number)

    def cancel_all(self) -> None:
        """Cancels all items that are waiting or being read."""
        for item in self.snapshot():
            if item.active:
                self.cancel(item.number)

    def forget(self) -> None:
        """Drops the items that have ended."""
        self._queue.drop(lambda _, item: item.ended and item.owner == self._permissions.person)

    def forget_document(self, document: str) -> None:
        """Says no more that a document was added, now that it is gone."""
        self._queue.drop(lambda _, item: item.document == document)

    def snapshot(self) -> tuple[QueueItem, ...]:
        """The items of who acts as they are now, in the order in which they are read."""
        owner = self._permissions.person
        return tuple(item for item in self._queue.snapshot().values() if item.owner == owner)

    def wait(self, seconds: float) -> bool:
        """Whether nothing is waiting or being read, at the latest after so many seconds."""
        return self._queue.wait(seconds)

    def _put(self, name: str, upload: _Upload, resumes: str = "", *, ahead: bool = False) -> int:
        number = next(self._numbers)
        with self._queue.changed:
            self._uploads[number] = upload
            self._queue.tasks[number] = QueueItem(
                number, name, resumes=resumes, ahead=ahead, owner=self._permissions.person
            )
            if not ahead:
                self._let_pass()
            self._queue.start()
        return number

    def _let_pass(self) -> None:
        """Puts what waits to be read ahead behind what people wait for. The lock is held."""
        tasks = self._queue.tasks
        for number, item in list(tasks.items()):
            if item.ahead and item.stage is Stage.WAITING:
                tasks[number] = tasks.pop(number)

    def _share(self) -> int:
        with self._queue.changed:
            active = sum(item.active for item in self._queue.tasks.values())
            return max(1, self._workers // min(self._at_once, active))

    @property
    def _workers(self) -> int:
        return self.workbench.settings.parse_workers

    @property
    def _at_once(self) -> int:
        """Files that are read at once: half as many as processes, so that each has two.

        While some were unlocked, one of them is read beside these. The lock is held.
        """
        unlocked = any(
            item.active and self._uploads[number].password is not None
            for number, item in self._queue.tasks.items()
        )
        return max(1, self._workers // 2) + unlocked

    @property
    def _passes_a_sample(self) -> bool:
        """Whether a file is read beside one that is read ahead, which nobody waits for.

        The lock is held.
        """
        tasks = self._queue.tasks.values()
        asked_for = any(item.active and not item.ahead for item in tasks)
        return asked_for and any(item.ahead and item.stage is Stage.RUNNING for item in tasks)

    @property
    def _permissions(self) -> Permissions:
        return self.workbench.library.permissions

    def _own(self, number: int) -> QueueItem | None:
        """An item of who acts; None where there is none of that number."""
        item = self._queue.tasks.get(number)
        return item if item and item.owner == self._permissions.person else None

    def _upload(self, source: Path | None, folder: ExitStack) -> _Upload:
        return _Upload(source, folder, carried(self._read_as))

    def _read(self, item: QueueItem, report: Progress) -> None:
        self._uploads[item.number].read(item, report)

    def _read_as(self, item: QueueItem, report: Progress) -> None:
        upload, bench = self._uploads[item.number], self.workbench
        # Who looks at what is ready already needs the processor, too.
        workers = max(1, self._share() // 2) if item.ahead else self._share()
        if upload.source is None:
            record = bench.documents.resume(item.resumes, report, workers)
        else:
            record = bench.documents.add(
                upload.source,
                item.name,
                upload.password,
                report,
                workers=workers,
                by_model=not item.ahead,
                collections=upload.collections,
            )
        if self.on_added:
            self.on_added(record.sha)
        item.document = record.sha

    def _release(self, item: QueueItem) -> None:
        if item.ended:
            upload = self._uploads.pop(item.number)
            upload.folder.close()
            if upload.on_end:
                upload.on_end()
