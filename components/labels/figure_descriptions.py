"""What a language model says of a figure, as people read it: never as words of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.foreign_text import plain
from core.evaluation.model_estimate import Estimate
from core.refining.figure_descriptions import USAGE

if TYPE_CHECKING:
    from core.chunking.additions import FigureDescription

MARK = "A model's description, not the document's words"


def description_in_words(description: FigureDescription) -> str:
    """The description under its mark, with the model that wrote it; Markdown."""
    return (
        f":material/image_search: :gray[*{MARK} ({plain(description.by)}):*] "
        f"{plain(description.text)}"
    )


def estimate(figures: int) -> Estimate:
    """What describing so many figures takes, about."""
    return Estimate(figures * USAGE.input, figures * USAGE.output, figures)
