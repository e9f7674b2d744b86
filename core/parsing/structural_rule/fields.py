"""Fields of forms: a label, and its value beside it or below it, wherever on the page they stand.

They are found before the page is cut into columns, which would part labels from their values.
"""

from __future__ import annotations

import re
from itertools import pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from core.geometry import bounds, contains_centre
from core.parsing.elements import Element
from core.parsing.structural_rule.side_by_side import (
    FEWER,
    FEWEST,
    MOSTLY,
    PHRASE,
    STEP,
    follows,
    is_ended,
)
from core.parsing.structuring.blocks import ENDINGS
from core.parsing.structuring.key_rows import (
    ALIGNED,
    DISTINCT,
    HANGING,
    LONGEST_KEY,
    OTHER_SIZE,
    SHORT,
)
from core.parsing.structuring.markers import list_marker, numbering
from core.parsing.structuring.slots import Slot
from core.reading.line import count_words
from core.reading.runs import runs
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.reading.line import Line

YEAR = re.compile(r"\b(?:19|20)\d\d\b")
"""What makes a text without words a label, as "2015-2019" in a curriculum vitae."""

MONTH = 9
"""Letters beside the years at most, as in "September 2019" or "since 2019"."""

LONGEST = 8
"""Lines of a value at most."""

SMALLER = 0.85
"""Size of the type of a label above its value, in times of that of the value, at most."""

CLOSE = 0.8
"""Space between the two, in times of the size of the value, at most."""


APART = 0.15
"""Times the size of the value by which a label is nearer to it than to what stands above."""

NEAR = 3.0
"""Times the size of a label from the longest to the values at most, where only a gap parts them."""

ENDS = (",", ";", ".", "-", "\u2013")
"""Signs with which no label ends."""

AROUND = 40
"""Pieces of a page, from the top down, among which the neighbours of one are."""


class Field(NamedTuple):
    """The lines of a label, and those of its value."""

    label: list[Line]
    value: list[Line]

    @property
    def lines(self) -> list[Line]:
        """All of them in reading order."""
        return [*self.label, *self.value]


def with_fields(pieces: Sequence[Line]) -> list[Line]:
    """Pieces of a page, with fields next to each other made one: an area of pairs."""
    lines = [piece for piece in pieces if not isinstance(piece, Slot) and not piece.rtl]
    fields = _above(lines)
    taken = {id(line) for field in fields for line in field.lines}
    fields += _beside([line for line in lines if id(line) not in taken])
    taken = {id(line) for field in fields for line in field.lines}
    rest = [piece for piece in pieces if id(piece) not in taken]
    fields.sort(key=lambda field: (field.label[0].bottom, field.label[0].left))

    def are_neighbours(run: list[Field], field: Field) -> bool:
        box = bounds(line.box for each in (*run, field) for line in each.lines)
        return not any(contains_centre(box, piece.box) for piece in rest)

    return [*rest, *map(_area, runs(fields, are_neighbours))]


def _area(fields: Sequence[Field]) -> Slot:
    children = [Element(ElementType.KEY_VALUE, field.lines) for field in fields]
    lines = [line for field in fields for line in field.lines]
    area = Element(ElementType.KEY_VALUE_AREA, children=children)
    return Slot.of(lines[0].page, bounds(line.box for line in lines), area)


def _above(lines: Sequence[Line]) -> list[Field]:
    """Fields whose labels stand in smaller type above their values; several are alike."""
    ordered = sorted(lines, key=attrgetter("top"))
    fields: list[Field] = []
    for at, label in enumerate(ordered):
        if not _is_label(label):
            continue
        below = [line for line in ordered[at + 1 : at + AROUND] if _is_below(label, line)]
        above = ordered[max(at - AROUND, 0) : at]
        if below and not any(_is_tied(line, label, below[0]) for line in above):
            fields.append(Field([label], below[:1]))
    alike = runs(
        sorted(fields, key=lambda field: _sizes(field)),
        lambda run, field: _sizes(field) == _sizes(run[0]),
    )
    return [field for group in alike if _are_several(group) for field in group]


def _are_several(fields: Sequence[Field]) -> bool:
    names = {field.label[0].text for field in fields}
    return len(fields) >= FEWEST and len(names) >= DISTINCT * len(fields)


def _sizes(field: Field) -> tuple[int, int]:
    return round(field.label[0].type_size), round(field.value[0].type_size)


def _is_below(label: Line, line: Line) -> bool:
    size = max(line.type_size, 1.0)
    near = -0.5 * size < line.top - label.bottom < CLOSE * size and line.middle > label.bottom
    return (
        near and abs(line.left - label.left) < ALIGNED * size and label.type_size < SMALLER * size
    )


def _is_tied(above: Line, label: Line, value: Line) -> bool:
    """Whether a label stands as close below another line as above its value, as running text."""
    over = min(above.right, label.right) > max(above.left, label.left)
    gap = label.top - above.bottom
    return over and gap < value.top - label.bottom + APART * value.type_size


class _Pair(NamedTuple):
    """Two pieces next to each other in a row, and what stands further right there."""

    row: int
    label: Line
    value: Line
    further: Line | None


def _beside(lines: Sequence[Line]) -> list[Field]:
    """Fields whose labels stand below each other, and their values beside these."""
    rows = _rows(lines)
    pairs = [
        _Pair(at, *both, further)
        for at, row in enumerate(rows)
        for *both, further in zip(row, row[1:], [*row[2:], None], strict=False)
    ]
    groups = list(_groups(pairs))
    labels = {id(pair.label) for group in groups for pair in group}
    groups = [group for group in groups if _ends_row(group, labels)]
    found = [_fields(group, rows) for group in groups]
    return [field for fields in found for field in fields]


def _rows(lines: Iterable[Line]) -> list[list[Line]]:
    level = runs(
        sorted(lines, key=attrgetter("middle")),
        lambda row, line: line.middle - row[0].middle < 0.4 * max(line.type_size, 1.0),
    )
    return [sorted(row, key=attrgetter("left")) for row in level]


def _groups(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """Pairs whose labels begin, or end, below each other, as well as their values."""
    for same in _aligned(pairs, lambda pair: pair.value.left):
        groups = _aligned(same, lambda pair: pair.label.left)
        groups += _aligned(same, lambda pair: pair.label.right)
        taken: set[int] = set()
        for group in sorted(groups, key=len, reverse=True):
            rest = [pair for pair in group if id(pair.label) not in taken]
            labels = [pair for pair in rest if _is_label(pair.label)]
            if _are_labels(labels, len(rest)):
                taken.update(id(pair.label) for pair in rest)
                yield labels


def _are_labels(pairs: Sequence[_Pair], count: int) -> bool:
    """Whether pairs with a label are enough and most of `count`, their labels not numbered."""
    texts = {pair.label.text for pair in pairs}
    enough = len(pairs) >= max(FEWEST, MOSTLY * count) and len(texts) >= DISTINCT * len(pairs)
    return enough and not all(numbering(text) for text in texts)


def _aligned(pairs, edge):
    return runs(
        sorted(pairs, key=edge),
        lambda run, pair: edge(pair) - edge(run[0]) <= ALIGNED * max(pair.value.type_size, 1.0),
    )


def _is_label(line: Line) -> bool:
    text = line.text
    worded = sum(map(str.isalpha, text)) > 1 or _is_date(text)
    short = len(line.words) <= LONGEST_KEY and text[0] not in "[("
    return worded and short and list_marker(text) is None


def _ends_row(group: Sequence[_Pair], labels: set[int]) -> bool:
    """Whether nothing stands behind most values but other labels: else these are cells."""
    behind = sum(pair.further is not None and id(pair.further) not in labels for pair in group)
    return behind * 3 <= len(group)


def _fields(group: Sequence[_Pair], rows: Sequence[Sequence[Line]]) -> list[Field]:
    ordered = sorted(group, key=attrgetter("row"))
    edge = max(pair.value.right for pair in ordered)
    goes_on = [_goes_on(*both, edge) for both in pairwise(ordered)]
    ordered = [pair for pair, inside in zip(ordered, [False, *goes_on], strict=True) if not inside]
    ends = [*(pair.row for pair in ordered[1:]), len(rows)]
    fields: list[Field] = []
    for pair, end in zip(ordered, ends, strict=True):
        field = Field([pair.label], [pair.value])
        loose = _gather(field, pair, rows[pair.row + 1 : end])
        if (loose and end < len(rows)) or _is_long(field):
            return []
        fields.append(field)
    if len(fields) < FEWEST or _begin_above(fields, ordered, rows):
        return []
    named = sum(map(_is_named, fields)) > MOSTLY * len(fields)
    known = named or _are_spaced(fields) or _are_plain(ordered)
    return fields if known and not _are_parted(fields, ordered, rows) else []


def _begin_above(
    fields: Sequence[Field], pairs: Sequence[_Pair], rows: Sequence[Sequence[Line]]
) -> bool:
    """Whether many values go on with lines above their labels, as in the middle of tall cells."""
    taken = {id(line) for field in fields for line in field.value}
    begun = sum(
        any(follows(line, pair.value) and id(line) not in taken for line in row)
        for pair in pairs
        for row in rows[max(pair.row - 2, 0) : pair.row]
    )
    return begun * 3 > len(pairs)


def _is_long(field: Field) -> bool:
    return len(field.value) > LONGEST or count_words(field.label) > LONGEST_KEY


def _goes_on(above: _Pair, pair: _Pair, edge: float) -> bool:
    """Whether both a label and its value go on in the next line."""
    value, text = above.value, pair.value.text
    full = len(value.words) >= SHORT and not is_ended(value, pair.value, edge)
    ended = value.text.endswith(ENDINGS) or not text[0].islower()
    return full and not ended and follows(above.label, pair.label)


def _gather(field: Field, pair: _Pair, rows: Sequence[Sequence[Line]]) -> bool:
    """Adds the further lines of a label and its value; whether others stand below the value."""
    size = max(pair.value.type_size, 1.0)
    slack = ALIGNED * size
    limit = pair.further.left - slack if pair.further else float("inf")
    for row in rows:
        zone = [line for line in row if pair.label.left - slack <= line.left < limit]
        first = [line for line in zone if line.left < pair.value.left - slack]
        texts = [line for line in zone if -slack <= line.left - pair.value.left < HANGING * size]
        if first:
            if not follows(field.label[-1], first[0]) or first[0].bold != pair.label.bold:
                return False
            field.label.append(first[0])
            if texts and abs(texts[0].left - pair.value.left) > slack:
                return False
        if texts:
            above = field.value[-1]
            alike = abs(texts[0].type_size - size) <= OTHER_SIZE * size
            if not alike or texts[0].bottom - above.bottom > STEP * size:
                return texts[0].bottom - above.bottom < 2 * STEP * size
            field.value.append(texts[0])
    return False


def _is_named(field: Field) -> bool:
    """Whether a label is set apart from its value by more than a gap: a colon, type, or a year."""
    label, value = field.label[-1], field.value[0]
    dated = _is_date(field.label[0].text) and sum(map(str.isalpha, value.text)) > 2
    return label.text.endswith(":") or (label.bold and not value.bold) or dated


def _is_date(text: str) -> bool:
    return YEAR.search(text) is not None and sum(map(str.isalpha, text)) <= MONTH


def _are_parted(
    fields: Sequence[Field], pairs: Sequence[_Pair], rows: Sequence[Sequence[Line]]
) -> bool:
    """Whether other lines like the labels stand between many of them, as in a text."""
    first = fields[0].label[0]
    size = max(first.type_size, 1.0)
    taken = {id(line) for field in fields for line in field.label}
    between = (line for row in rows[pairs[0].row : pairs[-1].row] for line in row)
    others = sum(
        id(line) not in taken
        and line.bold == first.bold
        and abs(line.left - first.left) < ALIGNED * size
        and abs(line.type_size - size) <= OTHER_SIZE * size
        for line in between
    )
    return others * 3 > len(fields)


def _are_plain(pairs: Sequence[_Pair]) -> bool:
    """Whether labels begin anew each, and reach nearly to their values."""
    labels = [pair.label for pair in pairs]
    gap = min(pair.value.left - pair.label.right for pair in pairs)
    numbers = sum(line.text[-1].isdigit() for line in labels)
    anew = all(line.text[0].isupper() and line.text[-1] not in ENDS for line in labels)
    return anew and gap < NEAR * max(labels[0].type_size, 1.0) and numbers * 2 <= len(labels)


def _are_spaced(fields: Sequence[Field]) -> bool:
    """Whether labels leave room below them where their texts, of several words, are longer."""
    lines = [line for field in fields for line in field.value]
    spaced = any(len(field.value) > len(field.label) for field in fields[:-1])
    fewer = sum(len(field.label) for field in fields) <= FEWER * len(lines)
    return spaced and fewer and median(len(line.words) for line in lines) >= PHRASE
