"""The three steps up to the relations of neighbouring topics, with a model or by rules.

Source: practical RAG chunking, steps 1 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from core.chunking.base import Making
from core.chunking.continuity import Link, Relation, judged
from core.chunking.paragraphs import blocks, paragraphs
from core.chunking.slicing import distances
from core.chunking.three_step_by_model import ask_links, ask_topics, runs_of
from core.chunking.transitions import Transitions
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import ChunkSource
    from core.chunking.paragraphs import Paragraph
    from core.chunking.slicing import Piece
    from core.chunking.three_step_by_model import Judged
    from core.errors import ModelError
    from core.llm.model import ModelUse, Task

_NO_PROSE = frozenset({ElementType.TABLE_CELL, ElementType.FIGURE, ElementType.FORMULA})
"""Where words point to nothing that stands before."""
_TOGETHER = 6
"""Blocks whose passages are judged in one request: they are short where headings part them, and
each request repeats what is asked."""
_SHOWN = 300
"""Characters of a passage that are shown for its relations: what points back stands near its
beginning, what is pointed to mostly near an end."""
_GAP = " [...] "


@dataclass(frozen=True, slots=True)
class Topic:
    """Sentences of one paragraph on one topic.

    `first` if the paragraph begins with it; else `distance` is that of its first sentence from
    the one before it where distances decided, and `by` is the model where one did. `chapter` is
    the title of a chapter that begins here.
    """

    pieces: tuple[Piece, ...]
    first: bool
    chapter: str = ""
    distance: float | None = None
    by: str = ""

    @property
    def start(self) -> int:
        """Position of the first token."""
        return self.pieces[0].start

    @property
    def end(self) -> int:
        """Position behind the last token."""
        return self.pieces[-1].end


@dataclass(frozen=True, slots=True)
class ThreeSteps:
    """What the steps found: `links` has the relation of each topic but the first to its
    predecessor.
    """

    paragraphs: tuple[Paragraph, ...]
    topics: tuple[Topic, ...]
    links: tuple[Link, ...]
    making: Making


@dataclass(frozen=True, slots=True)
class _Part:
    """Pieces `low:high` of a paragraph by its number: what of it goes into one request."""

    paragraph: int
    low: int
    high: int


class Steps:
    """One run over one document."""

    def __init__(self, source: ChunkSource, size: int, block_size: int) -> None:
        """`size` is the maximum of a chunk in tokens, `block_size` counts characters."""
        self._source, self._block_size = source, block_size
        self._stream = source.stream
        self._paragraphs = paragraphs(source.stream, size)
        self._notices: list[str] = []
        self._repairs: list[str] = []
        self._uses: list[ModelUse] = []
        self._took_part = ""
        self._unused: list[str] = []

    def run(self) -> ThreeSteps:
        """All that comes before topics become chunks."""
        topics = tuple(self._topics())
        links = tuple(self._links(topics))
        return ThreeSteps(tuple(self._paragraphs), topics, links, self._making())

    @cached_property
    def _transitions(self) -> Transitions:
        every = [piece for paragraph in self._paragraphs for piece in paragraph.pieces]
        counts = [len(paragraph.pieces) for paragraph in self._paragraphs]
        gaps = np.split(distances(every, self._source.sentences()), np.cumsum(counts[:-1]))
        return Transitions(self._stream, self._paragraphs, gaps)

    def _topics(self) -> Iterator[Topic]:
        planned = self._planned_places()
        name = self._source.model.name if self._source.model else ""
        for number, paragraph in enumerate(self._paragraphs):
            chapters = paragraph.chapters
            inner = [place for place in chapters if place]
            places = planned.get(number)
            found: dict[int, float] = {}
            if places is None and paragraph.running and len(paragraph.pieces) > 1:
                found = self._transitions.of(number, inner)
            starts = sorted({0, *inner, *(places or ()), *found})
            for low, high in zip(starts, [*starts[1:], len(paragraph.pieces)], strict=True):
                yield Topic(
                    paragraph.pieces[low:high],
                    first=not low,
                    chapter=chapters.get(low, ""),
                    distance=found.get(low),
                    by=name if low in (places or ()) and low not in chapters else "",
                )

    def _planned_places(self) -> dict[int, list[int]]:
        """By paragraph the pieces with which the model begins a topic; none where it failed."""
        if self._source.model is None:
            return {}
        parts = list(self._parts())
        ranges = blocks(self._stream, [self._range(part) for part in parts], self._block_size)
        if not ranges:
            return {}
        task = self._task("topics")
        shown = [[self._sentences(part) for part in parts[low:high]] for low, high in ranges]
        said = ask_topics(task, shown, self._source.progress)
        self._note(task, said, "topics of all blocks")
        places: dict[int, list[int]] = {part.paragraph: [] for part in parts}
        for (low, high), answer in zip(ranges, said.answers, strict=True):
            if answer is None:
                for part in parts[low:high]:
                    places.pop(part.paragraph, None)
                continue
            at = 0
            for part in parts[low:high]:
                count = part.high - part.low
                inner = [part.low + n - at for n in answer if at <= n < at + count]
                if part.paragraph in places:
                    places[part.paragraph] += self._allowed(part.paragraph, inner)
                at += count
        return places

    def _parts(self) -> Iterator[_Part]:
        """Paragraphs that may hold several topics, in parts that fit a block."""
        for number, paragraph in enumerate(self._paragraphs):
            if len(paragraph.pieces) < 2 or not paragraph.running:
                continue
            ranges = [(piece.start, piece.end) for piece in paragraph.pieces]
            for low, high in blocks(self._stream, ranges, self._block_size):
                yield _Part(number, low, high)

    def _allowed(self, number: int, places: Sequence[int]) -> list[int]:
        """Places that do not part a heading, a title or a colon from what follows."""
        paragraph = self._paragraphs[number]
        return [
            place
            for place in places
            if not paragraph.pieces[place].held and place - 1 not in paragraph.chapters
        ]

    def _links(self, topics: Sequence[Topic]) -> Iterator[Link]:
        texts = [self._stream.text(topic.start, topic.end) for topic in topics]
        planned = self._planned_links(topics, texts)
        for at in range(1, len(topics)):
            if topics[at].chapter:
                yield Link(Relation.CHAPTER, topics[at].chapter)
            elif not self._is_open(topics, at):
                yield Link(Relation.INDEPENDENT)
            else:
                yield planned.get(at) or judged(texts[at - 1], texts[at])

    def _planned_links(self, topics: Sequence[Topic], texts: Sequence[str]) -> dict[int, Link]:
        """By topic what the model says of its relation to the one before it."""
        if self._source.model is None:
            return {}
        shown = [_shortened(text) for text in texts]
        known = [at for at in range(1, len(topics)) if not self._is_open(topics, at)]
        runs = runs_of([len(text) for text in shown], known, self._block_size)
        if not runs:
            return {}
        task = self._task("continuity")
        asked = [shown[low:high] for low, high in runs]
        said = ask_links(task, asked, _TOGETHER * self._block_size, self._source.progress)
        self._note(task, said, "relations of all passages")
        return {
            low + at: Link(relation, by=task.model.name)
            for (low, _), answer in zip(runs, said.answers, strict=True)
            for at, relation in enumerate(answer or (), 1)
            if relation
        }

    def _task(self, stage: str) -> Task:
        assert self._source.model is not None
        return self._source.model.task(stage, self._stream.sir.document)

    def _note(self, task: Task, said: Judged[Any], what: str) -> None:
        """Keeps what has to be told of the answers to one step."""
        self._uses.append(task.use)
        self._repairs += said.repairs
        if any(map(_is_useful, said.answers)):
            self._took_part = task.model.name
        else:
            self._unused.append(what)
        if said.errors:
            self._notices.append(_failed(what, said.errors, len(said.answers)))

    def _making(self) -> Making:
        use = _together(self._uses)
        rewriting = len(self._stream) if self._took_part else 0
        notices, repairs = tuple(self._notices), tuple(self._repairs)
        return Making(self._took_part, notices, repairs, use, rewriting, self._by_rules())

    def _by_rules(self) -> str:
        """Which step rules did alone though the model was asked; empty where it did its part."""
        if not self._took_part or not self._unused:
            return ""
        return f"Rules alone found the {' and the '.join(self._unused)}."

    def _range(self, part: _Part) -> tuple[int, int]:
        pieces = self._paragraphs[part.paragraph].pieces
        return pieces[part.low].start, pieces[part.high - 1].end

    def _sentences(self, part: _Part) -> list[str]:
        pieces = self._paragraphs[part.paragraph].pieces[part.low : part.high]
        return [self._stream.text(piece.start, piece.end) for piece in pieces]

    def _is_open(self, topics: Sequence[Topic], at: int) -> bool:
        """Whether words may say what a topic is to the one before it."""
        return not topics[at].chapter and all(map(self._is_prose, topics[at - 1 : at + 1]))

    def _is_prose(self, topic: Topic) -> bool:
        node = int(self._stream.tokens.node[topic.start])
        return self._stream.sir.nodes[node].type not in _NO_PROSE


def _shortened(text: str) -> str:
    """Both ends of a text that is too long to be shown whole."""
    half = _SHOWN // 2
    return text if len(text) <= _SHOWN else text[:half] + _GAP + text[-half:]


def _is_useful(answer: Sequence[object] | None) -> bool:
    """Whether an answer says anything: that no topic begins does, that nothing is judged not."""
    return answer is not None and (not answer or any(one is not None for one in answer))


def _failed(what: str, errors: Sequence[ModelError], blocks_asked: int) -> str:
    return (
        f"The language model did not find the {what} ({len(errors)} of {blocks_asked} requests "
        f"failed): {errors[0]} Rules and distances between sentences decided in its place."
    )


def _together(uses: Sequence[ModelUse]) -> ModelUse | None:
    if not uses:
        return None
    return sum(uses[1:], uses[0])
