"""Candidate questions by a language model, kept only where the excerpt is found verbatim."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.evaluation.questions.base import Question
    from core.llm.model import LanguageModel, ModelUse
    from core.progress import Progress
    from core.sir import Sir


@dataclass(frozen=True)
class Generated:
    """Questions of the model that passed, and how many did not, by the reason in words.

    `to_confirm` are candidates without an answer, which nothing but a reader can confirm.
    `notices` say where the model failed and rules took over. `use` is None without a model.
    """

    questions: tuple[Question, ...]
    to_confirm: tuple[Question, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    use: ModelUse | None = None


def generate_by_model(
    sirs: Sequence[Sir],
    model: LanguageModel | None,
    most: int = 20,
    unanswerable: int = 0,
    progress: Progress | None = None,
) -> Generated:
    """Up to `most` questions of each document; where the model fails, those of the rules.

    `progress` counts passages.

    Raises:
        Cancelled: `progress` asked for it.
    """
    raise NotImplementedError
