"""The library of another parser, run in a confined child process."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BrokenPdf
from core.jobs import Job, Limits, run_isolated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.parsing.adapters.base import Source
    from core.progress import Progress

_CACHES = ("TMPDIR", "MPLCONFIGDIR", "NUMBA_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR")
_OFFLINE = {
    **dict.fromkeys(("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"), "1"),
    **dict.fromkeys(("HF_HUB_DISABLE_TELEMETRY", "UNSTRUCTURED_DISABLE_NOTICE"), "1"),
    **dict.fromkeys(("DO_NOT_TRACK", "SCARF_NO_ANALYTICS"), "true"),
}
"""The process reaches no network; with these, a wish to download something fails at once."""


@dataclass(frozen=True, slots=True)
class LibraryRun:
    """`parser` is its name; `function`, as `package.module:name`, takes the `path` of a PDF and
    the `output` it is to write, with `arguments` of its own.

    `reads` are files and folders that it opens besides, `processes` says whether it starts any.
    """

    parser: str
    function: str
    arguments: Mapping[str, Any]
    reads: Sequence[Path]
    processes: bool = False

    def output(self, source: Source, limits: Limits, progress: Progress | None) -> bytes:
        """What the library writes of a document.

        Raises:
            BrokenPdf: it left nothing, or as `run_isolated`.
        """
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "output.json"
            path = str(source.path.resolve())
            job = Job(
                source.name,
                self.function,
                {"path": path, "output": str(output), **self.arguments},
                total=len(source.pages),
                reads=[source.path, *self.reads],
                folder=Path(folder),
                processes=self.processes,
            )
            run_isolated(job, limits, progress)
            try:
                return output.read_bytes()
            except OSError as error:
                left = f"{self.parser} left no output. Try again."
                raise BrokenPdf(f"{source.name}: {left}") from error


def stay_in(folder: Path) -> None:
    """Lets the libraries of this process write only there, and load and tell nothing afar."""
    os.environ.update(_OFFLINE)
    os.environ.update(dict.fromkeys(_CACHES, str(folder)))
    tempfile.tempdir = str(folder)
