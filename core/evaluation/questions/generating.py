"""Candidate questions from headings, definitions and tables, without a language model."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.base import Question
    from core.progress import Progress
    from core.sir import Sir


def generate(
    sirs: Sequence[Sir],
    most: int = 20,
    unanswerable: int = 0,
    progress: Progress | None = None,
) -> tuple[Question, ...]:
    """Up to `most` questions of each document with their evidence, in reading order.

    Then up to `unanswerable` questions that a document does not answer: they ask it for terms
    of another document that it does not hold. They are candidates: somebody should confirm them.
    `progress` counts documents. The same documents give the same questions.
    """
    raise NotImplementedError
