"""Where the recommendations of a document stand: label, text with its list, and what follows.

A recommendation is known by a label ("Recommendation 3.1"), by a number below a heading such as
"Recommendations", by a row of a table that is such a label, or by a table one column of which
grades its rows. A text that only sounds like advice, or speaks about a recommendation, is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evidence.table_rows import row_of, whole
from core.recommendations.blocks import Block, blocks_of
from core.recommendations.direction import speaks_for
from core.recommendations.graded_sentences import names_its_grade, performs
from core.recommendations.labels import (
    NUMERIC,
    goes_on,
    is_about,
    is_recommending,
    label_of,
    names_recommendations,
    sort_of,
    without_status,
)
from core.recommendations.marks import Marks
from core.recommendations.numbering import Numbered, in_order, stated_once
from core.recommendations.roles import is_rationale
from core.recommendations.statements import (
    bracket_statements,
    is_note,
    line_statements,
    notes_begin,
)
from core.recommendations.stating import matched
from core.recommendations.unit_spans import UnitSpans, without_notes
from core.recommendations.unit_tables import units_of_tables
from core.sir import ElementType, Sir
from core.spans import Span, text_of

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence


_LABEL_UP_TO = 120
"""Characters of a line that only labels a recommendation."""
_PARAGRAPHS = 4
"""Paragraphs a labelled recommendation may have, if what follows them says that they are of it."""


def units(sir: Sir) -> Iterator[UnitSpans]:
    """The recommendations of a document, in reading order."""
    marks = Marks(sir)
    every = [*_in_text(sir, marks), *units_of_tables(sir, marks)]
    every.sort(key=lambda unit: unit.whole[0])
    numbered = [_numbered_as(sir, unit) for unit in every]
    yield from (every[place] for place in stated_once(numbered))


def _numbered_as(sir: Sir, unit: UnitSpans) -> Numbered:
    """What tells whether two units are one: by which words and number, and how sure they are."""
    if unit.number is None or not unit.name:
        return Numbered(None, sure=True)
    boxed = row_of(sir, unit.text[0].node) is not None
    return Numbered(
        (sort_of(unit.name), text_of(sir, unit.number)), sure=boxed or _is_graded(sir, unit)
    )


def _is_graded(sir: Sir, unit: UnitSpans) -> bool:
    beside = (*unit.label, *unit.notes)
    return any(_lines(sir, span, unit.number) for span in beside) or any(
        True for span in unit.text for _ in bracket_statements(text_of(sir, span))
    )


def _lines(sir: Sir, span: Span, number: Span | None) -> bool:
    at = number.end - span.start if number and number.node == span.node else 0
    return bool(line_statements(text_of(sir, span), at))


def _in_text(sir: Sir, marks: Marks) -> Iterator[UnitSpans]:
    blocks = list(blocks_of(sir, marks))
    numeric = _numeric(sir, blocks)
    sections = {_section(sir, blocks[place]) for place in numeric} | {
        _section(sir, block) for block in blocks if label_of(sir, block[0])
    }
    for place, block in enumerate(blocks):
        after = blocks[place + 1 :]
        if label := label_of(sir, block[0]):
            parts = [*block, *_rest(sir, block, after, marks)]
            yield _labelled(sir, *label, [*parts, *_text_below(sir, parts, after, label[0])])
        elif head := _labelling_heading(sir, blocks, place):
            parts = [_heading_span(sir, block), *block, *_rest(sir, block, after, marks)]
            yield _labelled(sir, *head, [*parts, *_text_below(sir, parts, after, head[0])])
        elif match := numeric.get(place):
            yield _numbered(sir, block, match)
        elif marked := marks.before(block[0]):
            text, notes = without_notes(
                sir, [marked[1], *block[1:], *_rest(sir, block, after, marks)]
            )
            yield UnitSpans(None, (marked[0],), text, notes, mark=marked[0])
        elif graded := _recommend_themselves(sir, block):
            yield from (UnitSpans(None, (), (span,)) for span in graded)
        elif _section(sir, block) not in sections:
            yield from _listed(sir, block)


def _section(sir: Sir, block: Block) -> int:
    """The heading above a block; 0 if there is none."""
    return next(reversed(sir.lineage(block[0].node)), 0)


def _recommend_themselves(sir: Sir, block: Block) -> list[Span]:
    if is_about(sir, sir.lineage(block[0].node)):
        return []
    items = [span for span in block if sir.nodes[span.node].type is ElementType.LIST_ITEM]
    parts = block if len(block) == 1 else items
    return [span for span in parts if _recommends_itself(sir, span)]


def _recommends_itself(sir: Sir, span: Span) -> bool:
    text = text_of(sir, span)
    return (names_its_grade(text) or performs(text)) and not is_rationale(sir, span.node)


def _listed(sir: Sir, block: Block) -> Iterator[UnitSpans]:
    """What stands without numbers right below a heading such as "Key recommendations"."""
    section = _section(sir, block)
    if not names_recommendations(sir.nodes[section].text) or is_about(sir, (section,)):
        return
    if text_of(sir, block[0]).endswith(":"):
        parts = [block] if len(block) > 1 else []
    else:
        parts = [[span] for span in block]
    for part in parts:
        if speaks_for(text_of(sir, part[0])) is not None and not is_note(text_of(sir, part[0])):
            text, notes = without_notes(sir, part)
            yield UnitSpans(None, (), text or tuple(part), notes)


def _heading_span(sir: Sir, block: Block) -> Span:
    return whole(sir, sir.lineage(block[0].node)[-1])


def _labelling_heading(sir: Sir, blocks: Sequence[Block], place: int) -> tuple[Span, str] | None:
    lineage = sir.lineage(blocks[place][0].node)
    if not lineage or (place and sir.lineage(blocks[place - 1][0].node) == lineage):
        return None
    return label_of(sir, whole(sir, lineage[-1]))


def _rest(sir: Sir, block: Block, after: Sequence[Block], marks: Marks) -> list[Span]:
    """What else is of a labelled recommendation: up to the last line on its vote or its sources.

    Without such a line nothing tells whether a further paragraph is of it or about it.
    """
    spans: list[Span] = []
    end = 0
    for following in after[:_PARAGRAPHS]:
        first = following[0]
        if sir.lineage(first.node) != sir.lineage(block[0].node) or _starts(sir, first, marks):
            break
        spans += following
        text = text_of(sir, following[-1])
        if is_note(text_of(sir, first)) or notes_begin(text) < len(text):
            end = len(spans)
    return spans[:end]


def _starts(sir: Sir, span: Span, marks: Marks) -> bool:
    return label_of(sir, span) is not None or marks.before(span) is not None


def _text_below(
    sir: Sir, parts: Sequence[Span], after: Sequence[Block], number: Span
) -> list[Span]:
    """The paragraph below a line that is only a label, or below the notes that follow it."""
    (first, *others), last = parts, parts[-1]
    following = next((block for block in after if block[0] > last), None)
    remainder = text_of(sir, first)[number.end - first.start :]
    bare = not any(map(str.isalnum, remainder)) and all(is_note(text_of(sir, s)) for s in others)
    if not bare or following is None:
        return []
    same = sir.lineage(following[0].node) == sir.lineage(last.node)
    return following if same and not label_of(sir, following[0]) else []


def _labelled(sir: Sir, number: Span, name: str, spans: Sequence[Span]) -> UnitSpans:
    first, *others = spans
    text, notes = without_notes(sir, others)
    remainder = text_of(sir, first)[number.end - first.start :]
    is_label = len(remainder) <= _LABEL_UP_TO and not remainder.rstrip().endswith((".", ":"))
    if text and is_label and not goes_on(remainder, text_of(sir, text[0])):
        return UnitSpans(number, (first,), text, notes, (), name)
    begin = first.end - len(without_status(remainder))
    label, own = Span(first.node, first.start, number.end), Span(first.node, begin, first.end)
    if own.start >= own.end:
        return UnitSpans(number, (first,), text or (first,), notes, (), name)
    more, further = without_notes(sir, [own])
    return UnitSpans(number, (label,), (*more, *text) or (own,), (*further, *notes), (), name)


def _numeric(sir: Sir, blocks: Sequence[Block]) -> dict[int, re.Match[str]]:
    """Blocks, by place, that begin with a number below a heading that promises recommendations.

    Their numbers rise, and are of one depth below one heading: others are amounts, or lists.
    """
    by_section: dict[int, list[tuple[int, re.Match[str]]]] = {}
    for place, block in enumerate(blocks):
        lineage = sir.lineage(block[0].node)
        match = NUMERIC.match(text_of(sir, block[0]))
        if match and is_recommending(sir, lineage):
            section = next(
                index for index in lineage if names_recommendations(sir.nodes[index].text)
            )
            by_section.setdefault(section, []).append((place, match))
    return dict(
        numbers[rank]
        for numbers in by_section.values()
        for rank in in_order([_parts_of(match["number"]) for _, match in numbers])
    )


def _parts_of(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))


def _numbered(sir: Sir, block: Block, match: re.Match[str]) -> UnitSpans:
    first = block[0]
    own = Span(first.node, first.start + match.end(), first.end)
    text, notes = without_notes(sir, [own, *block[1:]])
    return UnitSpans(matched(first, match, "number"), (), text or (own,), notes)
