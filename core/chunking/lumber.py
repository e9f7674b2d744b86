"""A language model looks over paragraph after paragraph for the one at which the content shifts.

The baseline that TopoChunker and W-RAC are compared with. It needs no structure, and has a model
read all of the text, most of it more than once.

Source: Duarte et al., LumberChunker: Long-Form Narrative Document Segmentation (2024), section 3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, Field

from core.chunking.asking import numbered
from core.chunking.base import START, Boundary, BoundaryKind, ChunkSource, Cut, Cutting, Making
from core.chunking.options import SizedOptions, maximum, number
from core.chunking.paragraphs import Paragraph, paragraphs
from core.chunking.slicing import distances, divide, slices
from core.errors import ModelError, ModelUnavailable, ReplyUnusable
from core.llm.base import Request, user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.llm.model import Task
    from core.progress import Progress

_INSTRUCTIONS = (
    "You are given paragraphs of a document in their order, numbered [1], [2] and so on. Name the "
    "first paragraph, not [1], at which the content clearly shifts from what stands before it. "
    "Neither very long nor very short passages are wanted: where several paragraphs would do, take "
    f"the one that keeps together what belongs together. Answer with its number alone. {DATA_RULE}"
)


class ContentShift(BaseModel):
    """The paragraph at which the content shifts."""

    paragraph: int = Field(description="Number n of the paragraph [n]")


class LumberOptions(SizedOptions):
    """Options of LumberChunker."""

    max_tokens: int = maximum(1024, "A chunk that would pass this is split at sentences.")
    theta: int = number(
        550, 100, 2000, "theta: tokens looked at",
        "Paragraphs are gathered until they pass so many tokens; among them the next chunk begins. "
        "The paper: 550.",
    )  # fmt: skip


class LumberChunker:
    """Chunks that end where the content shifts, as a model sees it."""

    name = "lumber"
    title = "LumberChunker"
    options = LumberOptions

    def cut(self, source: ChunkSource, options: LumberOptions) -> Cutting:
        """Cuts of the whole stream. Without a model the sentences farthest apart decide."""
        every = paragraphs(source.stream, options.max_tokens)
        search = _Search(source, every, options.theta)
        openings = search.run()
        bounds = [*openings, len(every)]
        cuts = [
            cut
            for low, high in pairwise(bounds)
            for cut in _whole_or_split(source, every[low:high], openings[low], options.size)
        ]
        return Cutting(cuts, search.making())


@dataclass
class _Search:
    source: ChunkSource
    every: Sequence[Paragraph]
    theta: int
    errors: list[ModelError] = field(default_factory=list)
    asked: int = 0
    task: Task | None = None

    def run(self) -> dict[int, Boundary]:
        """The paragraphs that chunks begin with, ascending, with the reasons."""
        model = self.source.model
        if model is not None:
            self.task = model.task("shift", self.source.stream.sir.document)
        openings, first = {0: START}, 0
        while (last := self._gathered(first)) is not None:
            if self.source.progress:
                self.source.progress(first, len(self.every))
            first, reason = self._shift(first, last)
            openings[first] = reason
        return openings

    def making(self) -> Making:
        """Who decided, and what that took."""
        if self.task is None:
            return Making()
        took_part = self.asked > len(self.errors)
        notices: tuple[str, ...] = ()
        if self.errors:
            notices = (
                f"The language model found no shift in {len(self.errors)} of {self.asked} "
                f"requests: {self.errors[0]} Distances between sentences decided in its place.",
            )
        return Making(self.task.model.name if took_part else "", notices, use=self.task.use)

    def _gathered(self, first: int) -> int | None:
        """The end of the paragraphs from one on that pass theta, two at least; None if none do."""
        begin = self.every[first].pieces[0].start
        for last in range(first + 1, len(self.every)):
            if self.every[last].pieces[-1].end - begin > self.theta:
                return last + 1
        return None

    def _shift(self, first: int, last: int) -> tuple[int, Boundary]:
        if last - first == 2:
            return first + 1, Boundary(BoundaryKind.SIZE, f"More would pass {self.theta} tokens.")
        if self.task and not any(isinstance(error, ModelUnavailable) for error in self.errors):
            self.asked += 1
            [reply] = self.task.ask_all(
                [self._request(first, last)],
                ContentShift,
                lambda _, shift: _check(shift, last - first),
                self._waiting(first),
            )
            if isinstance(reply, ContentShift):
                seen = f"The model {self.task.model.name} saw the content shift here."
                return first + reply.paragraph - 1, Boundary(BoundaryKind.TOPIC, seen)
            self.errors.append(reply)
        return self._by_distance(first, last)

    def _by_distance(self, first: int, last: int) -> tuple[int, Boundary]:
        """The widest distance, where there are any in the half of the group that stands farther."""
        opening = [paragraph.pieces[0] for paragraph in self.every[first:last]]
        gaps = distances(opening, self.source.sentences())
        half = opening[0].start + self.theta // 2
        far = [at for at, piece in enumerate(opening) if at and piece.start >= half]
        place = max(far or range(1, len(opening)), key=lambda at: float(gaps[at]))
        reason = (
            f"Of the paragraphs of some {self.theta} tokens this one differs most from what stands "
            f"before it: distance {gaps[place]:.3f}."
        )
        return first + place, Boundary(BoundaryKind.TOPIC, reason, float(gaps[place]))

    def _request(self, first: int, last: int) -> Request:
        stream = self.source.stream
        texts = [
            stream.text(paragraph.pieces[0].start, paragraph.pieces[-1].end)
            for paragraph in self.every[first:last]
        ]
        return user_says(_INSTRUCTIONS, fenced(numbered(texts), "paragraphs"))

    def _waiting(self, first: int) -> Progress | None:
        """The progress of the whole while one answer is waited for, which may ask to stop."""
        progress, total = self.source.progress, len(self.every)
        return (lambda _done, _of: progress(first, total)) if progress else None


def _check(shift: ContentShift, count: int) -> None:
    """Raises `ReplyUnusable` for a paragraph that is none of those after the first."""
    if not 1 < shift.paragraph <= count:
        raise ReplyUnusable(f"Name one of the paragraphs 2 to {count}.")


def _whole_or_split(
    source: ChunkSource, group: Sequence[Paragraph], opening: Boundary, size: int
) -> Iterator[Cut]:
    """The chunk of a group of paragraphs, in parts where it passes the maximum."""
    pieces = [piece for paragraph in group for piece in paragraph.pieces]
    boundaries = {0: opening, **divide(pieces, np.zeros(len(pieces), np.float32), size)}
    return slices(source.stream, pieces, boundaries, size)
