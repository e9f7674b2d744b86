"""`middle.json` of MinerU: pages of blocks of lines of spans, in all versions from 0 to 4.

Up to version 3 the pages are in `pdf_info`, their boxes in points. A block that goes on in the next
column or on the next page has the lines of both; the second one stays, without lines. Version 4
has `pages`, boxes in fractions, and blocks that say that they go on from the one before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.parsing.adapters.json_values import mapping, mappings, number, sequence, string, whole
from core.parsing.adapters.mineru.blocks import (
    FORMULAS,
    Block,
    Sheet,
    TextLine,
    as_formula,
    edges_of,
    in_order,
    inline_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Sheets = Callable[[int, float, float], Sheet]
    """The page of a number and its size in the units of the file; 0, 0 where that is not given."""

HOLDERS = frozenset({"image", "table", "chart", "code", "list", "index"})
"""Blocks that hold other blocks."""
_CONTINUED = frozenset({"text", "abstract", "vertical_text", "ref_text", "list", "index"})
"""Blocks that go on in other columns; what stands between them, such as a footer, does not."""
_JOINING = frozenset({"text", "ref_text"})


def middle_blocks(pages: list[Any], sheets: Sheets) -> list[Block]:
    """The blocks of `pdf_info` in reading order, those that were merged into others left out."""
    blocks: list[Block] = []
    for at, page in enumerate(pages):
        if isinstance(page, dict):
            blocks += _page_blocks(page, at, sheets)
    return _continued(blocks)


def _page_blocks(page: dict[str, Any], at: int, sheets: Sheets) -> list[Block]:
    index = whole(page.get("page_idx"))
    size = [number(edge) or 0.0 for edge in sequence(page.get("page_size"))]
    width, height = size if len(size) == 2 and min(size) > 0 else (0.0, 0.0)
    sheet = sheets(1 + (at if index is None else index), width, height)
    flow = sequence(page.get("para_blocks")) or sequence(page.get("preproc_blocks"))
    raw = [*_flat(flow), *_flat(page.get("discarded_blocks"))]
    return in_order([_block(block, sheet) for block in raw])


def _flat(value: Any) -> Iterator[dict[str, Any]]:
    """The objects of a list; the first versions put the blocks of each column in one of its own."""
    for item in sequence(value):
        if isinstance(item, dict):
            yield item
        else:
            yield from _flat(item)


def _block(raw: dict[str, Any], sheet: Sheet) -> Block:
    kind = string(raw.get("type"))
    block = Block(
        kind,
        sheet,
        edges_of(raw.get("bbox")),
        sub_type=string(raw.get("sub_type")),
        level=whole(raw.get("level")),
        index=number(raw.get("index")),
        emptied=raw.get("lines_deleted") is True,
        crosses=raw.get("cross_page") is True,
    )
    content = raw.get("content")
    inner = [*_flat(raw.get("blocks")), *(_flat(content) if kind in HOLDERS else ())]
    block.blocks = [_block(child, sheet) for child in inner]
    for line in mappings(raw.get("lines")):
        _add_line(block, line)
    text = inline_text(content) if kind not in HOLDERS or isinstance(content, str) else ""
    if kind == "table_body":
        block.html, text = block.html or text, ""
    if text:
        block.lines.append(TextLine(text, sheet.number, block.edges))
    return block


def _add_line(block: Block, raw: dict[str, Any]) -> None:
    spans = mappings(raw.get("spans"))
    block.html += "".join(string(span.get("html")) for span in spans)
    text = " ".join(filter(None, map(_span_text, spans)))
    if text:
        line = TextLine(text, block.sheet.number, edges_of(raw.get("bbox")))
        line.begins = raw.get("is_list_start_line") is True
        line.crosses = any(span.get("cross_page") is True for span in spans)
        block.lines.append(line)


def _span_text(span: dict[str, Any]) -> str:
    """The text of a span, or the LaTeX of a table that was not made HTML."""
    text = inline_text(span.get("content"))
    if not text and not span.get("html"):
        text = string(span.get("latex"))
    return as_formula(text) if string(span.get("type")) in FORMULAS else text


def _continued(blocks: list[Block]) -> list[Block]:
    """The blocks without those whose content went to an earlier one, which then knows of them."""
    kept: list[Block] = []
    owners: dict[str, Block] = {}
    for block in blocks:
        body = _body(block)
        family = "table" if block.kind == "table" else "text"
        owner = owners.get(family)
        if (body or block).emptied and owner is not None:
            owner.continued.append(block)
            continue
        kept.append(block)
        if family == "table" or block.kind in _CONTINUED:
            owners[family] = block
            for child in block.blocks:
                child.continued = block.continued
    return kept


def _body(block: Block) -> Block | None:
    return next((child for child in block.blocks if child.kind == "table_body"), None)


def version_4_blocks(pages: list[Any], sheets: Sheets) -> list[Block]:
    """The blocks of `pages` of version 4; text that goes on is one with the block before."""
    blocks: list[Block] = []
    last: Block | None = None
    for at, page in enumerate(map(mapping, pages)):
        index = whole(page.get("page_idx"))
        sheet = sheets(1 + (at if index is None else index), 1.0, 1.0)
        for raw in _flat(page.get("blocks")):
            block = _block(raw, sheet)
            if raw.get("continues_prev") is True and last and last.kind == block.kind:
                last.lines += block.lines
                last.continued.append(block)
                continue
            blocks.append(block)
            last = block if block.kind in _JOINING else last
    return blocks
