"""What is said to a language model and what comes back, whatever service it runs on.

A `Transport` carries one request to a service; `core.llm.model.LanguageModel` adds to any of
them what all need: a cache, retries, a pace, a ledger and checks. Stages talk to that one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel


STREAM = 10
"""How many times as long as for one of its pieces a stream may go on."""

PICTURE_TOKENS = 1100
"""Tokens of a picture, about: a page at the size at which services read one."""

CHARACTERS = 4
"""Characters of a token, about, where a service counts none."""


def tokens_in(text: str) -> int:
    """A rough number of tokens."""
    return -(-len(text) // CHARACTERS)


class Speaker(StrEnum):
    """Whose turn it is."""

    USER = "user"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may ask for; `parameters` describes its arguments."""

    name: str
    description: str
    parameters: type[BaseModel]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model asks for. Its arguments are unchecked."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered to the call of that name."""

    name: str
    answer: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """An image for a model that sees: the bytes of a file, and their type such as `image/png`."""

    content: bytes
    media_type: str = "image/png"


@dataclass(frozen=True, slots=True)
class Turn:
    """One contribution: text and pictures, tool calls of the model, or results of tools.

    `raw` is the service's own form of a turn of the model. It is sent back as it came, since
    services sign their thoughts in it.
    """

    speaker: Speaker
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    raw: Mapping[str, Any] | None = None
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that decides an answer: the same request may be answered from the cache.

    `instructions` are ours alone; text of documents and people stands in `turns`, set apart by
    `core.llm.prompts.fenced`. With a `schema` the answer is JSON of that form.
    """

    instructions: str
    turns: tuple[Turn, ...]
    schema: type[BaseModel] | None = None
    tools: tuple[Tool, ...] = ()
    temperature: float = 0.0
    max_output: int = 8192

    def then(self, *turns: Turn) -> Request:
        """The request with the conversation gone on."""
        return replace(self, turns=(*self.turns, *turns))


def user_says(instructions: str, text: str, schema: type[BaseModel] | None = None) -> Request:
    """A request of a single turn."""
    return Request(instructions, (Turn(Speaker.USER, text),), schema)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or several calls as the service counts them; `output` includes thoughts."""

    input: int = 0
    output: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(self.input + other.input, self.output + other.output)


class Finish(StrEnum):
    """Why an answer ends."""

    DONE = "done"
    LENGTH = "length"
    BLOCKED = "blocked"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model answered; of a stream, one piece of it, the usage being in the last."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    finish: Finish = Finish.DONE
    raw: Mapping[str, Any] | None = None

    @property
    def turn(self) -> Turn:
        """The reply as a turn, for going on."""
        return Turn(Speaker.MODEL, self.text, self.calls, raw=self.raw)


class EmbeddingTask(StrEnum):
    """What a vector is for; models place questions and texts differently."""

    QUERY = "query"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of texts, (n, dimension) float32 as the service gave them, and what they cost."""

    vectors: NDArray[np.float32]
    usage: Usage


class Transport(Protocol):
    """A service. Each method is one call over the network, without retries.

    Every method raises:
        KeyRefused, QuotaSpent, ModelUnknown, ModelUnreachable: see `core.errors`. One that may
            succeed when repeated (429, 5xx, no answer in `seconds`) has `retry_after` set, in
            seconds (0.0 where the service says nothing).
        ReplyUnusable: the service refuses this one request, such as one that is too long.
    """

    @property
    def model(self) -> str:
        """Name of the model at the service."""
        ...

    @property
    def service(self) -> str:
        """Name of the service, as in `core.model_names`; empty for one that is none."""
        ...

    def send(self, request: Request, seconds: float) -> Reply:
        """The whole answer; `seconds` is the time it may take."""
        ...

    def stream(self, request: Request, seconds: float) -> Iterator[Reply]:
        """The answer in pieces as they come; joined, their texts are the whole.

        A piece without text says that the model is at work.
        `seconds` is the time from one piece to the next.
        """
        ...

    def embed(
        self, model: str, texts: Sequence[str], task: EmbeddingTask, seconds: float
    ) -> Embedded:
        """Vectors of texts by an embedding model of the service."""
        ...
