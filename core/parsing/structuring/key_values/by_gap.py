"""Labels below each other, and their values beside them behind a gap, wherever on a page.

They are found before the page is cut into columns, which would part the two.
"""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from core.geometry import bounds, contains_centre
from core.parsing.structuring.key_values.labels import (
    FEWEST,
    are_enough,
    area,
    count_letters,
    count_words,
    is_date,
    is_label,
)
from core.parsing.structuring.line_rows import join_row
from core.parsing.structuring.slots import Slot
from core.reading.line import text_of
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from core.geometry import Box
    from core.reading.line import Line

MOSTLY = 2 / 3
"""Share of what stands below each other that are labels, and known to be some, at least."""

ALIGNED = 0.4
"""Times the type size by which labels, or values, are off from each other at most."""

HANGING = 2.0
"""Times the type size that a further line of a value is set in at most."""

STEP = 3.0
"""Times the type size from one line of a value to the next, at most."""

TALLEST = 12
"""Lines of a value at most: more are text beside its title."""

OTHER_SIZE = 0.15
"""Share by which the type of a further line may be larger or smaller."""

BLANK = 1.0
"""Times the type size up to which a space, as in a justified value, is none between two phrases."""


class _Beside(NamedTuple):
    """Two phrases next to each other in a row, and what stands left and right of them there."""

    row: int
    before: Line | None
    label: Line
    value: Line
    further: Line | None


class _Pair(NamedTuple):
    """The lines of a label, and those of its value."""

    label: list[Line]
    value: list[Line]

    @property
    def lines(self) -> list[Line]:
        """All of them in reading order."""
        return [*self.label, *self.value]

    def place(self) -> tuple[float, float]:
        """What pairs are ordered by, from the top down and from left to right."""
        return self.label[0].bottom, self.label[0].left


def with_pairs_by_gap(pieces: Sequence[Line]) -> list[Line]:
    """Pieces of a page, with pairs next to each other made one: an area."""
    made_of = _phrases([p for p in pieces if not isinstance(p, Slot) and not p.rtl])
    pairs = sorted(_pairs(_level_rows(made_of)), key=_Pair.place)
    rest = _without(pairs, pieces, made_of)
    areas = [pairs for pairs in _neighbours(pairs, rest) if len(pairs) >= FEWEST]
    return [*_without(chain(*areas), pieces, made_of), *map(_slot, areas)]


def _without(
    pairs: Iterable[_Pair], pieces: Sequence[Line], made_of: Mapping[Line, Sequence[Line]]
) -> list[Line]:
    """Pieces that are in no pair; `made_of` says what the lines of pairs are made of."""
    taken = {piece for pair in pairs for line in pair.lines for piece in made_of[line]}
    return [piece for piece in pieces if piece not in taken]


def _phrases(pieces: Sequence[Line]) -> dict[Line, list[Line]]:
    """Pieces close to each other in a row made one line, with what each line is made of.

    A change of type, or of the width of blanks, parts a value into several pieces.
    """
    return {join_row(run): run for row in _level_rows(pieces) for run in runs(row, _is_near)}


def _is_near(run: Sequence[Line], piece: Line) -> bool:
    return piece.left - run[-1].right <= BLANK * max(piece.type_size, run[-1].type_size)


def _level_rows(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines by row, from the top down, and in each from left to right."""
    level = runs(
        sorted(lines, key=attrgetter("middle")),
        lambda row, line: line.middle - row[0].middle < 0.4 * max(line.type_size, 1.0),
    )
    return [sorted(row, key=attrgetter("left")) for row in level]


def _pairs(rows: Sequence[Sequence[Line]]) -> Iterator[_Pair]:
    """Pairs of one page; none where text stands in columns, or cells in rows."""
    beside = [
        _Beside(at, *four)
        for at, row in enumerate(rows)
        for four in zip([None, *row], row, row[1:], [*row[2:], None], strict=False)
    ]
    groups = sorted(_groups(beside), key=len, reverse=True)
    labels = {None, *(each.label for group in groups for each in group)}
    taken: set[Line] = set()
    for group in groups:
        cells = sum(each.further not in labels for each in group)
        pairs = _pairs_of(group, rows) if cells * 3 <= len(group) else []
        lines = {line for pair in pairs for line in pair.lines}
        if taken.isdisjoint(lines):
            taken |= lines
            yield from pairs


def _groups(beside: Sequence[_Beside]) -> Iterator[list[_Beside]]:
    """Those whose labels begin below each other, as well as their values."""
    for same in _aligned(beside, lambda each: each.value.left):
        for group in _aligned(same, lambda each: each.label.left):
            labelled = [each for each in group if _may_be_pair(each)]
            if len(labelled) >= MOSTLY * len(group) and _are_labels(labelled):
                yield sorted(labelled, key=attrgetter("row"))


def _aligned(beside: Sequence[_Beside], edge: Callable[[_Beside], float]) -> list[list[_Beside]]:
    return runs(
        sorted(beside, key=edge),
        lambda run, each: edge(each) - edge(run[0]) <= ALIGNED * max(each.value.type_size, 1.0),
    )


def _may_be_pair(beside: _Beside) -> bool:
    """Whether a label may stand beside its value; in a listing gaps have another meaning."""
    listed = beside.label.monospaced and beside.value.monospaced
    return is_label(beside.label.text) and not listed


def _are_labels(beside: Sequence[_Beside]) -> bool:
    """Whether labels are enough, and known to be some."""
    if not are_enough([each.label.text for each in beside]):
        return False
    return sum(map(_is_named, beside)) >= MOSTLY * len(beside) or _are_terms(beside)


def _is_named(beside: _Beside) -> bool:
    """Whether a label is set apart from its value by more than a gap: a colon, type, or a year."""
    label, value = beside.label, beside.value
    dated = is_date(label.text) and count_letters(value.text) > 2
    apart = label.text.endswith(":") or (label.bold and not value.bold)
    return (apart and not label.text[0].islower()) or dated


def _are_terms(beside: Sequence[_Beside]) -> bool:
    """Whether labels are the single words that rows begin with, and values several."""
    words = [(count_words(each.label.text), _count_worded(each.value)) for each in beside]
    label, value = map(median, zip(*words, strict=True))
    first = sum(each.before is None for each in beside)
    return label == 1 and value > 1 and first >= MOSTLY * len(beside)


def _count_worded(line: Line) -> int:
    """How many words of a line are more than a sign, or a letter, of a formula."""
    return sum(count_letters(word) > 1 for word in line.words)


def _pairs_of(group: Sequence[_Beside], rows: Sequence[Sequence[Line]]) -> list[_Pair]:
    """The pairs of a group; none where labels or values go on for too long below."""
    ends = [*(each.row for each in group[1:]), len(rows)]
    pairs = [_pair(each, rows[each.row + 1 : end]) for each, end in zip(group, ends, strict=True)]
    short = all(is_label(text_of(label)) and len(value) <= TALLEST for label, value in pairs)
    return pairs if short else []


def _pair(beside: _Beside, below: Iterable[Sequence[Line]]) -> _Pair:
    """The lines of a label and of its value, each with what stands right below."""
    pair = _Pair([beside.label], [beside.value])
    size = max(beside.value.type_size, 1.0)
    start, middle = (line.left - ALIGNED * size for line in (beside.label, beside.value))
    end = middle + HANGING * size
    for row in below:
        names = [line for line in row if start <= line.left < middle][:1]
        texts = [line for line in row if middle <= line.left < end][:1]
        if not _goes_on(pair.label[-1], names) or not _goes_on(pair.value[-1], texts):
            break
        pair.label.extend(names)
        pair.value.extend(texts)
    return pair


def _goes_on(above: Line, below: Sequence[Line]) -> bool:
    """Whether what may stand below a line is right there and in its type."""
    size = max(above.type_size, 1.0)
    return all(
        line.bottom - above.bottom < STEP * size and abs(line.type_size - size) <= OTHER_SIZE * size
        for line in below
    )


def _neighbours(pairs: Sequence[_Pair], rest: Sequence[Line]) -> list[list[_Pair]]:
    """Pairs from the top down, together where nothing of the rest stands between them."""
    groups: list[list[_Pair]] = []
    around: list[Box] = []
    for pair in pairs:
        own = bounds(line.box for line in pair.lines)
        box = bounds([*around[-1:], own])
        if groups and not any(contains_centre(box, piece.box) for piece in rest):
            groups[-1].append(pair)
            around[-1] = box
        else:
            groups.append([pair])
            around.append(own)
    return groups


def _slot(pairs: Sequence[_Pair]) -> Slot:
    for pair in pairs:
        pair.label[-1].after = " "  # a label that ends in a hyphen is no part of the next word
    lines = [pair.lines for pair in pairs]
    return Slot.of(lines[0][0].page, bounds(line.box for line in chain(*lines)), area(lines))
