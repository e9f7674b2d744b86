"""The process that draws: reads jobs from its input, one JSON a line, and answers each.

A line says that it is ready. An answer is a line of JSON and, if `size` says so, that many bytes.
Run by `core.rendering.renderer`, so that no file can bring down or block the program that shows it.
"""

from __future__ import annotations

import json
import mmap
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.jobs.limits import limit_memory
from core.jobs.model_loading import import_lean
from core.jobs.sandbox import Permits, confine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import BinaryIO

    from core.rendering.opening import Source

    Answer = Callable[[Source, Mapping[str, Any]], tuple[dict[str, Any], bytes]]


def serve(
    jobs: BinaryIO, answers: BinaryIO, sources: Iterator[Source] | None, answer: Answer
) -> None:
    """Answers jobs until the input ends; without `sources`, files are opened by their paths."""
    for line in jobs:
        job = json.loads(line)
        header, body = answer(next(sources) if sources else Path(job["path"]), job)
        _send(answers, {**header, "size": len(body)}, body)


def _send(answers: BinaryIO, header: Mapping[str, Any], body: bytes = b"") -> None:
    answers.write(json.dumps(header).encode() + b"\n" + body)
    answers.flush()


def received(channel: socket.socket) -> Iterator[Source]:
    """The contents of the files that are handed to this process, which can open none itself."""
    while True:
        (place, *_) = socket.recv_fds(channel, 1, 1)[1]
        size = os.fstat(place).st_size
        yield memoryview(mmap.mmap(place, size, prot=mmap.PROT_READ) if size else b"")
        os.close(place)


def main() -> None:
    """Serve over the standard streams; what MuPDF prints goes to the error stream."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    megabytes, channel = int(sys.argv[1]), sys.argv[2:]
    sources = received(socket.socket(fileno=int(channel[0]))) if channel else None
    limit_memory(megabytes)
    confine(Permits(largest_mb=megabytes, any_file=not channel))
    import_lean()
    # PyMuPDF, which this imports, must not bring its layout models.
    from core.rendering.drawing import answer

    _send(answers, {})
    serve(sys.stdin.buffer, answers, sources, answer)


if __name__ == "__main__":
    main()
