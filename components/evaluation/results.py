"""What sweeps found: table, charts, and each question on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.evaluation.questions.base import QuestionSet


def results_panel(questions: QuestionSet | None) -> None:
    """The results of the sweeps that are chosen, or what leads to the first."""
