"""Topics and continuity judged by a language model, which is given numbers and returns numbers.

Requests are asked beside each other, and their answers keep the order of the document.

Source: practical RAG chunking, steps 2 and 3.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.chunking.asking import Answers, check_numbers, fitting, numbered
from core.chunking.continuity import Relation
from core.errors import ModelError
from core.llm.base import Request, user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.llm.model import Task
    from core.progress import Progress

TOGETHER = 6
"""Blocks that are asked about in one request, since each repeats what is asked."""
_TOPICS = (
    "You are given paragraphs, parted by blank lines, of sentences numbered [1], [2] and so on. "
    "Name the sentences with which another topic begins inside a paragraph: from what something "
    "is to what it is good for or how it is used, from one place, person or matter to another, "
    "from one chapter to the next. The first sentence of a paragraph is never named. A paragraph "
    "on a single topic has none. Do not part a title from what follows it. Answer with numbers, "
    f"ascending. {DATA_RULE}"
)
_CONTINUITY = (
    "You are given parts of a document, parted by blank lines, whose passages are numbered: [1], "
    "[2] and so on. Judge for each passage but the first of a part what it is to the passage right "
    "before it. forward: it "
    "points back, with a pronoun or with words such as 'this method', and cannot be understood "
    "without it. backward: it uses a term that only the passage before explains. chapter: a "
    "chapter or section begins with it. independent: anything else, even on the same subject. "
    "Answer with numbers alone, each once, under its relation; never with text. "
    f"{DATA_RULE}"
)


class TopicStarts(BaseModel):
    """Numbers of the sentences that begin another topic."""

    starts: list[int] = Field(description="Numbers n of the sentences [n], ascending")


class PassageLinks(BaseModel):
    """Numbers of passages by what they are to the passage before them."""

    forward: list[int] = Field(description="Passages that point back")
    backward: list[int] = Field(description="Passages that use a term explained only before them")
    chapter: list[int] = Field(description="Passages with which a chapter or section begins")
    independent: list[int] = Field(description="All other passages but the first of each part")

    def named(self) -> Iterator[tuple[int, Relation]]:
        """Every number with the relation that it stands under."""
        for relation in Relation:
            yield from ((number, relation) for number in getattr(self, relation.value))


def ask_topics(
    task: Task, blocks: Sequence[Sequence[Sequence[str]]], progress: Progress | None = None
) -> Answers[list[list[int]]]:
    """For each block of paragraphs, for each of them, its sentences that begin another topic.

    Sentences are counted from 0 within their paragraph; the first is never among the answers.

    Raises:
        Cancelled: `progress` asked for it.
    """

    def check(number: int, reply: TopicStarts) -> None:
        check_numbers(reply.starts, sum(map(len, blocks[number])), "sentence")

    requests = [grouped_request(_TOPICS, block, "paragraphs") for block in blocks]
    answers, unsorted = Answers[list[list[int]]](len(requests)), 0
    replies = task.ask_all(requests, TopicStarts, check, progress)
    for block, reply in zip(blocks, replies, strict=True):
        if isinstance(reply, ModelError):
            answers.parts.append(None)
            answers.errors.append(reply)
            continue
        starts = sorted(set(reply.starts))
        unsorted += reply.starts != starts
        bounds = pairwise(accumulate(map(len, block), initial=1))
        answers.parts.append(
            [[at - low for at in starts if low < at < high] for low, high in bounds]
        )
    if unsorted:
        answers.repairs.append(
            f"In {unsorted:,} of {len(blocks):,} blocks numbers named twice or out of order were "
            "sorted."
        )
    return answers


def ask_links(
    task: Task, runs: Sequence[Sequence[str]], most: int, progress: Progress | None = None
) -> Answers[list[Relation | None]]:
    """For each run of passages, the relation of each but the first; None where it is not said.

    Runs are asked about together up to `most` characters.

    Raises:
        Cancelled: `progress` asked for it.
    """
    groups = [runs[a:b] for a, b in fitting([sum(map(len, run)) for run in runs], most)]

    def check(number: int, reply: PassageLinks) -> None:
        last = sum(map(len, groups[number]))
        check_numbers((passage for passage, _ in reply.named()), last, "passage")

    requests = [grouped_request(_CONTINUITY, group, "parts") for group in groups]
    answers = Answers[list[Relation | None]](len(requests))
    replies = task.ask_all(requests, PassageLinks, check, progress)
    for group, reply in zip(groups, replies, strict=True):
        if isinstance(reply, ModelError):
            answers.parts += [None] * len(group)
            answers.errors.append(reply)
            continue
        relations = _unambiguous(reply)
        bounds = pairwise(accumulate(map(len, group), initial=1))
        answers.parts += [[relations.get(at) for at in range(a + 1, b)] for a, b in bounds]
    answers.repairs += _unclear(answers.parts)
    return answers


def _unclear(answers: Sequence[Sequence[Relation | None] | None]) -> Iterator[str]:
    """How many of the pairs that were answered had no relation, or several; nothing for none."""
    relations = [relation for answer in answers for relation in answer or ()]
    if left := relations.count(None):
        pairs = "pair" if len(relations) == 1 else "pairs"
        yield (
            f"In {left:,} of {len(relations):,} {pairs} of passages the model gave no clear "
            "relation; rules judged them."
        )


def _unambiguous(reply: PassageLinks) -> Mapping[int, Relation]:
    named: dict[int, set[Relation]] = {}
    for passage, relation in reply.named():
        named.setdefault(passage, set()).add(relation)
    return {passage: min(relations) for passage, relations in named.items() if len(relations) == 1}


def grouped_request(instructions: str, groups: Sequence[Sequence[str]], name: str) -> Request:
    """Groups of texts, a line a text, parted by blank lines; numbers go on over the groups."""
    firsts = accumulate(map(len, groups), initial=1)
    parts = [numbered(texts, first) for texts, first in zip(groups, firsts, strict=False)]
    return user_says(instructions, fenced("\n\n".join(parts), name))


def runs_of(lengths: Sequence[int], breaks: Sequence[int], most: int) -> list[tuple[int, int]]:
    """Half-open ranges of neighbours that are judged together, two at least.

    A range ends before each of `breaks`, and where its lengths would pass `most` together; then
    the next one begins with the last text of it, so that no pair is left out.
    """
    runs: list[tuple[int, int]] = []
    for low, high in pairwise([0, *breaks, len(lengths)]):
        begin, used = low, 0
        for at in range(low, high):
            if used + lengths[at] > most and at - begin > 1:
                runs.append((begin, at))
                begin, used = at - 1, lengths[at - 1]
            used += lengths[at]
        if high - begin > 1:
            runs.append((begin, high))
    return runs
