"""The wire between a process and its child: lines of JSON, each with bytes behind it if it says so.

The parent sends requests. The child answers each with `{"progress": [done, total]}`, as often as it
likes, and in the end with `{"result": ...}` or `{"error": class, "message": words, "detail": for
the log}`. A message with a `size` has so many bytes behind it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Reply:
    """What a function answers: values of JSON, and bytes, such as those of a picture."""

    result: Any
    body: bytes = b""


def send(stream: IO[bytes], content: Mapping[str, Any], body: bytes = b"") -> None:
    """Writes a message. Raises `BrokenPipeError` when nobody reads any more."""
    size = {"size": len(body)} if body else {}
    stream.write(json.dumps({**content, **size}).encode() + b"\n" + body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """The next message and its bytes; None at the end, also within a message."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        return None
    content = json.loads(line)
    size = content.get("size", 0)
    body = stream.read(size) if size else b""
    return (content, body) if len(body) == size else None
