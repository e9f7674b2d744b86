"""What each of three steps found, for those who look at it and for files.

Source: practical RAG chunking, steps 1 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.chunking.continuity import Link, Relation

if TYPE_CHECKING:
    from collections.abc import Collection

_SHOWN = 80
"""Characters of an expression or a title that a reason repeats."""


@dataclass(frozen=True, slots=True)
class ParagraphStep:
    """A paragraph: tokens `start:end` (half-open) in `sentences` pieces.

    `by` is the model that began it here, empty where a rule did.
    """

    start: int
    end: int
    sentences: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class TopicStep:
    """A topic of a paragraph (its number from 0): tokens `start:end` (half-open).

    `chapter` is the title of a chapter that begins with it, `distance` that of its first sentence
    from the one before where distances decided, `by` the model where one did.
    """

    start: int
    end: int
    sentences: int
    paragraph: int
    chapter: str = ""
    distance: float | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """The outcome of the steps; `links` has what each topic but the first is to its predecessor."""

    paragraphs: tuple[ParagraphStep, ...]
    topics: tuple[TopicStep, ...]
    links: tuple[Link, ...]

    def begins_paragraph(self, topic: int) -> bool:
        """Whether a topic is the first of its paragraph."""
        return self.topics[topic].start == self.paragraphs[self.topics[topic].paragraph].start

    def kept_together(self, starts: Collection[int]) -> list[int]:
        """Topics that are one chunk with their predecessor, where chunks begin at `starts`."""
        return [at for at, topic in enumerate(self.topics) if at and topic.start not in starts]

    def why_topic(self, at: int) -> str:
        """How a topic was found."""
        topic = self.topics[at]
        if self.begins_paragraph(at):
            return "a paragraph begins"
        if topic.by:
            return f"the model {topic.by} saw the topic change"
        if topic.distance is None:
            return "the topic changes"
        return f"the topic changes inside the paragraph, at distance {topic.distance:.3f}"


def dependency_in_words(link: Link) -> str:
    """What a link says, with the words that decided: `Forward dependency ('this method')`."""
    judge = f", as the model {link.by} judged" if link.by else ""
    words = f" ({link.evidence[:_SHOWN]!r})" if link.evidence else ""
    if link.relation is Relation.CHAPTER:
        return f"Chapter: one begins here{words}{judge}"
    if link.needed:
        return f"{link.relation.value.capitalize()} dependency{words}{judge}"
    return f"Independent of what stands before it{judge}"


def merge_in_words(link: Link) -> str:
    """Why a topic is one chunk with the topic before it."""
    what = {
        Relation.FORWARD: "points back",
        Relation.BACKWARD: "uses a term that only what stands before it explains",
    }.get(link.relation, "belongs to it")
    words = f": {link.evidence[:_SHOWN]!r}" if link.evidence else ""
    judge = f", as the model {link.by} judged" if link.by else ""
    return f"Kept together with what stands before it because it {what}{words}{judge}."
