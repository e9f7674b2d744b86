"""Drawing in a process of its own, with limits, started once and again after it was lost."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from core.errors import LimitReached
from core.jobs.process import HANDS_OVER_FILES, ChildProcess, Ended, OutOfTime
from core.jobs.sandbox.confinement import Permits
from core.jobs.time_limit import TimeLimit
from core.rendering.opening import gone
from core.rendering.page_image import DEFAULT_WIDTH, PageImage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.geometry import BoundingBox
    from core.jobs.messages import Reply

_PREPARE = "core.rendering.drawing:prepare"
_SECONDS_TO_START = 60
"""How long a process takes to start says nothing about a file."""


class Renderer:
    """Draws pages and cuts excerpts, one after the other, in a child process.

    `seconds` and `megabytes` are the limits of one job and of the process.
    """

    def __init__(self, seconds: float = 20, megabytes: int = 3072) -> None:
        self._seconds, self._megabytes = seconds, megabytes
        self._lock = Lock()
        self._child: ChildProcess | None = None

    def page(
        self, path: Path, number: int, width: int = DEFAULT_WIDTH, name: str = ""
    ) -> PageImage:
        """The page (1-based) as a picture; `name` is what people call the file.

        Raises:
            LimitReached: drawing took too long, or too much memory.
            SightlineError: as `core.rendering.drawing.render_page`.
        """
        reply = self._ask(path, name, "page", number=number, width=width)
        return PageImage(number, reply.result["width"], reply.result["height"], reply.body)

    def crop(self, path: Path, box: BoundingBox, name: str = "") -> PageImage:
        """What the page shows inside a box, as PNG. Raises as `page`."""
        edges = [box.page, box.left, box.top, box.right, box.bottom]
        reply = self._ask(path, name, "crop", box=edges)
        width, height = reply.result["width"], reply.result["height"]
        return PageImage(box.page, width, height, reply.body, "image/png")

    def excerpt(self, path: Path, pages: Sequence[int], name: str = "") -> bytes:
        """A PDF of these 1-based pages. Raises as `page`."""
        return self._ask(path, name, "excerpt", pages=list(pages)).body

    def warm(self) -> None:
        """Start the process, without waiting until it is ready."""
        with self._lock:
            self._running()

    def close(self) -> None:
        """Stop the process; the next job starts another one."""
        with self._lock:
            self._stop()

    def _ask(self, path: Path, name: str, kind: str, **arguments: Any) -> Reply:
        shown = name or path.name
        request = {"kind": kind, "arguments": arguments, "name": shown}
        try:
            file = path.open("rb")
        except FileNotFoundError as error:
            raise gone(shown) from error
        with self._lock, file:
            child = self._running()
            try:
                child.wait_until_ready(TimeLimit(_SECONDS_TO_START))
                return child.ask(request, limit=TimeLimit(self._seconds), source=file)
            except (Ended, OutOfTime, LimitReached) as error:
                self._stop()
                raise LimitReached(
                    f"{shown} could not be drawn within {self._seconds:g} s and "
                    f"{self._megabytes} MB. Its text can still be used; look at the page in a "
                    "PDF reader."
                ) from error

    def _running(self) -> ChildProcess:
        if self._child is None or not self._child.runs:
            self._stop()
            permits = Permits(
                packages=(_PREPARE.partition(".")[0],),
                any_file=not HANDS_OVER_FILES,
                largest_mb=self._megabytes,
            )
            self._child = ChildProcess(
                permits,
                _PREPARE,
                memory_mb=self._megabytes,
                files=HANDS_OVER_FILES,
            )
        return self._child

    def _stop(self) -> None:
        if self._child:
            self._child.close()
        self._child = None
