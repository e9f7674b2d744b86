"""The three steps up to the relations of neighbouring topics, with a model or by rules.

Source: practical RAG chunking, steps 1 to 3. The paper cuts blocks after so many characters,
wherever that is; here no border of a block divides a paragraph that fits one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from core.chunking.asking import fitting
from core.chunking.base import Making
from core.chunking.continuity import Link, Relation, judged
from core.chunking.paragraphs import paragraphs
from core.chunking.topics_by_model import ask_links, ask_topics, runs_of
from core.chunking.transitions import Transitions
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.asking import Answers
    from core.chunking.base import ChunkSource
    from core.chunking.paragraphs import Paragraph
    from core.chunking.slicing import Piece
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

    pieces: Sequence[Piece]
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

    paragraphs: Sequence[Paragraph]
    topics: Sequence[Topic]
    links: Sequence[Link]
    making: Making


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
        topics = list(self._topics())
        links = list(self._links(topics))
        return ThreeSteps(self._paragraphs, topics, links, self._making())

    @cached_property
    def _transitions(self) -> Transitions:
        return Transitions(self._stream, self._paragraphs, self._source.sentences())

    def _topics(self) -> Iterator[Topic]:
        planned = self._planned_places()
        name = self._source.model.name if self._source.model else ""
        for number, paragraph in enumerate(self._paragraphs):
            chapters = paragraph.chapters
            inner = [place for place in chapters if place]
            places = planned.get(number, [])
            gaps: dict[int, float] = {}
            if number not in planned and paragraph.running and len(paragraph.pieces) > 1:
                gaps = self._transitions.of(number, inner)
            starts = sorted({0, *inner, *places, *gaps})
            for low, high in pairwise([*starts, len(paragraph.pieces)]):
                yield Topic(
                    paragraph.pieces[low:high],
                    first=not low,
                    chapter=chapters.get(low, ""),
                    distance=gaps.get(low),
                    by=name if low in places and low not in chapters else "",
                )

    def _planned_places(self) -> dict[int, list[int]]:
        """By paragraph the pieces with which the model begins a topic; none where it failed."""
        parts = list(self._parts()) if self._source.model else []
        if not parts:
            return {}
        shown = [[self._text(piece) for piece in self._pieces(*part)] for part in parts]
        lengths = [self._length(self._pieces(*part)) for part in parts]
        ranges = fitting(lengths, self._block_size)
        task = self._task("topics")
        answers = ask_topics(task, [shown[a:b] for a, b in ranges], self._source.progress)
        self._note(task, answers, "topics of all blocks")
        places: dict[int, list[int]] = {number: [] for number, _, _ in parts}
        for (first, last), answer in zip(ranges, answers.parts, strict=True):
            for at, (number, low, _) in enumerate(parts[first:last]):
                if answer is None:
                    places.pop(number, None)
                elif number in places:
                    places[number] += self._allowed(number, [low + n for n in answer[at]])
        return places

    def _parts(self) -> Iterator[tuple[int, int, int]]:
        """Paragraphs that may hold several topics, with half-open ranges of pieces that fit a
        block.
        """
        for number, paragraph in enumerate(self._paragraphs):
            if len(paragraph.pieces) > 1 and paragraph.running:
                lengths = [self._length([piece]) for piece in paragraph.pieces]
                for low, high in fitting(lengths, self._block_size):
                    yield number, low, high

    def _pieces(self, number: int, low: int, high: int) -> Sequence[Piece]:
        return self._paragraphs[number].pieces[low:high]

    def _text(self, piece: Piece | Topic) -> str:
        return self._stream.text(piece.start, piece.end)

    def _length(self, pieces: Sequence[Piece]) -> int:
        """Characters of neighbouring pieces, with what stands between them."""
        return len(self._stream.text(pieces[0].start, pieces[-1].end))

    def _allowed(self, number: int, places: Sequence[int]) -> list[int]:
        """Places that do not part a heading, a title or a colon from what follows."""
        paragraph = self._paragraphs[number]
        return [
            place
            for place in places
            if not paragraph.pieces[place].attached and place - 1 not in paragraph.chapters
        ]

    def _links(self, topics: Sequence[Topic]) -> Iterator[Link]:
        texts = list(map(self._text, topics))
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
        shown = list(map(_shortened, texts))
        closed = [at for at in range(1, len(topics)) if not self._is_open(topics, at)]
        runs = runs_of(list(map(len, shown)), closed, self._block_size)
        if not runs:
            return {}
        task = self._task("continuity")
        asked = [shown[low:high] for low, high in runs]
        answers = ask_links(task, asked, _TOGETHER * self._block_size, self._source.progress)
        self._note(task, answers, "relations of all passages")
        return {
            low + at: Link(relation, by=task.model.name)
            for (low, _), answer in zip(runs, answers.parts, strict=True)
            for at, relation in enumerate(answer or (), 1)
            if relation
        }

    def _task(self, stage: str) -> Task:
        assert self._source.model is not None
        return self._source.model.task(stage, self._stream.sir.document)

    def _note(self, task: Task, answers: Answers[Any], what: str) -> None:
        """Keeps what has to be told of the answers to one step."""
        self._uses.append(task.use)
        self._repairs += answers.repairs
        if any(map(_is_useful, answers.parts)):
            self._took_part = task.model.name
        else:
            self._unused.append(what)
        if answers.errors:
            self._notices.append(
                f"The language model did not find the {what} ({len(answers.errors)} of "
                f"{len(answers.parts)} requests failed): {answers.errors[0]} Rules and distances "
                "between sentences decided in its place."
            )

    def _making(self) -> Making:
        """How the topics came about, and which step rules did alone though the model was asked."""
        use = sum(self._uses[1:], self._uses[0]) if self._uses else None
        rewriting = len(self._stream) if self._took_part else 0
        notices, repairs, alone = tuple(self._notices), tuple(self._repairs), ""
        if self._took_part and self._unused:
            alone = f"Rules alone found the {' and the '.join(self._unused)}."
        return Making(self._took_part, notices, repairs, use, rewriting, alone)

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
    return answer is not None and (not answer or any(part is not None for part in answer))
