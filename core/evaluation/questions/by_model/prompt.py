"""What a language model is asked for, and the form of its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.questions.by_model.passages import Passage
    from core.llm.base import Request

OF_EACH = 2
"""Questions that are asked for of each passage, at the most."""
_INSTRUCTIONS = (
    "You write questions that test a search over a document. Below are numbered passages of it. "
    f"For each passage write one or {OF_EACH} questions that it answers, as somebody would ask "
    "who needs the answer and does not know the document. Write in the language of the passage. "
    "A question must stand alone: name what it is about, and do not point to a passage, section, "
    "table or text. Use words of your own where you can; do not repeat the excerpt. With each "
    "question give the number of its passage, the excerpt that answers it, copied from the "
    "passage character by character, as short as possible but whole sentences or table rows, "
    "and the answer in a few words. Skip passages that say nothing worth asking for."
)
_WITHOUT = (
    " Also write {} questions that a reader might well ask about the topics of this document, "
    "and that these passages do not answer."
)


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
    more = _WITHOUT.format(without_answer) if without_answer else ""
    return user_says(f"{_INSTRUCTIONS}{more} {DATA_RULE}", fenced(shown, "passages"))
