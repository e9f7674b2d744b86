"""A quote in a record: its words, whose they are, where they stand, and its lines on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.export.answer_record.blocks import Fields, Heading, Paragraph, Picture, Quotation, Tone
from core.page_names import page_name
from core.sir import Location
from core.spans import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.export.answer_record.base import AnswerRecord, RecordedQuote
    from core.export.answer_record.blocks import Block

_NO_PLACE = "The place of these words on the page is not known, so no page is shown."


def quote_blocks(record: AnswerRecord, quote: RecordedQuote, check: str = "") -> Iterator[Block]:
    """All that is known of a quote; `check` are the words for what a person decided of it."""
    source = record.source(quote.document)
    number = f"[{quote.number}] " if quote.number else ""
    yield Heading(f"{number}{source.name}, {_pages(quote)}", 3, anchor_of(quote.key))
    yield Quotation(quote.text, quote.cells, quote.columns)
    rows = [
        *([("Group of the row", quote.group)] if quote.group else []),
        *quote.stated,
        ("Section", " › ".join(quote.section) or "none"),
        ("Place", _place(quote)),
    ]
    yield Fields(tuple(rows + ([("Check", check)] if check else [])))
    if quote.unplaced:
        words = ", ".join(f"“{piece}”" for piece in quote.unplaced)
        yield Paragraph(f"{words} stands nowhere on the pages.", "Not on the page.", Tone.DOUBT)
    if not any(line.location is not Location.UNLOCATED for line in quote.lines):
        yield Paragraph(_NO_PLACE, tone=Tone.DOUBT)
    elif not quote.cut_outs:
        yield Paragraph("The page could not be drawn.", tone=Tone.DOUBT)
    for cut_out in quote.cut_outs:
        caption = f"{source.name}, page {page_name(cut_out.page, cut_out.label)}"
        marked = "cited lines marked" if quote.number else "lines against the claim marked"
        yield Picture(cut_out, f"{caption}; {marked}", quote.key)


def anchor_of(key: str) -> str:
    """The name of a quote's heading, for links within a file."""
    return f"quote-{key}"


def _pages(quote: RecordedQuote) -> str:
    if not quote.pages:
        return "page unknown"
    names = [page_name(*page) for page in zip(quote.pages, quote.labels, strict=True)]
    return f"page{'s' if len(names) > 1 else ''} {', '.join(names)}"


def _place(quote: RecordedQuote) -> str:
    own = [line for line in quote.lines if line.role is Role.OWN]
    kinds = {line.location for line in own}
    if not kinds or kinds == {Location.UNLOCATED}:
        return "not known: nothing is marked"
    if Location.UNLOCATED in kinds:
        return "known in part: what has no place is not marked"
    if Location.APPROXIMATE in kinds:
        return "approximate: marked with a dashed frame"
    return "exact: marked on the lines themselves"
