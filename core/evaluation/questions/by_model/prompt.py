"""What a language model is asked for, and the form of its answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.llm.base import Request, user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.by_model.passages import Passage

OF_EACH = 2
"""Questions that are asked for of each passage, at the most."""
_TEXT = Path(__file__).with_name("prompt.txt").read_text("utf-8")
_INSTRUCTIONS, _WITHOUT_ANSWER = (" ".join(part.split()) for part in _TEXT.split("\n\n"))


class ProposedQuestion(BaseModel):
    """A question with the words that answer it."""

    passage: int = Field(description="Number of the passage")
    question: str
    excerpt: str = Field(description="Copied character by character from the passage")
    answer: str = Field(description="The answer in a few words")


class ProposedQuestions(BaseModel):
    """Questions on the passages of a request."""

    questions: list[ProposedQuestion]
    without_answer: list[str] = Field(
        description="Questions that the passages do not answer; empty if none are asked for"
    )


def request(batch: Sequence[Passage], without_answer: int) -> Request:
    """The request for questions on passages, which are numbered from 1."""
    shown = "\n\n".join(passage.shown(number) for number, passage in enumerate(batch, start=1))
    asked = [_INSTRUCTIONS.format(of_each=OF_EACH)]
    asked += [_WITHOUT_ANSWER.format(without_answer=without_answer)] if without_answer else []
    return user_says(" ".join([*asked, DATA_RULE]), fenced(shown, "passages"))
