"""Topics that need each other as one chunk, and why the others stay apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.base import START, Boundary, BoundaryKind, Cut
from core.chunking.continuity import Relation
from core.chunking.slicing import distances, divide
from core.chunking.splitting import Splitter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.chunking.base import ChunkSource
    from core.chunking.continuity import Link
    from core.chunking.three_steps import ThreeSteps, Topic

_SHOWN = 80
"""Characters of a title or of an expression that a reason repeats."""


class Merger:
    """Makes chunks of the topics of one document."""

    def __init__(self, source: ChunkSource, found: ThreeSteps, size: int) -> None:
        """`size` is the maximum of a chunk in tokens."""
        self._source, self._found, self._size = source, found, size
        self._splitter = Splitter(source.stream)

    def cuts(self) -> list[Cut]:
        """The cuts of the whole stream: needed neighbours together as long as they fit."""
        topics = self._found.topics
        cuts: list[Cut] = []
        held = list(self._whole_or_split(topics[0], START))
        for topic, link in zip(topics[1:], self._found.links, strict=True):
            last = held[-1]
            together = topic.end - last.start + sum(b - a for a, b in last.context)
            if link.needed and together <= self._size:
                held[-1] = replace(last, end=topic.end)
                continue
            cuts += held
            held = list(self._whole_or_split(topic, self._boundary(topic, link)))
        return [*cuts, *held]

    def _whole_or_split(self, topic: Topic, opening: Boundary) -> Iterator[Cut]:
        """A topic, in parts where it is too long: between sentences, rows, or as a last resort."""
        if topic.end - topic.start <= self._size:
            yield Cut(topic.start, topic.end, opening)
            return
        pieces = topic.pieces
        gaps = np.zeros(len(pieces), np.float32)
        if self._source.model is None:
            gaps = distances(pieces, self._source.sentences())
        reasons = {0: opening, **divide(pieces, gaps, self._size)}
        places = sorted(reasons)
        for low, high in zip(places, [*places[1:], len(pieces)], strict=True):
            start, end = pieces[low].start, pieces[high - 1].end
            context = pieces[low].context
            room = self._size - sum(b - a for a, b in context)
            for part in self._splitter.split(start, end, room):
                boundary = reasons[low] if part.start == start else part.boundary
                yield replace(part, boundary=boundary, context=context)

    def _boundary(self, topic: Topic, link: Link) -> Boundary:
        """Why a chunk begins with this topic: its relation to what stands before it."""
        judge = f", as the model {link.by} judged" if link.by else ""
        said = f" ({link.evidence[:_SHOWN]!r})" if link.evidence else ""
        if link.relation is Relation.CHAPTER:
            return Boundary(BoundaryKind.HEADING, f"Chapter: one begins here{said}{judge}.")
        if link.needed:
            return Boundary(
                BoundaryKind.SIZE,
                f"{link.relation.value.capitalize()} dependency{said}{judge}, but together they "
                f"would pass {self._size} tokens.",
            )
        kind = BoundaryKind.DELIMITER if topic.first else BoundaryKind.TOPIC
        how = f"Independent of what stands before it{judge}: {_opens(topic)}."
        return Boundary(kind, how, topic.distance)


def _opens(topic: Topic) -> str:
    """How the topic was found."""
    if topic.first:
        return "a paragraph begins"
    if topic.by:
        return f"the model {topic.by} saw the topic change"
    if topic.distance is None:
        return "the topic changes"
    return f"the topic changes inside the paragraph, at distance {topic.distance:.3f}"
