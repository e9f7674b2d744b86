"""The pieces of a step on the pages, and between topics whether a chunk begins or goes on."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from components.chunks.chunk_marks import owner_at
from components.chunks.compare_marks import bars
from components.chunks.step_words import CHUNKS, PARAGRAPHS
from components.widgets.page_view import Mark, MarkRole, colour_of, marks_of
from core.chunking.assembly import range_lines
from core.chunking.base import START
from core.chunking.step_record import dependency_in_words, merge_in_words
from core.colours import EXPLAINS, ONE_SIDED, PLAIN
from core.spans import located

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import ChunkingResult
    from core.chunking.step_record import ParagraphStep, StepRecord, TopicStep

_ID = "step-"


class Walk(NamedTuple):
    """A chunking by three steps, its record, and the step that is looked at."""

    result: ChunkingResult
    record: StepRecord
    step: str

    @property
    def items(self) -> Sequence[ParagraphStep | TopicStep]:
        """What is walked through: paragraphs, or topics."""
        return self.record.paragraphs if self.step == PARAGRAPHS else self.record.topics

    def at(self, token: int) -> int:
        """The place of the item that holds a token."""
        return max(bisect_right(self.items, token, key=lambda item: item.start) - 1, 0)

    def pages(self, place: int) -> list[int]:
        """The 1-based pages of an item; empty where its place is not known."""
        item = self.items[place]
        pages = np.unique(self.result.stream.page[item.start : item.end])
        return pages[pages > 0].tolist()

    def is_joined(self, place: int) -> bool:
        """Whether a topic is one chunk with the topic before it."""
        start = self.record.topics[place].start
        return place > 0 and owner_at(self.result, start).cut.start < start

    def reason(self, place: int) -> str:
        """Why an item is what this step made of it."""
        record, item = self.record, self.items[place]
        if not place:
            return START.reason
        if self.step == PARAGRAPHS:
            by = record.paragraphs[place].by
            return f"The model {by} begins a paragraph here." if by else "A blank line parts it."
        if self.step != CHUNKS:
            why = record.why_topic(place)
            return f"{why[0].upper()}{why[1:]}."
        if self.is_joined(place):
            return merge_in_words(record.links[place - 1])
        return owner_at(self.result, item.start).begins.reason

    def chunk(self, place: int) -> int:
        """The index of the chunk that an item belongs to."""
        return owner_at(self.result, self.items[place].start).index

    def name(self, place: int) -> str:
        """What an item is called; in the last step with the chunk it belongs to."""
        name = f"{'Paragraph' if self.step == PARAGRAPHS else 'Topic'} {place + 1}"
        return f"{name}, in chunk {self.chunk(place) + 1}" if self.step == CHUNKS else name

    def badge(self, place: int) -> str:
        """The number beside an item on the page, that of a chunk where chunks are shown.

        As in the list of chunks; what is joined goes on with the number above it.
        """
        if self.step != CHUNKS:
            return str(place + 1)
        return "" if self.is_joined(place) else str(self.chunk(place) + 1)

    def colour(self, place: int) -> str:
        """The colour of an item; in the last step that of the chunk it belongs to."""
        return colour_of(self.chunk(place) if self.step == CHUNKS else place)


def mark_id(token: int) -> str:
    """The id of the marks of the item that begins with this token."""
    return f"{_ID}{token}"


def token_of(mark: str) -> int | None:
    """The first token of the item whose mark was clicked; None for other marks."""
    _, is_step, number = mark.partition(_ID)
    return int(number) if is_step and number.isdecimal() else None


def step_marks(walk: Walk, pages: Sequence[int], chosen: int) -> list[Mark]:
    """Marks of all items on these 1-based pages, and the evidence of the chosen one's relation."""
    here = np.flatnonzero(np.isin(walk.result.stream.page, pages))
    if not len(here):
        return []
    places = range(walk.at(int(here[0])), walk.at(int(here[-1])) + 1)
    marks = [mark for place in places for mark in _lines(walk, place, pages)]
    if walk.step == CHUNKS:
        marks += [mark for place in places if place for mark in _bars(walk, place, pages)]
        marks += _evidence(walk, chosen, pages)
    return marks


def _lines(walk: Walk, place: int, pages: Sequence[int]) -> list[Mark]:
    item = walk.items[place]
    return marks_of(
        range_lines(walk.result.stream, (item.start, item.end)),
        mark_id(item.start),
        f"{walk.name(place)}\n{walk.reason(place)}",
        colour=walk.colour(place),
        badge=walk.badge(place),
        pages=pages,
    )


def _bars(walk: Walk, place: int, pages: Sequence[int]) -> Iterator[Mark]:
    start, joined = walk.items[place].start, walk.is_joined(place)
    role = MarkRole.CUT_JOINED if joined else MarkRole.CUT_BEGINS
    colour = PLAIN if joined else ONE_SIDED[1]
    for box in bars(walk.result.stream, start):
        if box.page in pages:
            yield Mark(f"bar-{mark_id(start)}", box, walk.reason(place), role, colour)


def _evidence(walk: Walk, place: int, pages: Sequence[int]) -> Iterator[Mark]:
    link = walk.record.links[place - 1] if place else None
    if link is None:
        return
    item, label = mark_id(walk.items[place].start), dependency_in_words(link)
    looks = (
        (link.expression, item, MarkRole.POINTS),
        (link.explained, f"explains-{item}", MarkRole.SUPPLEMENT),
    )
    for span, mark, role in looks:
        lines = located(walk.result.sir, [span] if span else [])
        yield from marks_of(lines, mark, label, role, EXPLAINS, pages=pages)
