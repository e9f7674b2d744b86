"""The process that draws: reads jobs from its input, one JSON a line, and answers each.

An answer is a line of JSON and, if `size` says so, that many bytes. Run by
`core.rendering.renderer`, so that no file can bring down or block the program that shows it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import SightlineError
from core.geometry import BoundingBox
from core.rendering.crop import render_crop
from core.rendering.excerpt import excerpt
from core.rendering.page_image import render_page

if TYPE_CHECKING:
    from typing import BinaryIO


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answer jobs until the input ends."""
    for line in jobs:
        header, body = answer(json.loads(line))
        answers.write(json.dumps({**header, "size": len(body)}).encode() + b"\n" + body)
        answers.flush()


def answer(job: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """The header and the bytes for a job; an expected error becomes a header."""
    path = Path(job["path"])
    try:
        if job["kind"] == "excerpt":
            return {}, excerpt(path, job["pages"], job["name"])
        if job["kind"] == "crop":
            image = render_crop(path, BoundingBox(job["page"], *job["box"]), job["name"])
        else:
            image = render_page(path, job["page"], job["width"], job["name"])
    except SightlineError as error:
        return {"error": type(error).__name__, "message": str(error)}, b""
    return {"width": image.width, "height": image.height}, image.data


def limit_memory(megabytes: int) -> None:
    """From here on the process gets no more than this; without effect on Windows."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


def main() -> None:
    """Serve over the standard streams; what MuPDF prints goes to the error stream."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    limit_memory(int(sys.argv[1]))
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
