"""The form of a sweep: which settings are tried on which questions, started in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.evaluation.questions.base import QuestionSet


def sweep_panel(questions: QuestionSet) -> None:
    """The form of a sweep over these questions, the sweeps under way, and those that are kept."""
