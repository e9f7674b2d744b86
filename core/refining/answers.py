"""What a language model said of chunks, request by request."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from core.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.chunking.base import Chunk
    from core.progress import Progress

Reply = TypeVar("Reply")
T = TypeVar("T")


@dataclass
class ChunkAnswers(Generic[T]):
    """Values under the numbers of the chunks that got one, and why some of it was not taken.

    `asked` counts the chunks that the model was asked about, `failed` those without an answer.
    """

    asked: int
    values: dict[int, T] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    errors: list[ModelError] = field(default_factory=list)
    failed: int = 0

    def read(
        self,
        chunks: Sequence[Chunk],
        reply: Reply | ModelError,
        value_of: Callable[[Chunk, Reply], tuple[T | None, str]],
    ) -> None:
        """Takes what a reply says of each of the chunks it is about: a value, and what is wrong."""
        if isinstance(reply, ModelError):
            self.errors.append(reply)
            self.failed += len(chunks)
            return
        for chunk in chunks:
            value, wrong = value_of(chunk, reply)
            if value is not None:
                self.values[chunk.index] = value
            if wrong:
                self.refused[chunk.index] = wrong


def in_chunks(progress: Progress | None, batch: int, total: int) -> Progress:
    """Progress of requests on so many chunks each, told in chunks."""

    def count(done: int, _: int) -> None:
        if progress:
            progress(min(done * batch, total), total)

    return count
