"""What is read together outside of tables, cut where a recommendation may begin."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from core.evidence.node_groups import groups
from core.evidence.table_rows import row_of, whole
from core.recommendations.labels import (
    INNER,
    NUMERIC,
    goes_on,
    is_recommending,
    label_of,
    named_label,
)
from core.recommendations.statements import is_note
from core.sir import HEADINGS, ElementType, Sir
from core.spans import Span, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.recommendations.marks import Marks

Block = list[Span]
_SHORTEST = 4
"""Words of a heading that is no sentence."""


def blocks_of(sir: Sir, marks: Marks) -> Iterator[Block]:
    """What is read together outside of tables; each label and each number begins another."""
    for group in _groups(sir):
        if row_of(sir, group[0]) is not None:
            continue
        block: Block = []
        for span in (part for node in group for part in _parts(sir, node, marks)):
            if block and (_begins(sir, block[0], span) or _is_parted(sir, block, span, marks)):
                yield block
                block = []
            block.append(span)
        yield block


def _groups(sir: Sir) -> Iterator[list[int]]:
    """What is read together, with headings that are numbered sentences or begin one."""
    sentences = {node: _is_sentence(sir, node) for node in range(1, sir.flow)}
    before: list[int] = []
    for group in sorted([*groups(sir), *([node] for node, is_one in sentences.items() if is_one)]):
        if before and not sentences.get(group[0]) and _is_unfinished(sir, before[0], group[0]):
            group = [*before, *group]
        elif before:
            yield before
        before = group if sentences.get(group[0]) and len(group) == 1 else []
        if not before:
            yield group
    if before:
        yield before


def _is_sentence(sir: Sir, node: int) -> bool:
    """Whether a heading below recommendations is one of them, as its number and its end say."""
    text = sir.nodes[node].text
    if sir.nodes[node].type not in HEADINGS or not NUMERIC.match(text):
        return False
    ends = text.rstrip().endswith((".", "]")) or _is_unfinished(sir, node, node + 1)
    return ends and len(text.split()) > _SHORTEST and is_recommending(sir, sir.lineage(node))


def _is_unfinished(sir: Sir, heading: int, following: int) -> bool:
    texts = (sir.nodes[i].text.strip() for i in range(following, sir.flow))
    number = NUMERIC.match(sir.nodes[heading].text)
    remainder = sir.nodes[heading].text[number.end() :] if number else ""
    return goes_on(remainder, next(filter(None, texts), ""))


def _parts(sir: Sir, node: int, marks: Marks) -> Iterator[Span]:
    """A paragraph, cut before each label that the parser joined with what stands above it.

    It is cut around each text that is marked in the margin, too.
    """
    span = whole(sir, node)
    text = text_of(sir, span)
    cuts = {
        match.end() for match in INNER.finditer(text) if named_label(text[match.end() :].rstrip())
    }
    cuts |= {at - span.start for each in marks.beside(node) for at in (each.start, each.text.end)}
    bounds = sorted({0, len(text), *cuts})
    for start, end in pairwise(bounds):
        part = text[start:end].strip()
        begin = span.start + text.index(part, start)
        if part:
            yield Span(node, begin, begin + len(part))


def _is_parted(sir: Sir, block: Block, span: Span, marks: Marks) -> bool:
    """Whether a span is marked, or is not of the marked text that a block begins with."""
    if marks.before(span):
        return True
    if (marked := marks.before(block[0])) is None:
        return False
    ended = text_of(sir, marked[1]).endswith((".", "!")) and not is_note(text_of(sir, span))
    return span.node == block[-1].node or ended


def _begins(sir: Sir, first: Span, span: Span) -> bool:
    text = text_of(sir, span)
    if label_of(sir, span) or (_is_complete(sir, first) and not _belongs(sir, span)):
        return True
    number, above = NUMERIC.match(text), NUMERIC.match(text_of(sir, first))
    same = number and above and number["number"].count(".") == above["number"].count(".")
    series = is_recommending(sir, sir.lineage(span.node)) or label_of(sir, first) is not None
    return bool(same) and series


def _is_complete(sir: Sir, span: Span) -> bool:
    """Whether a label goes on in its line with a sentence, so that no text need follow."""
    if (label := label_of(sir, span)) is None:
        return False
    remainder = text_of(sir, span)[label[0].end - span.start :].strip(" .:|)]–—-")
    ends = text_of(sir, span).rstrip().endswith((".", "!"))
    return ends and " " in remainder and not is_note(remainder)


def _belongs(sir: Sir, span: Span) -> bool:
    """Whether what follows a sentence is of it: an item of its list, or a line on its vote."""
    text = text_of(sir, span)
    is_item = sir.nodes[span.node].type is ElementType.LIST_ITEM
    return is_item or not text[:1].isalnum() or is_note(text)
