"""What the stand-in answers when it is asked to write a text out in chunks: a copy, by headings."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.stand_in import Asked

_HEADING = re.compile(r"(#{1,6}) (.+)")
_LEVELS = 3
"""Headings that a title names at the most."""


def respond(found: Asked) -> str:
    """JSON of `benchmarks.written_chunks.WrittenChunks`; a new chunk at each heading."""
    data = dict(found.fenced)
    path: dict[int, str] = {}
    for line in data.get("above", "").splitlines():
        _enter(path, line)
    chunks: list[tuple[str, list[str]]] = []
    after_heading = False
    for line in data.get("document", "").splitlines():
        heading = _enter(path, line)
        if not chunks or (heading and not after_heading):
            chunks.append(("", []))
        title = _title(path) if heading or not chunks[-1][0] else chunks[-1][0]
        chunks[-1] = title, [*chunks[-1][1], line]
        after_heading = heading or (after_heading and not line.strip())
    written = [{"title": title, "text": "\n".join(lines).strip()} for title, lines in chunks]
    return json.dumps({"chunks": written}, ensure_ascii=False, separators=(",", ":"))


def _enter(path: dict[int, str], line: str) -> bool:
    """Whether a line is a heading, which ends those of its level and below."""
    heading = _HEADING.fullmatch(line)
    if heading is None:
        return False
    level = len(heading[1])
    for ended in [one for one in path if one >= level]:
        del path[ended]
    path[level] = heading[2]
    return True


def _title(path: dict[int, str]) -> str:
    """The lowest headings of a path, the highest of them first."""
    return " > ".join(path[level] for level in sorted(path)[-_LEVELS:])
