"""Embedding models of a service, called through the language model's client."""

from __future__ import annotations

import itertools
import re
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.base import WindowedEncoder, unit_rows
from core.embedding.text_windows import window_bounds
from core.errors import KeyRefused, ModelUnreachable, ReplyUnusable
from core.llm.base import EmbeddingTask

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.llm.model import LanguageModel
    from core.progress import Progress

_BATCH_WINDOWS = 100
"""Texts that the service takes in one call."""
_BATCH_PIECES = 20_000
_WINDOW_PIECES = (1024, 512, 256, 128)
"""Pieces of a window, the largest that the model reads to its end."""
_HEAD, _TAILS = "the ", ("cat ", "tax ")
"""Words of one token, and one piece, in about every vocabulary."""
_ALIKE = 0.9999
"""Cosine of texts of which the model has read the same."""
_PIECE = re.compile(r"[A-Za-z]{1,3}|[^\sA-Za-z]")
_NOTHING = "."
"""What is sent for a text without words: the service takes none that is empty."""


class ServiceEncoder(WindowedEncoder[str]):
    """A model by its name at the service, such as gemini-embedding-001 or nomic-embed-text.

    The tokenizer is at the service, so a text is counted in pieces of up to three letters, of
    one digit, sign or letter of another alphabet, of which tokens hold one or more.

    Services cut off what a model does not read, and say nothing of it: before the first text that
    may be too long it is tried how much the model reads.
    """

    def __init__(self, service: str, name: str, model: LanguageModel | None) -> None:
        """Sends nothing yet. `model` is the client of the service.

        Raises:
            KeyRefused: there is no client of that service, so texts could only go to another.
        """
        if model is None or model.transport.service not in (service, ""):
            variable = "GEMINI_API_KEY" if service == "gemini" else "SIGHTLINE_MODEL"
            raise KeyRefused(
                f"The embedding model {name} runs at a service for which there is no key, or which "
                f"is not that of the language model. Set {variable} or choose a model of that "
                "service on the settings page, or choose another embedding model."
            )
        self.name = f"{service}:{name}"
        self._at_service = name
        self._task = model.task("embed")
        self._dimension = 0

    @property
    def dimension(self) -> int:  # pyrefly: ignore[bad-override] (asked for)
        """Length of a vector; the service is asked for one if there was none yet.

        Raises:
            ModelError: it did not answer.
        """
        if not self._dimension:
            self._called([self.name], EmbeddingTask.TEXT)
        return self._dimension

    @cached_property
    def max_tokens(self) -> int:
        """Pieces of a text that the model reads at once, of at most 1024, as tried out.

        Raises:
            ModelError: the service did not answer.
        """
        return next(filter(self._reads, _WINDOW_PIECES), _WINDOW_PIECES[-1])

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """One vector per text, as of a question; the windows of a long text are averaged.

        Raises:
            ModelError: the service did not answer.
        """
        as_question = partial(self._called, task=EmbeddingTask.QUERY)
        return self._embedded(texts, as_question, progress).averaged()

    def _windows(self, texts: Sequence[str]) -> Iterator[Iterator[tuple[str, int]]]:
        return map(self._divided, texts)

    def _batches(self, windows: Sequence[tuple[str, int]]) -> Iterator[range]:
        return _batches([size for _, size in windows])

    def _embed(self, windows: Sequence[str]) -> NDArray[np.float32]:
        return self._called(windows, EmbeddingTask.TEXT)

    def _called(self, texts: Sequence[str], task: EmbeddingTask) -> NDArray[np.float32]:
        vectors = self._task.embed(self._at_service, texts, task).vectors
        self._dimension = self._dimension or vectors.shape[1]
        if vectors.shape[1] != self._dimension:
            raise ModelUnreachable(
                f"{self.name} gave vectors of {vectors.shape[1]} numbers after vectors of "
                f"{self._dimension}. Start Sightline anew and index the documents anew."
            )
        return unit_rows(vectors)

    def _reads(self, size: int) -> bool:
        """Whether texts of so many pieces are told apart by their last quarter."""
        head, rest = _HEAD * (size - size // 4), size // 4
        try:
            one, other = self._called([head + tail * rest for tail in _TAILS], EmbeddingTask.TEXT)
        except ReplyUnusable:
            return False  # Some services refuse what is too long.
        return float(one @ other) < _ALIKE

    def _divided(self, text: str) -> Iterator[tuple[str, int]]:
        pieces = [(piece.start(), piece.end()) for piece in _PIECE.finditer(text)]
        if not pieces:
            yield _NOTHING, 0
            return
        size = self.max_tokens if len(pieces) > _WINDOW_PIECES[-1] else _WINDOW_PIECES[-1]
        # A word goes on where a piece follows the last without a gap.
        words = np.cumsum([0, *(a[1] < b[0] for a, b in itertools.pairwise(pieces))])
        for start, end in window_bounds(words.tolist(), size):
            yield text[pieces[start][0] : pieces[end - 1][1]], end - start


def _batches(sizes: Sequence[int]) -> Iterator[range]:
    start, total = 0, 0
    for at, size in enumerate(sizes):
        if at > start and (at - start == _BATCH_WINDOWS or total + size > _BATCH_PIECES):
            yield range(start, at)
            start, total = at, 0
        total += size
    if start < len(sizes):
        yield range(start, len(sizes))
