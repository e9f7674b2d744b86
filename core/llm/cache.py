"""Answers kept on the disk under what was asked, so that nothing is paid for twice."""

from __future__ import annotations

import io
import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from core.file_format import UNREADABLE, Form, decode_values, encode_values, unreadable
from core.files import write_atomic
from core.llm.base import Embedded, EmbeddingTask, Reply, Request, ToolCall, Turn, Usage
from core.llm.prompts import without_mark

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


_VERSION = 1
_FORM = Form("sightline.reply")
_REPLIES, _VECTORS = "model-replies", "model-vectors"


class ReplyCache:
    """Replies by model, prompt and schema. Keys and addresses of services are no part of it."""

    def __init__(self, home: Path) -> None:
        """Keeps replies below the data folder `home`."""
        self._home = home

    def get(self, model: str, request: Request) -> Reply | None:
        """The reply to the same request; None if there is none, or its file is damaged."""
        try:
            return _reply(self._path(model, request))
        except UNREADABLE:
            return None

    def put(self, model: str, request: Request, reply: Reply) -> None:
        """Keep a reply.

        Raises:
            SetupError: the data folder cannot be written.
        """
        record = {
            "text": reply.text,
            "calls": [{"name": c.name, "arguments": dict(c.arguments)} for c in reply.calls],
            "input": reply.usage.input,
            "output": reply.usage.output,
            "raw": dict(reply.raw) if reply.raw is not None else None,
        }
        write_atomic(self._home, self._path(model, request), encode_values(_FORM, record))

    def vectors(self, model: str, texts: Sequence[str], task: EmbeddingTask) -> Embedded | None:
        """The vectors of the same texts; None if there are none, or their file is damaged."""
        try:
            return _embedded(self._vectors_path(model, texts, task))
        except UNREADABLE:
            return None

    def damaged(self) -> dict[Path, Exception]:
        """The files that cannot be read, each with what is wrong."""
        replies = unreadable((self._home / _REPLIES).glob("*/*"), _reply)
        return replies | unreadable((self._home / _VECTORS).glob("*/*"), _embedded)

    def put_vectors(
        self, model: str, texts: Sequence[str], task: EmbeddingTask, embedded: Embedded
    ) -> None:
        """Keep vectors. Raises as `put`."""
        content = io.BytesIO()
        np.savez(content, vectors=embedded.vectors, tokens=np.int64(embedded.usage.input))
        path = self._vectors_path(model, texts, task)
        write_atomic(self._home, path, content.getvalue())

    def _path(self, model: str, request: Request) -> Path:
        name = request_key(model, request)
        return self._home / _REPLIES / name[:2] / f"{name}.json"

    def _vectors_path(self, model: str, texts: Sequence[str], task: EmbeddingTask) -> Path:
        name = _digest([_VERSION, model, task.value, *texts])
        return self._home / _VECTORS / name[:2] / f"{name}.npz"


def _reply(path: Path) -> Reply:
    record = decode_values(_FORM, path.read_bytes(), path)
    calls = tuple(ToolCall(call["name"], call["arguments"]) for call in record["calls"])
    usage = Usage(record["input"], record["output"])
    return Reply(record["text"], calls, usage, raw=record["raw"])


def _embedded(path: Path) -> Embedded:
    with np.load(io.BytesIO(path.read_bytes())) as arrays:
        return Embedded(arrays["vectors"], Usage(int(arrays["tokens"])))


def request_key(model: str, request: Request) -> str:
    """Forty hexadecimal digits from all that decides an answer."""
    parts: dict[str, Any] = {
        "version": _VERSION,
        "model": model,
        "instructions": request.instructions,
        "turns": [_turn(turn) for turn in request.turns],
        "schema": request.schema.model_json_schema() if request.schema else None,
        "tools": [
            [tool.name, tool.description, tool.parameters.model_json_schema()]
            for tool in request.tools
        ],
        "temperature": request.temperature,
        "max_output": request.max_output,
    }
    return _digest(parts)


def _digest(value: Any) -> str:
    content = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    plain = without_mark(content)
    return blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


def _turn(turn: Turn) -> list[Any]:
    # Without pictures nothing of them is said, so that what was kept before they were is found.
    seen = [[blake2b(p.content, digest_size=20).hexdigest(), p.media_type] for p in turn.pictures]
    return [
        turn.speaker.value,
        turn.text,
        [[call.name, dict(call.arguments)] for call in turn.calls],
        [[result.name, dict(result.answer)] for result in turn.results],
        dict(turn.raw) if turn.raw is not None else None,
        *([seen] if seen else []),
    ]
