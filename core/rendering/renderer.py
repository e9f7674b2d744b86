"""Drawing in a process of its own, with limits, started once and again after it was lost."""

from __future__ import annotations

import contextlib
import json
import socket
import tempfile
import threading
from typing import TYPE_CHECKING, Any

from core import errors
from core.jobs.process import child_process, kill
from core.rendering.opening import gone
from core.rendering.page_image import DEFAULT_WIDTH, PageImage

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import IO

    from core.geometry import BoundingBox

_WORKER = "core.rendering.renderer_process"
_SECONDS_TO_START = 60


class Renderer:
    """Draws pages and cuts excerpts, one after the other, in a worker process.

    `seconds` and `megabytes` are the limits of one job and of the worker.
    """

    def __init__(self, seconds: float = 20, megabytes: int = 3072) -> None:
        self._seconds, self._megabytes = seconds, megabytes
        self._lock = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None
        self._files: socket.socket | None = None
        self._ready = False
        self._stack = contextlib.ExitStack()

    def page(
        self, path: Path, number: int, width: int = DEFAULT_WIDTH, name: str = ""
    ) -> PageImage:
        """The page (1-based) as a picture; `name` is what people call the file.

        Raises:
            LimitReached: drawing took too long, or too much memory.
            SightlineError: as `core.rendering.render_page`.
        """
        header, data = self._ask(path, name, kind="page", page=number, width=width)
        return PageImage(number, header["width"], header["height"], data)

    def crop(self, path: Path, box: BoundingBox, name: str = "") -> PageImage:
        """What the page shows inside a box, as PNG. Raises as `page`."""
        edges = [box.left, box.top, box.right, box.bottom]
        header, data = self._ask(path, name, kind="crop", page=box.page, box=edges)
        return PageImage(box.page, header["width"], header["height"], data, "image/png")

    def excerpt(self, path: Path, pages: Sequence[int], name: str = "") -> bytes:
        """A PDF of these 1-based pages. Raises as `page`."""
        return self._ask(path, name, kind="excerpt", pages=list(pages))[1]

    def warm(self) -> None:
        """Start the worker, without waiting until it is ready."""
        with self._lock:
            self._running()

    def close(self) -> None:
        """Stop the worker; the next job starts another one."""
        with self._lock:
            self._stop()

    def _ask(self, path: Path, name: str, **job: Any) -> tuple[dict[str, Any], bytes]:
        shown = name or path.name
        line = json.dumps({**job, "path": str(path), "name": shown}).encode() + b"\n"
        with self._lock, _readable(path, shown) as file:
            worker = self._running()
            try:
                self._wait_until_ready(worker)
                if self._files:
                    socket.send_fds(self._files, [b"."], [file.fileno()])
                with _ended_after(self._seconds, worker):
                    header, body = _exchange(worker, line)
            except (EOFError, ConnectionError) as error:
                self._stop()
                raise errors.LimitReached(
                    f"{shown} could not be drawn within {self._seconds:g} seconds and "
                    f"{self._megabytes} MB. Its text can still be used; look at the page in a "
                    "PDF reader."
                ) from error
        if "error" in header:
            raise getattr(errors, header["error"])(header["message"])
        return header, body

    def _running(self) -> subprocess.Popen[bytes]:
        if self._worker is None or self._worker.poll() is not None:
            self._stop()
            self._worker = self._stack.enter_context(self._started())
        return self._worker

    def _wait_until_ready(self, worker: subprocess.Popen[bytes]) -> None:
        """How long a worker takes to start says nothing about a file."""
        if not self._ready:
            with _ended_after(_SECONDS_TO_START, worker):
                _line(_pipes(worker)[1])
            self._ready = True

    @contextlib.contextmanager
    def _started(self) -> Iterator[subprocess.Popen[bytes]]:
        """A worker, to which files can be handed where the system can do that."""
        limit = str(self._megabytes)
        with tempfile.TemporaryFile() as log:
            if not hasattr(socket, "send_fds"):
                with child_process(_WORKER, log, (limit,)) as worker:
                    yield worker
                return
            self._files, theirs = socket.socketpair()
            place = theirs.fileno()
            arguments = (limit, str(place))
            with self._files, child_process(_WORKER, log, arguments, inherited=(place,)) as worker:
                theirs.close()
                yield worker

    def _stop(self) -> None:
        self._worker = self._files = None
        self._ready = False
        # A job that a worker no longer read is still in the pipe.
        with contextlib.suppress(BrokenPipeError):
            self._stack.close()


@contextlib.contextmanager
def _ended_after(seconds: float, worker: subprocess.Popen[bytes]) -> Iterator[None]:
    """Ends the worker where the block takes longer."""
    timer = threading.Timer(seconds, kill, (worker,))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def _readable(path: Path, name: str) -> Iterator[IO[bytes]]:
    """The open file of a document.

    Raises:
        NotFound: the file is gone.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError as error:
        raise gone(name) from error
    with file:
        yield file


def _exchange(worker: subprocess.Popen[bytes], line: bytes) -> tuple[dict[str, Any], bytes]:
    """What the worker says to a job. Raises EOFError when it ends before."""
    jobs, answers = _pipes(worker)
    jobs.write(line)
    jobs.flush()
    header = json.loads(_line(answers))
    body = answers.read(header["size"])
    if len(body) < header["size"]:
        raise EOFError
    return header, body


def _line(answers: IO[bytes]) -> bytes:
    line = answers.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return line


def _pipes(worker: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if worker.stdin is None or worker.stdout is None:
        raise EOFError
    return worker.stdin, worker.stdout
