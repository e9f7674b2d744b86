"""What can be quoted: paragraphs and recommendations, lists, table rows and sentences, whole.

A unit is what a reader needs to take an answer from the page: a recommendation with its number,
its grade and its list, a row with its header, a short paragraph. Only what is too long for a
glance is taken by its sentences or items.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from core.evidence.list_items import LIST_UP_TO, closes, introductions, is_torn, list_items
from core.evidence.node_groups import explains, groups
from core.evidence.sentence_runs import PARAGRAPH_UP_TO, length_of, runs_of
from core.evidence.table_rows import (
    CONTEXT_UP_TO,
    header_cells,
    names_columns,
    row_context,
    row_of,
    row_spans,
    table_mentions,
    whole,
)
from core.sir import ElementType
from core.spans import Role, Span, separator, text_of
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk
    from core.sir import Sir

_INTRODUCED_UP_TO = 3000
"""Characters of a list up to which it is quoted with the sentence that introduces it, where that is
what answers; others are taken by their items."""

NUMBERED = re.compile(
    r"^\W*(?:\d+(?:\.\d+){2,3}\s+\w|(?:recommendation|empfehlung)\s+\d)", re.IGNORECASE
)
"""How a numbered recommendation begins."""


class Kind(StrEnum):
    """What a unit is, or what it is a part of."""

    PARAGRAPH = "paragraph"
    LIST = "list"
    ROW = "row"
    CAPTION = "caption"
    NOTE = "note"


_KINDS = {ElementType.CAPTION: Kind.CAPTION, ElementType.FOOTNOTE: Kind.NOTE}


@dataclass(frozen=True, slots=True)
class Unit:
    """A quotable piece of text; `header` holds the cells of a table's header row above a row.

    `context` is what the text is read with and does not say itself: what sends the reader to the
    table, its caption and the names of its columns, or the sentence that introduces a list.
    `path` holds the headings above it.
    """

    spans: tuple[Span, ...]
    text: str
    kind: Kind = Kind.PARAGRAPH
    header: tuple[Span, ...] = ()
    context: str = ""
    path: tuple[str, ...] = ()
    introduction: tuple[Span, ...] = ()
    """What introduces the list that it is an item of: without it, it may say the opposite."""
    introduced: tuple[Span, ...] = ()
    """What it introduces, or what ends the list that it is an item of."""

    @property
    def complete(self) -> tuple[Span, ...]:
        """What is quoted of it: its spans, with what introduces them or is introduced by them."""
        return (*self.introduction, *self.spans, *self.introduced)

    @property
    def heading(self) -> str:
        """The nearest heading above it; empty if there is none."""
        return self.path[-1] if self.path else ""

    @property
    def searched(self) -> str:
        """What a question is compared with: the nearest heading, the context and the text."""
        heading = self.heading if self.heading not in self.text else ""
        return "\n".join(part for part in (heading, self.context, self.text) if part)


class Units:
    """The units of a document, made where they are first asked for."""

    def __init__(self, sir: Sir) -> None:
        """Sees which nodes belong together; reads no sentence yet."""
        self._sir = sir
        self._groups = list(groups(sir))
        self._group_of = {node: n for n, group in enumerate(self._groups) for node in group}
        self._made: dict[int, list[Unit]] = {}
        self._mentions = table_mentions(sir)

    def of(self, chunk: Chunk) -> list[Unit]:
        """The units that a chunk holds or cuts, in reading order; none of them only asks."""
        units: dict[tuple[Span, ...], Unit] = {}
        for segment in chunk.segments:
            number = self._group_of.get(segment.node)
            if number is None or segment.role is Role.HEADING:
                continue
            if number not in self._made:
                self._made[number] = list(self._units(self._groups[number]))
            for unit in self._made[number]:
                if any(
                    span.node == segment.node
                    and span.start < segment.end
                    and segment.start < span.end
                    for span in unit.spans
                ):
                    units.setdefault(unit.spans, unit)
        return [unit for unit in units.values() if not _only_asks(unit.text)]

    def _units(self, group: Sequence[int]) -> Iterator[Unit]:
        sir = self._sir
        first = group[0]
        path = tuple(sir.nodes[index].text for index in sir.lineage(first))
        row = row_of(sir, first)
        if row is not None:
            yield from self._row(row, path)
            return
        spans = [whole(sir, node) for node in group]
        length = length_of(spans)
        kind = _KINDS.get(sir.nodes[first].type, Kind.PARAGRAPH)
        torn = all(is_torn(sir, *pair) for pair in pairwise(group))
        if kind is Kind.PARAGRAPH and not torn and not explains(sir, *group[:2]):
            kind = Kind.LIST
        if length <= (LIST_UP_TO if kind is Kind.LIST else PARAGRAPH_UP_TO):
            yield Unit(tuple(spans), quoted(sir, spans), kind, (), "", path)
            return
        yield from self._parts(group, kind, path)

    def _row(self, row: int, path: tuple[str, ...]) -> Iterator[Unit]:
        sir = self._sir
        if names_columns(sir, row):
            return
        spans, header = row_spans(sir, row), header_cells(sir, row)
        context = row_context(sir, row, self._mentions)
        yield Unit(spans, quoted(sir, spans), Kind.ROW, header, context, path)

    def _parts(self, group: Sequence[int], kind: Kind, path: tuple[str, ...]) -> Iterator[Unit]:
        """The sentences of a long paragraph, the items of a long list with what is nested."""
        sir, lead = self._sir, ""
        every = tuple(whole(sir, node) for node in group)
        if len(group) > 1 and (
            sentences := sentences_of(sir, Unit(every, quoted(sir, every), kind, path=path))
        ):
            for spans in runs_of([sentence.spans for sentence in sentences]):
                yield Unit(spans, quoted(sir, spans), kind, path=path)
            return
        for item in list_items(sir, group):
            spans = [whole(sir, node) for node in item]
            text = quoted(sir, spans)
            parts = [tuple(spans)]
            if len(item) == 1 and len(text) > PARAGRAPH_UP_TO:
                parts = runs_of([(Span(item[0], *bounds),) for bounds in self._sentences(item[0])])
            for part in parts:
                unit = Unit(part, quoted(sir, part), kind, (), lead, path)
                yield self._in_list(unit, group) if kind is Kind.LIST else unit
            if not lead and parts and len(group) > 1:
                node, start, end = parts[-1][0]
                lead = sir.nodes[node].text[start:end][-CONTEXT_UP_TO:]

    def _in_list(self, unit: Unit, group: Sequence[int]) -> Unit:
        sir, first = self._sir, unit.spans[0]
        items = tuple(whole(sir, node) for node in group[1:])
        if first.node != group[0]:
            closing = items[-1:] if closes(sir, group[-1]) else ()
            rest = tuple(span for span in closing if span not in unit.spans)
            return replace(
                unit, introduction=introductions(sir, group, first.node), introduced=rest
            )
        fits = length_of(items) <= _INTRODUCED_UP_TO
        return replace(unit, introduced=items) if unit.text.endswith(":") and fits else unit

    def _sentences(self, node: int) -> Iterator[tuple[int, int]]:
        """The sentences of a node; one that never ends is cut at spaces."""
        text = self._sir.nodes[node].text
        for start, end in sentence_spans(text):
            while end - start > LIST_UP_TO:
                cut = text.rfind(" ", start + PARAGRAPH_UP_TO // 2, start + PARAGRAPH_UP_TO)
                cut = cut if cut > start else start + PARAGRAPH_UP_TO
                yield start, cut
                start = cut + (text[cut] == " ")
            if any(letter.isalnum() for letter in text[start:end]):
                yield start, end


def _only_asks(text: str) -> bool:
    return text.endswith("?") and all(
        text[start:end].endswith("?") for start, end in sentence_spans(text)
    )


def sentences_of(sir: Sir, unit: Unit) -> list[Unit]:
    """The sentences of a plain paragraph; none of what is quoted whole, or is one sentence.

    A sentence across the place where a paragraph is torn has a span in each of its parts.
    """
    if unit.kind is not Kind.PARAGRAPH or NUMBERED.search(unit.text):
        return []
    if any(not is_torn(sir, a.node, b.node) for a, b in pairwise(unit.spans)):
        return []
    parts: list[tuple[Span, ...]] = []
    for node, begin, stop in unit.spans:
        bounds = sentence_spans(sir.nodes[node].text[begin:stop])
        inner = [Span(node, begin + start, begin + end) for start, end in bounds]
        torn = parts.pop() if parts else ()
        parts += [(*torn, *inner[:1]), *((part,) for part in inner[1:])]
    if len(parts) < 2:
        return []
    return [replace(unit, spans=part, text=quoted(sir, part)) for part in parts]


def quoted(sir: Sir, spans: Sequence[Span]) -> str:
    """Verbatim text of spans of different nodes, joined by their declared separators."""
    parts: list[str] = []
    for index, span in enumerate(spans):
        if index:
            parts.append(separator(sir, spans[index - 1].node, span.node))
        parts.append(text_of(sir, span))
    return "".join(parts)
