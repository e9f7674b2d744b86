"""Paragraphs named by a language model, which is given numbered lines and returns numbers.

Source: practical RAG chunking, step 1, where the model writes paragraphs and sentences anew. Here
it is shown both ends of each line, since what matters is what stands on both sides of a break.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.chunking.asking import Answers, check_numbers, fitting, shortened
from core.chunking.topics_by_model import grouped_request
from core.errors import ModelError
from core.llm.prompts import DATA_RULE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.llm.model import Task
    from core.progress import Progress

SHOWN = 36
"""Characters of a line that are shown."""
_LINES = (
    "You are given parts of a document, parted by blank lines, whose lines are numbered: [1], [2] "
    "and so on; long ones are shown without their middle. Name the lines with which a paragraph "
    "begins. A line that goes on with what the line before it says, as after a page break or a "
    "colon, begins none. The first line of a part is never named. Answer with numbers, ascending. "
    f"{DATA_RULE}"
)


class ParagraphStarts(BaseModel):
    """Numbers of the lines that begin a paragraph."""

    starts: list[int] = Field(description="Numbers n of the lines [n], ascending")


def ask_paragraphs(
    task: Task, runs: Sequence[Sequence[str]], most: int, progress: Progress | None = None
) -> Answers[set[int]]:
    """For each run of lines, counted from 0, those that begin a paragraph; never the first.

    Runs are asked about together up to `most` characters as they are shown.

    Raises:
        Cancelled: `progress` asked for it.
    """
    shown = [[shortened(line, SHOWN) for line in run] for run in runs]
    groups = [shown[a:b] for a, b in fitting([sum(map(len, run)) for run in shown], most)]

    def check(number: int, reply: ParagraphStarts) -> None:
        check_numbers(reply.starts, sum(map(len, groups[number])), "line")

    requests = [grouped_request(_LINES, group, "parts") for group in groups]
    answers = Answers[set[int]](len(requests))
    replies = task.ask_all(requests, ParagraphStarts, check, progress)
    for group, reply in zip(groups, replies, strict=True):
        if isinstance(reply, ModelError):
            answers.parts += [None] * len(group)
            answers.errors.append(reply)
            continue
        bounds = pairwise(accumulate(map(len, group), initial=1))
        answers.parts += [{at - a for at in reply.starts if a < at < b} for a, b in bounds]
    return answers
