"""From passages of units to cuts within a maximum, each with up to three headings above it.

A passage that fits stays whole. One that does not is divided between its units, tied ones last of
all; a unit that is too long by itself is split at rows, items or sentences.

Source: W-RAC, appendix A.1 (three levels of headings; what is never split).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from core.chunking.base import Boundary, BoundaryKind, Cut, TokenRange, length
from core.chunking.lead_ins import introduces
from core.chunking.splitting import split
from core.chunking.tables import header_end, row_ends
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.plans import Passage
    from core.chunking.unit_outline import Outline
    from core.chunking.units import Group, Unit

LEVELS = 3
"""Headings of a chunk, those that it begins with and those that are repeated above it."""

_HEADING_SHARE = 0.4
"""Share of the maximum that repeated headings may take where a group has to be divided.

Source: thesis, section 3.4.4 (B_h).
"""

_WAYS = {ElementType.TABLE.value: "by rows", ElementType.LIST.value: "between its items"}
"""How what should have stayed whole is split."""


class Packer:
    """Makes cuts of groups of units of one document."""

    def __init__(self, outline: Outline, size: int, *, fill_levels: bool = False) -> None:
        """`size` is the maximum of a chunk in tokens, headings included.

        With `fill_levels` the title of the document stands above what has fewer headings than
        three, where the tree has no heading to offer.
        """
        self._title = next(
            (unit.node for unit in outline.units if fill_levels and unit.is_heading), None
        )
        self._outline = outline
        self._stream = outline.stream
        self._units = outline.units
        self._size = size
        self._budget = int(_HEADING_SHARE * size)

    def fits(self, passage: Passage) -> bool:
        """Whether a passage is no longer than a chunk may be."""
        return length(*map(self._tokens, passage.pieces)) <= self._size

    def cuts(self, passage: Passage, opening: Boundary) -> Iterator[Cut]:
        """The cuts of a passage, which fits or is of one piece; the first begins as given."""
        if self.fits(passage):
            yield self._whole(passage, opening)
            return
        (group,) = passage.pieces
        boundary = opening
        for atoms in self._filled(group, [at == self._outline.atoms[at] for at in range(*group)]):
            for cut in self._pieces(atoms, boundary):
                yield cut
                boundary = self._divided(group)

    def _pieces(self, piece: Group, boundary: Boundary) -> Iterator[Cut]:
        if self._fits_below_headings(piece):
            yield self._cut(piece, boundary)
            return
        for part in self._filled(piece, [not self._introduced(at) for at in range(*piece)]):
            if self._fits_below_headings(part):
                yield self._cut(part, boundary)
            else:
                yield from self._split(part, boundary)
            boundary = self._divided(piece)

    def _introduced(self, place: int) -> bool:
        if not place or self._outline.atoms[place] == place:
            return False
        before, unit = self._units[place - 1], self._units[place]
        return introduces(before.kind, unit.kind, before.tokens, self._size)

    def _filled(self, group: Group, opens: Sequence[bool]) -> Iterator[Group]:
        """Parts of a group, as few as fit, that begin where `opens` says so.

        Headings stay with what follows them.
        """
        starts = [
            place
            for place, opening in zip(range(*group), opens, strict=True)
            if place == group[0] or (opening and not self._units[place - 1].is_heading)
        ]
        filled, *others = pairwise([*starts, group[1]])
        for start, end in others:
            if self._fits_below_headings((filled[0], end)):
                filled = (filled[0], end)
            else:
                yield filled
                filled = (start, end)
        yield filled

    def _fits_below_headings(self, group: Group) -> bool:
        headings = self._context(group, self._budget)
        return self._outline.length(*group) + length(*headings) <= self._size

    def _tokens(self, group: Group) -> TokenRange:
        return self._outline.tokens(*group)

    def _whole(self, passage: Passage, boundary: Boundary) -> Cut:
        """A passage as one chunk, a heading that leads to a further piece before that piece."""
        pieces = [self._tokens(piece) for piece in passage.pieces]
        room = self._size - length(*pieces)
        above = self._context(passage.pieces[0], room, passage.repeated)
        for place, _ in passage.pieces[1:]:
            nearest = self._stream.sir.lineage(self._units[place].node)[-1:]
            above += tuple(map(self._stream.own, nearest))
        context = [heading for heading in dict.fromkeys(above) if not _is_held(heading, pieces)]
        while length(*context) > room:
            context.pop(0)
        (start, end), *further = pieces
        return Cut(start, end, boundary, context=tuple(sorted(context)), further=tuple(further))

    def _cut(self, group: Group, boundary: Boundary) -> Cut:
        start, end = self._tokens(group)
        return Cut(start, end, boundary, context=self._context(group, self._size - (end - start)))

    def _split(self, group: Group, boundary: Boundary) -> Iterator[Cut]:
        place = group[1] - 1
        unit, start = self._units[place], self._outline.tokens(*group)[0]
        lead = unit.start - start
        if lead > self._budget:
            unit, lead = replace(unit, start=start, kind="text"), 0
        above = self._context(group, self._budget)
        below = self._context((place, place + 1), self._budget)
        room = self._size - max(length(*above) + lead, length(*below))
        first, *others = self._parts(unit, room)
        yield replace(first, start=unit.start - lead, boundary=boundary, context=above)
        for cut in others:
            reason = self._explained(unit, cut.boundary)
            # A cut may begin with one of the headings, or within it.
            ahead = tuple(part for part in (*below, *cut.context) if part[1] <= cut.start)
            yield replace(cut, boundary=reason, context=ahead)

    def _parts(self, unit: Unit, room: int) -> list[Cut]:
        """A unit in parts of at most `room` tokens; a table by rows, its header repeated."""
        is_table = unit.kind == ElementType.TABLE and self._stream.sir.nodes[unit.node].children
        header = (unit.start, header_end(self._stream, unit.node) if is_table else unit.start)
        if not is_table or length(header) > self._budget:
            return list(split(self._stream, unit.start, unit.end, room))
        cuts: list[Cut] = []
        for cut in self._rows(unit, room - length(header)):
            last = cuts[-1] if cuts else cut
            if cuts and cut.end - last.start + length(*last.context) <= room:
                cuts[-1] = replace(last, end=cut.end)
            else:
                cuts.append(replace(cut, context=(header,) if cuts else ()))
        return cuts

    def _rows(self, table: Unit, room: int) -> Iterator[Cut]:
        """Rows of a table, those together that a cell ties; parts of what is longer than `room`."""
        ends = row_ends(self._stream, table.node)
        for start, end in pairwise([table.start, *ends[:-1], table.end]):
            yield from split(self._stream, start, end, room)

    def _context(
        self, group: Group, room: int, repeated: Sequence[int] = ()
    ) -> tuple[TokenRange, ...]:
        """Headings above a group, with those that open it three at most.

        Those that a plan names (places) come first, then the highest and the nearest of the tree.
        Where they take more than `room` tokens, the highest are dropped first.
        """
        opening = 0
        while group[0] + opening < group[1] and self._units[group[0] + opening].is_heading:
            opening += 1
        path = self._outline.lineage(group[0])
        free = max(LEVELS - opening, 0)
        named = [self._units[place].node for place in repeated if place < group[0]]
        offered = [*reversed(named), *path[:1], *reversed(path[1:])]
        if self._title is not None and self._title < self._units[group[0]].node:
            offered.append(self._title)
        chosen = sorted(list(dict.fromkeys(offered))[:free])
        headings = tuple(map(self._stream.own, chosen))
        while length(*headings) > room:
            headings = headings[1:]
        return headings

    def _divided(self, group: Group) -> Boundary:
        tokens = self._outline.length(*group)
        return Boundary(
            BoundaryKind.SIZE,
            f"What belongs together has {tokens:,} tokens and passes {self._size}: divided here, "
            "between units.",
        )

    def _explained(self, unit: Unit, boundary: Boundary) -> Boundary:
        if unit.kind not in _WAYS:
            return boundary
        return Boundary(
            BoundaryKind.LOCK,
            f"A {unit.kind} of {unit.tokens:,} tokens passes {self._size} with its headings: split "
            f"{_WAYS[unit.kind]}.",
        )


def _is_held(heading: TokenRange, pieces: Sequence[TokenRange]) -> bool:
    return any(start <= heading[0] < end for start, end in pieces)
