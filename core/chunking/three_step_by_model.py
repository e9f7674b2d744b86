"""Topics and continuity judged by a language model, which is given numbers and returns numbers.

Requests are asked beside each other, and their answers keep the order of the document.

Source: practical RAG chunking, steps 2 and 3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import BaseModel, Field

from core.chunking.continuity import Relation
from core.errors import ModelError, ReplyUnusable
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.llm.base import Request
    from core.llm.model import Task
    from core.progress import Progress

T = TypeVar("T")

_TOPICS = (
    "You are given paragraphs of sentences numbered [1], [2] and so on. Name the sentences with "
    "which another topic begins inside a paragraph: from what something is to what it is good for "
    "or how it is used, from one place, person or matter to another, from one chapter to the "
    "next. The first sentence of a paragraph is never named. A paragraph on a single topic has "
    f"none. Do not part a title from what follows it. Answer with numbers, ascending. {DATA_RULE}"
)
_CONTINUITY = (
    "You are given parts of a document whose passages are numbered: [1], [2] and so on. Judge for "
    "each passage but the first of a part what it is to the passage right before it. forward: it "
    "points back, with a pronoun or with words such as 'this method', and cannot be understood "
    "without it. backward: it uses a term that only the passage before explains. chapter: a "
    "chapter or section begins with it. independent: anything else, even on the same subject. "
    "Answer with the numbers and relations alone, each number once; never with text. "
    f"{DATA_RULE}"
)


class TopicStarts(BaseModel):
    """Numbers of the sentences that begin another topic."""

    starts: list[int] = Field(description="Numbers n of the sentences [n], ascending")


class PassageLink(BaseModel):
    """What a passage is to the one before it."""

    passage: int = Field(description="Number of the passage")
    relation: Relation


class PassageLinks(BaseModel):
    """What each passage that begins no part is to the one before it."""

    links: list[PassageLink]


@dataclass
class Judged(Generic[T]):
    """What the model said, block for block; None where nothing of its answer could be used."""

    answers: list[T | None]
    repairs: list[str] = field(default_factory=list)
    errors: list[ModelError] = field(default_factory=list)


def ask_topics(
    task: Task, blocks: Sequence[Sequence[Sequence[str]]], progress: Progress | None = None
) -> Judged[list[int]]:
    """For each block of paragraphs of sentences, numbers (from 0) of those that begin a topic.

    Sentences are counted over the block; the first of a paragraph is never among the answers.

    Raises:
        Cancelled: `progress` asked for it.
    """
    counts = [sum(map(len, block)) for block in blocks]

    def check(number: int, reply: TopicStarts) -> None:
        unknown = [start for start in reply.starts if not 1 <= start <= counts[number]]
        if unknown:
            raise ReplyUnusable(
                f"There is no sentence {unknown[0]}: they have the numbers 1 to {counts[number]}."
            )

    requests = [_topic_request(block) for block in blocks]
    replies = task.ask_all(requests, TopicStarts, check, progress)
    made, unsorted = Judged[list[int]]([]), 0
    for block, reply in zip(blocks, replies, strict=True):
        if isinstance(reply, ModelError):
            made.answers.append(None)
            made.errors.append(reply)
            continue
        unsorted += reply.starts != sorted(set(reply.starts))
        firsts = _firsts(block)
        made.answers.append([at - 1 for at in sorted(set(reply.starts)) if at - 1 not in firsts])
    if unsorted:
        made.repairs.append(
            f"In {unsorted:,} of {len(blocks):,} blocks numbers named twice or out of order were "
            "sorted."
        )
    return made


def ask_links(
    task: Task, runs: Sequence[Sequence[str]], most: int, progress: Progress | None = None
) -> Judged[list[Relation | None]]:
    """For each run of passages, the relation of each but the first; None where it is not said.

    Runs are asked about together up to `most` characters.

    Raises:
        Cancelled: `progress` asked for it.
    """
    groups = list(_together(runs, most))

    def check(number: int, reply: PassageLinks) -> None:
        last = sum(len(runs[at]) for at in groups[number])
        unknown = [link.passage for link in reply.links if not 1 <= link.passage <= last]
        if unknown:
            raise ReplyUnusable(
                f"There is no passage {unknown[0]}: they have the numbers 1 to {last}."
            )

    requests = [_link_request([runs[at] for at in group]) for group in groups]
    replies = task.ask_all(requests, PassageLinks, check, progress)
    made = Judged[list[Relation | None]]([])
    for group, reply in zip(groups, replies, strict=True):
        if isinstance(reply, ModelError):
            made.answers += [None] * len(group)
            made.errors.append(reply)
            continue
        said, first = _said(reply), 1
        for at in group:
            found = [said.get(first + passage) for passage in range(1, len(runs[at]))]
            first += len(runs[at])
            made.answers.append(found)
    made.repairs += _unclear(made.answers)
    return made


def _unclear(answers: Sequence[Sequence[Relation | None] | None]) -> Iterator[str]:
    """How many of the pairs that were answered had no relation, or several; nothing for none."""
    said = [relation for answer in answers for relation in answer or ()]
    if left := said.count(None):
        pairs = "pair" if len(said) == 1 else "pairs"
        yield (
            f"In {left:,} of {len(said):,} {pairs} of passages the model gave no clear relation; "
            "rules judged them."
        )


def _together(runs: Sequence[Sequence[str]], most: int) -> Iterator[list[int]]:
    """Numbers of the runs that go into one request, up to so many characters, one at least."""
    held: list[int] = []
    used = 0
    for at, run in enumerate(runs):
        length = sum(map(len, run))
        if held and used + length > most:
            yield held
            held, used = [], 0
        held.append(at)
        used += length
    if held:
        yield held


def _said(reply: PassageLinks) -> Mapping[int, Relation]:
    """Relations by passage, without those that are named twice with different ones."""
    said: dict[int, set[Relation]] = {}
    for link in reply.links:
        said.setdefault(link.passage, set()).add(link.relation)
    return {passage: min(found) for passage, found in said.items() if len(found) == 1}


def _firsts(block: Sequence[Sequence[str]]) -> set[int]:
    """Numbers of the first sentences of paragraphs, counted over the block."""
    found, at = set[int](), 0
    for sentences in block:
        found.add(at)
        at += len(sentences)
    return found


def _topic_request(block: Sequence[Sequence[str]]) -> Request:
    return user_says(_TOPICS, _numbered(block, "paragraph"))


def _link_request(runs: Sequence[Sequence[str]]) -> Request:
    return user_says(_CONTINUITY, _numbered(runs, "part"))


def _numbered(groups: Sequence[Sequence[str]], name: str) -> str:
    """Groups of texts, each fenced by itself, a line a text; numbers go on over the groups."""
    parts: list[str] = []
    number = 0
    for texts in groups:
        lines = [f"[{number + at}] {' '.join(text.split())}" for at, text in enumerate(texts, 1)]
        parts.append(fenced("\n".join(lines), name))
        number += len(texts)
    return "\n".join(parts)


def runs_of(lengths: Sequence[int], breaks: Sequence[int], most: int) -> list[tuple[int, int]]:
    """Half-open ranges of neighbours that are judged together, two at least.

    A range ends before each of `breaks`, and where its lengths would pass `most` together; then
    the next one begins with the last text of it, so that no pair is left out.
    """
    found: list[tuple[int, int]] = []
    for low, high in pairwise([0, *breaks, len(lengths)]):
        begin, used = low, 0
        for at in range(low, high):
            if used + lengths[at] > most and at - begin > 1:
                found.append((begin, at))
                begin, used = at - 1, lengths[at - 1]
            used += lengths[at]
        if high - begin > 1:
            found.append((begin, high))
    return found
