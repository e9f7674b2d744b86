"""Fields whose labels stand below each other, and their values beside these."""

from __future__ import annotations

from itertools import chain, pairwise
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from core.parsing.structural_rule.labels import Field, is_date, is_label
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
from core.parsing.structuring.markers import numbering
from core.reading.line import count_words
from core.reading.runs import runs

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from core.reading.line import Line

LONGEST = 8
"""Lines of a value at most."""

NEAR = 3.0
"""Times the size of a label from the longest to the values at most, where only a gap parts them."""

STRETCHED = 1.0
"""Times its size up to which a blank of a justified value is no gap between two phrases."""

ENDS = (",", ";", ".", "-", "\u2013")
"""Signs with which no label ends."""


class _Pair(NamedTuple):
    """Two pieces next to each other in a row, and what stands further right there."""

    row: int
    label: Line
    value: Line
    further: Line | None


def fields_beside(lines: Sequence[Line]) -> list[Field]:
    """Fields of one page; nothing where text stands in columns, or cells in rows."""
    rows = level_rows(lines)
    pairs = [
        _Pair(at, label, value, further)
        for at, row in enumerate(rows)
        for label, value, further in zip(row, row[1:], [*row[2:], None], strict=False)
    ]
    groups = list(_groups(pairs))
    labels = {id(pair.label) for group in groups for pair in group}
    groups = [group for group in groups if _ends_row(group, labels)]
    return [field for group in groups for field in _fields(group, rows)]


def level_rows(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines by row, from the top down, and in each from left to right."""
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
            labels = [pair for pair in rest if _may_be_field(pair)]
            if _are_labels(labels, len(rest)):
                taken.update(id(pair.label) for pair in rest)
                yield [pair for pair in rest if len(pair.label.words) <= LONGEST_KEY]


def _may_be_field(pair: _Pair) -> bool:
    """Whether a label may stand beside its value; in a listing gaps have another meaning."""
    return is_label(pair.label) and not (pair.label.monospaced and pair.value.monospaced)


def _are_labels(pairs: Sequence[_Pair], count: int) -> bool:
    """Whether pairs with a label are enough and most of `count`, their labels not numbered."""
    texts = {pair.label.text for pair in pairs}
    enough = len(pairs) >= max(FEWEST, MOSTLY * count) and len(texts) >= DISTINCT * len(pairs)
    return enough and not all(numbering(text) for text in texts)


def _aligned(pairs: Sequence[_Pair], edge: Callable[[_Pair], float]) -> list[list[_Pair]]:
    return runs(
        sorted(pairs, key=edge),
        lambda run, pair: edge(pair) - edge(run[0]) <= ALIGNED * max(pair.value.type_size, 1.0),
    )


def _ends_row(group: Sequence[_Pair], labels: set[int]) -> bool:
    """Whether nothing stands behind most values but other labels: else these are cells."""
    behind = sum(pair.further is not None and id(pair.further) not in labels for pair in group)
    return behind * 3 <= len(group)


def _fields(group: Sequence[_Pair], rows: Sequence[Sequence[Line]]) -> list[Field]:
    ordered = sorted(group, key=attrgetter("row"))
    edge = max(pair.value.right for pair in ordered)
    goes_on = [_goes_on(*both, edge) for both in pairwise(ordered)]
    inner = {pair.row for pair, inside in zip(ordered[1:], goes_on, strict=True) if inside}
    ordered = [pair for pair in ordered if pair.row not in inner]
    ends = [*(pair.row for pair in ordered[1:]), len(rows)]
    fields: list[Field] = []
    for pair, end in zip(ordered, ends, strict=True):
        field = Field([pair.label], [pair.value])
        loose = _gather(field, pair, rows[:end], inner)
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
    """Whether many labels or values go on with lines above them, as in text and in tall cells."""
    taken = {id(line) for field in fields for line in field.value}
    edge = max(pair.value.right for pair in pairs)

    def begins_in(pair: _Pair, above: Line) -> bool:
        runs_on = _runs_on(above, pair.label, 0.0) or _runs_on(above, pair.value, edge)
        return runs_on or (follows(above, pair.value) and id(above) not in taken)

    above = [(pair, chain(*rows[max(pair.row - 2, 0) : pair.row])) for pair in pairs]
    begun = sum(any(begins_in(pair, line) for line in lines) for pair, lines in above)
    return begun * 3 > len(pairs)


def _is_long(field: Field) -> bool:
    return len(field.value) > LONGEST or count_words(field.label) > LONGEST_KEY


def _goes_on(above: _Pair, pair: _Pair, edge: float) -> bool:
    """Whether both a label and its value go on in the next line."""
    return _runs_on(above.value, pair.value, edge) and follows(above.label, pair.label)


def _runs_on(above: Line, line: Line, edge: float) -> bool:
    """Whether a sentence goes on from a line that reaches an edge to the one right below it."""
    full = len(above.words) >= SHORT and not is_ended(above, line, edge)
    return full and line.text[0].islower() and not above.text.endswith(ENDINGS)


def _gather(
    field: Field, pair: _Pair, rows: Sequence[Sequence[Line]], inner: Collection[int]
) -> bool:
    """Adds the further lines of a label and its value; whether others stand below the value.

    In the rows `inner`, both go on.
    """
    size = max(pair.value.type_size, 1.0)
    slack = ALIGNED * size
    limit = pair.further.left - slack if pair.further else float("inf")
    for at, row in enumerate(rows[pair.row + 1 :], start=pair.row + 1):
        if row[0].middle - field.value[-1].middle > 2 * STEP * size:
            return False
        zone = [line for line in row if pair.label.left - slack <= line.left < limit]
        first = [line for line in zone if line.left < pair.value.left - slack]
        texts = [line for line in zone if -slack <= line.left - pair.value.left < HANGING * size]
        if first:
            alike = first[0].bold == pair.label.bold and follows(field.label[-1], first[0])
            if not alike or (texts and at not in inner):
                return False
            field.label.append(first[0])
        if texts:
            above = field.value[-1]
            alike = abs(texts[0].type_size - size) <= OTHER_SIZE * size
            if not alike or texts[0].bottom - above.bottom > STEP * size:
                return texts[0].bottom - above.bottom < 2 * STEP * size
            field.value.extend(_stretched(texts[0], zone))
    return False


def _stretched(first: Line, row: Sequence[Line]) -> list[Line]:
    """What stands in a row from its first piece of a value on, blanks of justified text wide."""
    rest = [line for line in row if line.left >= first.left]
    widest = STRETCHED * max(first.type_size, 1.0)
    return runs(rest, lambda run, line: line.left - run[-1].right <= widest)[0]


def _is_named(field: Field) -> bool:
    """Whether a label is set apart from its value by more than a gap: a colon, type, or a year."""
    label, value = field.label[-1], field.value[0]
    dated = is_date(field.label[0].text) and sum(map(str.isalpha, value.text)) > 2
    return label.text.endswith(":") or (label.bold and not value.bold) or dated


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
