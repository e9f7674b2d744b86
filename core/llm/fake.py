"""A service that runs in this process and says what it is told to: for tests and benchmarks.

It ships beside the real one, so that whatever uses a model can be run without a network. It is
never chosen by itself: nobody is shown its words as those of a model.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from core.llm.base import PICTURE_TOKENS, Embedded, Reply, Usage, tokens_in
from core.llm.plain_schema import arguments_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.llm.base import EmbeddingTask, Request, ToolCall

Respond = Callable[["Request"], "Reply | str"]
"""Makes the answer of a request; a string is an answer in text. May raise a `ModelError`."""

_DIMENSION = 32
_PIECE = 12
"""Characters of a piece of a stream."""


class FakeTransport:
    """Answers by a function of the request, the same every time; keeps what it was asked."""

    service = ""

    def __init__(self, respond: Respond, model: str = "fake") -> None:
        """`respond` is called once for each request that reaches the service."""
        self.model = model
        self.requests: list[Request] = []
        self._respond = respond

    def send(self, request: Request, seconds: float) -> Reply:
        """The answer, its tokens counted where the function did not say them."""
        self.requests.append(request)
        reply = self._respond(request)
        if isinstance(reply, str):
            reply = Reply(reply)
        if reply.usage != Usage():
            return reply
        usage = Usage(_tokens_of(request), tokens_in(reply.text) + _called(reply.calls))
        return Reply(reply.text, reply.calls, usage, reply.finish, reply.raw)

    def stream(self, request: Request, seconds: float) -> Iterator[Reply]:
        """The answer in pieces of a few characters."""
        whole = self.send(request, seconds)
        for start in range(0, len(whole.text), _PIECE):
            yield Reply(whole.text[start : start + _PIECE])
        yield Reply(usage=whole.usage, finish=whole.finish)

    def embed(
        self, model: str, texts: Sequence[str], task: EmbeddingTask, seconds: float
    ) -> Embedded:
        """Vectors of counted letters: alike for texts that are alike."""
        rows = np.zeros((len(texts), _DIMENSION), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                row[ord(letter) % _DIMENSION] += 1.0
        return Embedded(rows, Usage(sum(map(tokens_in, texts))))


def _tokens_of(request: Request) -> int:
    """A rough number of tokens."""
    texts = [request.instructions, *(turn.text for turn in request.turns)]
    texts += [str(r.answer) for turn in request.turns for r in turn.results]
    texts += [
        f"{tool.name} {tool.description} {json.dumps(arguments_schema(tool.parameters))}"
        for tool in request.tools
    ]
    called = sum(_called(turn.calls) for turn in request.turns)
    pictures = sum(len(turn.pictures) for turn in request.turns)
    return sum(map(tokens_in, texts)) + called + pictures * PICTURE_TOKENS


def _called(calls: Sequence[ToolCall]) -> int:
    """Tokens of calls: their names, and their arguments as JSON."""
    return sum(tokens_in(f"{call.name} {json.dumps(dict(call.arguments))}") for call in calls)
