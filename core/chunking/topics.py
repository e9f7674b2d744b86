"""The three steps up to the relations of neighbouring topics, with a model or by rules.

Source: practical RAG chunking, steps 1 to 3. The paper cuts blocks after so many characters,
wherever that is; here no border of a block divides a paragraph that fits one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.asking import fitting, shortened
from core.chunking.links import Links
from core.chunking.model_notes import ModelNotes
from core.chunking.paragraphs import Paragraph, lines, paragraphs
from core.chunking.paragraphs_by_model import SHOWN, ask_paragraphs
from core.chunking.step_record import ParagraphStep, StepRecord, TopicStep
from core.chunking.topics_by_model import TOGETHER, ask_topics, runs_of
from core.chunking.transitions import Transitions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.chunking.base import ChunkSource, Making
    from core.chunking.continuity import Link
    from core.chunking.slicing import Piece
    from core.llm.model import Task


@dataclass(frozen=True, slots=True)
class Topic:
    """Sentences on one topic of a paragraph, which is counted from 0.

    `distance` is that of its first sentence from the one before it where distances decided, `by`
    the model where one did. `chapter` is the title of a chapter that begins here.
    """

    pieces: Sequence[Piece]
    paragraph: int
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
    predecessor. `begun` says where the model began a paragraph, by first tokens, and where not.
    """

    paragraphs: Sequence[Paragraph]
    topics: Sequence[Topic]
    links: Sequence[Link]
    begun: Mapping[int, bool]
    making: Making

    @property
    def record(self) -> StepRecord:
        """The same without pieces."""
        by = self.making.model
        return StepRecord(
            tuple(
                ParagraphStep(
                    one.pieces[0].start,
                    one.pieces[-1].end,
                    len(one.pieces),
                    by if self.begun.get(one.pieces[0].start) else "",
                )
                for one in self.paragraphs
            ),
            tuple(
                TopicStep(
                    one.start,
                    one.end,
                    len(one.pieces),
                    one.paragraph,
                    one.chapter,
                    one.distance,
                    one.by,
                )
                for one in self.topics
            ),
            tuple(self.links),
        )


class Steps:
    """One run over one document."""

    def __init__(
        self, source: ChunkSource, size: int, block_size: int, *, paragraphs_by_model: bool = False
    ) -> None:
        """`size` is the maximum of a chunk in tokens, `block_size` counts characters."""
        self._source, self._block_size, self._size = source, block_size, size
        self._stream = source.stream
        self._asks_for_paragraphs = paragraphs_by_model and source.model is not None
        self._notes = ModelNotes()
        self._paragraphs: Sequence[Paragraph] = ()

    def run(self) -> ThreeSteps:
        """All that comes before topics become chunks."""
        begun = self._begun() if self._asks_for_paragraphs else {}
        self._paragraphs = paragraphs(self._stream, self._size, begun)
        topics = list(self._topics())
        links = Links(self._source, topics, self._block_size, self._notes).all()
        making = self._notes.making(len(self._stream))
        return ThreeSteps(self._paragraphs, topics, links, begun, making)

    def _begun(self) -> dict[int, bool]:
        """By the first token of a line, whether the model begins a paragraph there.

        Nothing where it failed.
        """
        found = list(lines(self._stream))
        texts = [self._stream.text(*place) for place, _ in found]
        lengths = [len(shortened(text, SHOWN)) for text in texts]
        closed = [at for at, (_, is_open) in enumerate(found) if at and not is_open]
        most = TOGETHER * self._block_size
        runs = runs_of(lengths, closed, most)
        if not runs:
            return {}
        task = self._task("paragraphs")
        answers = ask_paragraphs(task, [texts[a:b] for a, b in runs], most, self._source.progress)
        self._notes.add(task, answers, "paragraphs")
        return {
            found[at][0][0]: at - low in starts
            for (low, high), starts in zip(runs, answers.parts, strict=True)
            if starts is not None
            for at in range(low + 1, high)
        }

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
                    number,
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
        ranges = fitting(lengths, TOGETHER * self._block_size)
        task = self._task("topics")
        answers = ask_topics(task, [shown[a:b] for a, b in ranges], self._source.progress)
        self._notes.add(task, answers, "topics of all blocks")
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

    def _text(self, piece: Piece) -> str:
        return self._stream.text(piece.start, piece.end)

    def _length(self, pieces: Sequence[Piece]) -> int:
        return len(self._stream.text(pieces[0].start, pieces[-1].end))

    def _allowed(self, number: int, places: Sequence[int]) -> list[int]:
        """Places that do not part a heading, a title or a colon from what follows."""
        paragraph = self._paragraphs[number]
        return [
            place
            for place in places
            if not paragraph.pieces[place].attached and place - 1 not in paragraph.chapters
        ]

    def _task(self, stage: str) -> Task:
        assert self._source.model is not None
        return self._source.model.task(stage, self._stream.sir.document)
