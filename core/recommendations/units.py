"""Where the recommendations of a document stand: label, text with its list, and what follows.

A recommendation is known by a label ("Recommendation 3.1"), by a number below a heading such as
"Recommendations", by a row of a table that is such a label, or by a table one column of which
grades its rows. A text that only sounds like advice, or speaks about a recommendation, is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.evidence.quotable_units import groups
from core.evidence.table_rows import header_cells, row_of, row_spans, whole
from core.recommendations.numbering import Numbered, in_order, stated_once
from core.recommendations.statements import (
    GRAMMARS,
    Sort,
    bracket_statements,
    is_note,
    line_statements,
    notes_begin,
)
from core.recommendations.stating import matched, text_of
from core.sir import ElementType
from core.spans import Span
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir

_LISTS: dict[str, list[str]] = word_table(__file__)
_NAMES = f"(?i:{'|'.join(_LISTS['label'])})"
_SENTENCE = r"(?:[A-ZÄÖÜ“„\"•]|we\s)"
"""How what is recommended begins; behind a number goes on in small letters what speaks of it."""
_BEHIND = (
    rf"(?:\W*$|\s*(?:[:|.–—-]\s*)?(?:\s*[(\[][^()\[\]]*[)\]])*(?:\s*$|[.:|–—-]?\s+{_SENTENCE}))"
)
_BY_NAME = re.compile(
    rf"^\W*(?P<name>{_NAMES})\s+(?i:no\.?\s*|nr\.?\s*)?#?(?P<number>[A-Z]{{0,2}}\d+(?:[.-]\d+)*[a-z]?)"
    rf"(?![\w-]|\.\d){_BEHIND}"
)
_BY_LETTER = re.compile(rf"^\W*(?P<name>{_NAMES})\s+(?P<number>[A-Z])[.:]\s+{_SENTENCE}")
_BY_NUMBER = re.compile(
    rf"^\W*(?P<number>\d+(?:[.-]\d+)+[a-z]?)\.?\s+(?:\|\s+)?(?P<name>{_NAMES})(?<!s)(?!\w)(?!\s+[a-zäöü])"
)
_SHORT = re.compile(rf"^\W*(?P<number>(?P<name>R)\s?\d+(?:\.\d+)*)[.:]\s+{_SENTENCE}")
_NUMERIC = re.compile(rf"^(?P<number>\d+(?:\.\d+){{1,3}}|\d{{1,3}}(?=\.))\.?\s+(?={_SENTENCE})")
_INNER = re.compile(rf"(?<=[.!?)\]⊕◯○⨁⊝⊖%])\s+(?={_NAMES}\s+\S{{1,8}}[.:]\s)")
"""Where a label follows in the same paragraph."""
_SECTION = re.compile(
    rf"^(?:\d+(?:\.\d+)*\.?\s+)?(?:{'|'.join(_LISTS['section'])})\W*$", re.IGNORECASE
)
_NO_SECTION = whole_words(_LISTS["no_section"])
_STATEMENT = any_of([rf"\W*(?:{'|'.join(_LISTS['statement'])})"])
_PRACTICE = whole_words(_LISTS["practice"])
_NUMBER_COLUMN = any_of([rf"\W*(?:{'|'.join(_LISTS['number_column'])})\W*"])
_NUMBER_CELL = re.compile(r"\W*(?P<number>[A-Z]{0,2}\d+(?:\.\d+)*[a-z]?)\.?\W*")
_LABEL_UP_TO = 120
"""Characters of a line that only labels a recommendation."""
_PARAGRAPHS = 4
"""Paragraphs a labelled recommendation may have, if what follows them says that they are of it."""


@dataclass(frozen=True, slots=True)
class UnitSpans:
    """The parts of a recommendation: its number, the line that labels it, its text, its notes."""

    number: Span | None
    label: tuple[Span, ...]
    text: tuple[Span, ...]
    notes: tuple[Span, ...] = ()
    columns: tuple[tuple[Span, Span], ...] = ()
    """In a table that grades its rows: the heading and the cell of each column that does."""
    name: str = ""
    """The words by which it is labelled, as "Statement"; empty if only a number does."""

    @property
    def whole(self) -> tuple[Span, ...]:
        """All of it in reading order, each place once."""
        spans = {*self.label, *self.text, *self.notes}
        return tuple(sorted(spans | ({self.number} if self.number and not self.label else set())))

    @property
    def is_statement(self) -> bool:
        """Whether its label calls it a statement, which need not recommend anything."""
        return _STATEMENT.fullmatch(self.name) is not None


def units(sir: Sir) -> Iterator[UnitSpans]:
    """The recommendations of a document, in reading order."""
    every = [*_in_text(sir), *_in_tables(sir)]
    every.sort(key=lambda unit: unit.whole[0])
    numbered = [_numbered_as(sir, unit) for unit in every]
    yield from (every[place] for place in stated_once(numbered))


def is_recommending(sir: Sir, lineage: Sequence[int]) -> bool:
    """Whether headings say that recommendations stand below them."""
    path = [sir.nodes[index].text for index in lineage]
    return any(map(_SECTION.match, path)) and not any(map(_NO_SECTION.search, path))


def _numbered_as(sir: Sir, unit: UnitSpans) -> Numbered:
    """What tells whether two units are one: by which words and number, and how sure they are."""
    if unit.number is None or not unit.name:
        return Numbered(None, sure=True)
    sort = "practice" if _PRACTICE.search(unit.name) else "recommendation"
    sort = "statement" if unit.is_statement else sort
    boxed = row_of(sir, unit.text[0].node) is not None
    return Numbered((sort, text_of(sir, unit.number)), sure=boxed or _is_graded(sir, unit))


def _is_graded(sir: Sir, unit: UnitSpans) -> bool:
    beside = (*unit.label, *unit.notes)
    return any(_lines(sir, span, unit.number) for span in beside) or any(
        True for span in unit.text for _ in bracket_statements(text_of(sir, span))
    )


def _lines(sir: Sir, span: Span, number: Span | None) -> bool:
    at = number.end - span.start if number and number.node == span.node else 0
    return bool(line_statements(text_of(sir, span), at))


_Block = list[Span]


def _in_text(sir: Sir) -> Iterator[UnitSpans]:
    blocks = list(_blocks(sir))
    numeric = _numeric(sir, blocks)
    for place, block in enumerate(blocks):
        after = blocks[place + 1 :]
        if label := _label(sir, block[0]):
            rest = _rest(sir, block, after) or _text_below(sir, block, after, label[0])
            yield _labelled(sir, *label, [*block, *rest])
        elif head := _labelling_heading(sir, blocks, place):
            rest = [*block, *_rest(sir, block, after)]
            yield _labelled(sir, *head, [_heading_span(sir, block), *rest])
        elif place in numeric:
            yield _numbered(sir, block)


def _blocks(sir: Sir) -> Iterator[_Block]:
    """What is read together outside of tables; each label and each number begins another."""
    for group in groups(sir):
        if row_of(sir, group[0]) is not None:
            continue
        block: _Block = []
        for span in (part for node in group for part in _parts(sir, node)):
            if block and _begins(sir, block[0], span):
                yield block
                block = []
            block.append(span)
        yield block


def _parts(sir: Sir, node: int) -> Iterator[Span]:
    """A paragraph, cut before each label that the parser joined with what stands above it."""
    span = whole(sir, node)
    text = text_of(sir, span)
    cuts = [
        match.end() for match in _INNER.finditer(text) if _named_label(text[match.end() :].rstrip())
    ]
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        yield Span(node, span.start + start, span.start + start + len(text[start:end].rstrip()))


def _begins(sir: Sir, first: Span, span: Span) -> bool:
    """Whether a span is another recommendation than the first of its block."""
    text = text_of(sir, span)
    if _named_label(text):
        return True
    number, above = _NUMERIC.match(text), _NUMERIC.match(text_of(sir, first))
    same = number and above and number["number"].count(".") == above["number"].count(".")
    return bool(same) and is_recommending(sir, sir.lineage(span.node))


def _named_label(text: str) -> re.Match[str] | None:
    """A label with its number at the beginning of a text."""
    return _BY_NAME.match(text) or _BY_LETTER.match(text) or _BY_NUMBER.match(text)


def _label(sir: Sir, span: Span) -> tuple[Span, str] | None:
    """The number of a recommendation and its name, where a text begins with its label."""
    text = text_of(sir, span)
    match = _named_label(text)
    if match is None and (short := _SHORT.match(text)):
        graded = any(True for _ in bracket_statements(text)) or notes_begin(text) < len(text)
        match = short if graded or is_recommending(sir, sir.lineage(span.node)) else None
    return (matched(span, match, "number"), match["name"]) if match else None


def _heading_span(sir: Sir, block: _Block) -> Span:
    return whole(sir, sir.lineage(block[0].node)[-1])


def _labelling_heading(sir: Sir, blocks: Sequence[_Block], place: int) -> tuple[Span, str] | None:
    """The number in the heading of a block, if the heading is a label and the block its first."""
    lineage = sir.lineage(blocks[place][0].node)
    if not lineage or (place and sir.lineage(blocks[place - 1][0].node) == lineage):
        return None
    return _label(sir, whole(sir, lineage[-1]))


def _rest(sir: Sir, block: _Block, after: Sequence[_Block]) -> list[Span]:
    """What else is of a labelled recommendation: up to the last line on its vote or its sources.

    Without such a line nothing tells whether a further paragraph is of it or about it.
    """
    spans: list[Span] = []
    end = 0
    for following in after[:_PARAGRAPHS]:
        first = following[0]
        if sir.lineage(first.node) != sir.lineage(block[0].node) or _label(sir, first):
            break
        spans += following
        text = text_of(sir, following[-1])
        if is_note(text_of(sir, first)) or notes_begin(text) < len(text):
            end = len(spans)
    return spans[:end]


def _text_below(sir: Sir, block: _Block, after: Sequence[_Block], number: Span) -> list[Span]:
    """The paragraph below a line that is only a label."""
    (first, *others), following = block, next(iter(after), None)
    remainder = text_of(sir, first)[number.end - first.start :]
    if others or following is None or any(map(str.isalnum, remainder)):
        return []
    same = sir.lineage(following[0].node) == sir.lineage(first.node)
    return following if same and not _label(sir, following[0]) else []


def _labelled(sir: Sir, number: Span, name: str, spans: Sequence[Span]) -> UnitSpans:
    first, *others = spans
    text, notes = _without_notes(sir, others)
    remainder = text_of(sir, first)[number.end - first.start :]
    if text and len(remainder) <= _LABEL_UP_TO and not remainder.rstrip().endswith((".", ":")):
        return UnitSpans(number, (first,), text, notes, (), name)
    begin = number.end + len(remainder) - len(remainder.lstrip(" .:|)]–—-"))
    label, own = Span(first.node, first.start, number.end), Span(first.node, begin, first.end)
    if own.start >= own.end:
        return UnitSpans(number, (first,), text or (first,), notes, (), name)
    more, further = _without_notes(sir, [own])
    return UnitSpans(number, (label,), (*(more or (own,)), *text), (*further, *notes), (), name)


def _without_notes(sir: Sir, spans: Sequence[Span]) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """What is recommended, and what is only said of it, in whole lines or at the end of one."""
    text: list[Span] = []
    notes: list[Span] = []
    for span in spans:
        words = text_of(sir, span)
        begin = 0 if is_note(words) else notes_begin(words)
        cut = span.start + begin
        text += [Span(span.node, span.start, span.start + len(words[:begin].rstrip()))][: begin > 0]
        notes += [Span(span.node, cut, span.end)][: begin < len(words)]
    return tuple(text), tuple(notes)


def _numeric(sir: Sir, blocks: Sequence[_Block]) -> set[int]:
    """Paragraphs with a number of their own below a heading that promises recommendations.

    Their numbers rise, and are of one depth below one heading: others are amounts, or lists.
    """
    by_section: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for place, block in enumerate(blocks):
        lineage = sir.lineage(block[0].node)
        match = _NUMERIC.match(text_of(sir, block[0]))
        if match and is_recommending(sir, lineage):
            section = next(index for index in lineage if _SECTION.match(sir.nodes[index].text))
            number = tuple(map(int, match["number"].split(".")))
            by_section.setdefault(section, []).append((place, number))
    return {
        each[place]
        for numbers in by_section.values()
        for each in [[place for place, _ in numbers]]
        for place in in_order([number for _, number in numbers])
    }


def _numbered(sir: Sir, block: _Block) -> UnitSpans:
    first = block[0]
    match = _NUMERIC.match(text_of(sir, first))
    if match is None:
        raise ValueError(f"no number begins {text_of(sir, first)!r}")
    own = Span(first.node, first.start + match.end(), first.end)
    text, notes = _without_notes(sir, [own, *block[1:]])
    return UnitSpans(matched(first, match, "number"), (), text or (own,), notes)


def _in_tables(sir: Sir) -> Iterator[UnitSpans]:
    for node in range(sir.flow):
        if sir.nodes[node].type is not ElementType.TABLE:
            continue
        rows = [
            child
            for child in sir.nodes[node].children
            if sir.nodes[child].type is ElementType.TABLE_ROW and row_spans(sir, child)
        ]
        graded = [unit for row in rows if (unit := _graded_row(sir, row))]
        yield from graded or _boxes(sir, rows)


def _boxes(sir: Sir, rows: Sequence[int]) -> Iterator[UnitSpans]:
    """The boxes that a table is made of; each row that begins with a label begins another."""
    labels = [_row_label(sir, row) for row in rows]
    starts = [place for place, label in enumerate(labels) if label]
    if not starts or starts[0] != 0:
        return
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        if label := labels[start]:
            cells = [span for row in rows[start:end] for span in row_spans(sir, row)]
            yield _boxed(sir, *label, cells)


def _row_label(sir: Sir, row: int) -> tuple[Span, str] | None:
    """The number and name in the first cell of a row, or in this and the second."""
    cells = row_spans(sir, row)
    if label := _label(sir, cells[0]):
        return label
    if len(cells) < 2:
        return None
    first = text_of(sir, cells[0])
    match = _BY_NUMBER.match(both := f"{first} {text_of(sir, cells[1])}") or _BY_NAME.match(both)
    if match is None or match.end("number") > len(first):
        return None
    return matched(cells[0], match, "number"), match["name"]


def _boxed(sir: Sir, number: Span, name: str, cells: Sequence[Span]) -> UnitSpans:
    """A box: its longest cell is what is recommended, all else says of what sort it is."""
    texts = [span for span in cells if _is_prose(text_of(sir, span))] or list(cells)
    longest = max(texts, key=lambda span: span.end - span.start)
    place = cells.index(longest)
    text, notes = _without_notes(sir, [longest])
    after = (*notes, *cells[place + 1 :])
    return UnitSpans(number, tuple(cells[:place]), text or (longest,), after, (), name)


def _is_prose(text: str) -> bool:
    """Whether a cell is neither a note nor a list of references by number."""
    return any(map(str.isalpha, text)) and not is_note(text)


def _graded_row(sir: Sir, row: int) -> UnitSpans | None:
    """A row of a table that grades recommendations, as the header row says."""
    header = header_cells(sir, row)
    if not header or not any(_names_recommendations(text_of(sir, span)) for span in header):
        return None
    names = sir.nodes[sir.nodes[header[0].node].parent].children
    cells = sir.nodes[row].children
    if len(names) != len(cells):
        return None
    pairs = [
        (whole(sir, name), whole(sir, cell))
        for name, cell in zip(names, cells, strict=True)
        if sir.nodes[cell].text.strip()
    ]
    columns = tuple(pair for pair in pairs if _grades(sir, pair[0], *Sort))
    numbers = {cell: number for name, cell in pairs if (number := _number_cell(sir, name, cell))}
    apart = {cell for _, cell in columns} | set(numbers)
    number = next(iter(numbers.values()), None)
    text = tuple(cell for _, cell in pairs if cell not in apart)
    notes = tuple(cell for _, cell in columns)
    if not text or not any(_grades(sir, name, Sort.GRADE) for name, _ in columns):
        return None
    if number is None and (match := _NUMERIC.match(text_of(sir, text[0]))):
        number = matched(text[0], match, "number")
        text = (Span(text[0].node, text[0].start + match.end(), text[0].end), *text[1:])
    return UnitSpans(number, (), text, notes, columns)


def _grades(sir: Sir, heading: Span, *sorts: Sort) -> bool:
    """Whether a column is of grades, levels or votes."""
    return any(GRAMMARS[sort].label.fullmatch(text_of(sir, heading)) for sort in sorts)


def _number_cell(sir: Sir, heading: Span, cell: Span) -> Span | None:
    """The number in a cell of a column of numbers."""
    match = _NUMBER_CELL.fullmatch(text_of(sir, cell))
    if match is None or not _NUMBER_COLUMN.fullmatch(text_of(sir, heading)):
        return None
    return matched(cell, match, "number")


def _names_recommendations(heading: str) -> bool:
    return _SECTION.match(heading) is not None
