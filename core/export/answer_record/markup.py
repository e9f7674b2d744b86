"""Blocks of a record as HTML, for a page of the web and for the typesetter of PDFs."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from core.export.answer_record.blocks import Block, Fields, Heading, Paragraph, Picture, Quotation
from core.export.answer_record.quote_content import anchor_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Draw = Callable[[Picture], str]
    """HTML of a picture: where its bytes are is another in each form of file."""
    Fits = Callable[[str], bool]
    """Whether the HTML of a table has room on a page."""

_UNSHOWABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x80-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # no XML 1.0 has them
    "|[\u202a-\u202e\u2066-\u2069]"  # they would turn the letters around them
)


def shown(text: str) -> str:
    """Foreign text in which nothing is markup and nothing reaches what stands beside it."""
    return escape(clean(text))


def clean(text: str) -> str:
    """The text without signs that are not for the eye; each is shown as a replacement."""
    return _UNSHOWABLE.sub("\ufffd", text)


def markup(
    blocks: Iterable[Block], draw: Draw, *, linked: bool = True, fits: Fits = lambda _: True
) -> str:
    """The body of an HTML document; without `linked` nothing in it leads anywhere.

    A table that does not fit is set as paragraphs.
    """
    return "\n".join(_block(block, draw, linked, fits) for block in blocks)


def _block(block: Block, draw: Draw, linked: bool, fits: Fits) -> str:
    match block:
        case Heading():
            name = f' id="{escape(block.anchor)}"' if block.anchor else ""
            return f"<h{block.level}{name}>{shown(block.words)}</h{block.level}>"
        case Paragraph():
            return _paragraph(block, linked)
        case Quotation():
            return _quotation(block, fits)
        case Fields():
            return _fields(block, fits)
        case Picture():
            return draw(block)


def _paragraph(block: Paragraph, linked: bool) -> str:
    kinds = f"{block.tone}{' framed' if block.framed else ''}"
    lead = f"<b>{shown(block.lead)}</b> " if block.lead else ""
    return f'<p class="{kinds}">{lead}{_lines(block.words)}{_links(block.links, linked)}</p>'


def named_links(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Keys of quotes, each with what it is called where a text leads to it."""
    return [(key, f"[{key}]" if key.isdigit() else "[lines against it]") for key in keys]


def _links(keys: tuple[str, ...], linked: bool) -> str:
    if not linked:
        return "".join(f" {name}" for _, name in named_links(keys))
    return "".join(f' <a href="#{anchor_of(key)}">{name}</a>' for key, name in named_links(keys))


def _quotation(block: Quotation, fits: Fits) -> str:
    if block.cells:
        heads = "".join(f'<th scope="col">{shown(cell.heading)}</th>' for cell in block.cells)
        cells = "".join(f"<td>{shown(cell.text)}</td>" for cell in block.cells)
        table = f'<table class="row"><tr>{heads}</tr><tr>{cells}</tr></table>'
        table = f"<blockquote>{table}</blockquote>"
        return table if fits(table) else f"<blockquote>{_named(block.cells)}</blockquote>"
    columns = f"<i>Columns: {shown(block.columns)}</i><br/>" if block.columns else ""
    return f"<blockquote>{columns}{_lines(block.words.replace(chr(9), ' │ '))}</blockquote>"


def _fields(block: Fields, fits: Fits) -> str:
    rows = "".join(
        f'<tr><th scope="row">{shown(name)}</th><td>{_lines(words)}</td></tr>'
        for name, words in block.rows
    )
    table = f'<table class="fields">{rows}</table>'
    return table if fits(table) else f'<div class="fields">{_named(block.rows)}</div>'


def _named(rows: Iterable[tuple[str, str]]) -> str:
    """Each text in a paragraph after its name, which may break over pages anywhere."""
    return "".join(
        f"<p>{f'<i>{shown(name)}:</i> ' if name else ''}{_lines(words)}</p>" for name, words in rows
    )


def _lines(text: str) -> str:
    return "<br/>".join(shown(line) for line in text.splitlines() if line.strip())
