"""Drawing in a process of its own, with limits, started once and again after it was lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import errors
from core.rendering.page_image import DEFAULT_WIDTH, PageImage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    from core.geometry import BoundingBox

_ROOT = Path(__file__).parents[2]


class Renderer:
    """Draws pages and cuts excerpts, one after the other, in a worker process.

    `seconds` and `megabytes` are the limits of one job and of the worker.
    """

    def __init__(self, seconds: float = 20, megabytes: int = 3072) -> None:
        self._seconds, self._megabytes = seconds, megabytes
        self._lock = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None

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
        line = json.dumps({**job, "path": str(path), "name": name}).encode() + b"\n"
        with self._lock:
            worker = self._running()
            timer = threading.Timer(self._seconds, worker.kill)
            timer.start()
            try:
                header, body = _exchange(worker, line)
            except (EOFError, BrokenPipeError) as error:
                self._stop()
                raise errors.LimitReached(
                    f"{name or path.name} could not be drawn within {self._seconds:g} seconds and "
                    f"{self._megabytes} MB. Its text can still be used; look at the page in a "
                    "PDF reader."
                ) from error
            finally:
                timer.cancel()
        if "error" in header:
            raise getattr(errors, header["error"])(header["message"])
        return header, body

    def _running(self) -> subprocess.Popen[bytes]:
        if self._worker is None or self._worker.poll() is not None:
            paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
            self._worker = subprocess.Popen(
                [sys.executable, "-m", "core.rendering.worker", str(self._megabytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            )
        return self._worker

    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.communicate()
            self._worker = None


def _exchange(worker: subprocess.Popen[bytes], line: bytes) -> tuple[dict[str, Any], bytes]:
    """What the worker says to a job. Raises EOFError when it ends before."""
    jobs, answers = _pipes(worker)
    jobs.write(line)
    jobs.flush()
    head = answers.readline()
    if not head.endswith(b"\n"):
        raise EOFError
    header = json.loads(head)
    body = answers.read(header["size"])
    if len(body) < header["size"]:
        raise EOFError
    return header, body


def _pipes(worker: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if worker.stdin is None or worker.stdout is None:
        raise EOFError
    return worker.stdin, worker.stdout
