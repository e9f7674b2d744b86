"""Blocks of a record as HTML, for a page of the web and for the typesetter of PDFs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from core.export.answer_record.blocks import Fields, Heading, Paragraph, Picture, Quotation
from core.export.answer_record.quote_content import anchor_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from core.export.answer_record.blocks import Block

    Draw = Callable[[Picture], str]
    """HTML of a picture: where its bytes are is another in each form of file."""

_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127), "�")
_TURNS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
"""Signs that would turn the letters around them to the other direction."""


def shown(text: str) -> str:
    """Foreign text in which nothing is markup and nothing reaches what stands beside it."""
    return escape(clean(text))


def clean(text: str) -> str:
    """The text without signs that are not for the eye; each is shown as a replacement."""
    safe = text.encode("utf-8", "replace").decode()
    return safe.translate(_CONTROLS).translate(_TURNS)


def markup(blocks: Iterable[Block], draw: Draw, *, linked: bool = True) -> str:
    """The body of an HTML document; without `linked` nothing in it leads anywhere."""
    return "\n".join(_block(block, draw, linked) for block in blocks)


def _block(block: Block, draw: Draw, linked: bool) -> str:
    match block:
        case Heading():
            name = f' id="{escape(block.anchor)}"' if block.anchor else ""
            return f"<h{block.level}{name}>{shown(block.words)}</h{block.level}>"
        case Paragraph():
            return _paragraph(block, linked)
        case Quotation():
            return _quotation(block)
        case Fields():
            rows = "".join(
                f'<tr><th scope="row">{shown(name)}</th><td>{_lines(words)}</td></tr>'
                for name, words in block.rows
            )
            return f'<table class="fields">{rows}</table>'
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


def _quotation(block: Quotation) -> str:
    if block.cells:
        heads = "".join(f'<th scope="col">{shown(cell.heading)}</th>' for cell in block.cells)
        cells = "".join(f"<td>{shown(cell.text)}</td>" for cell in block.cells)
        table = f'<table class="row"><tr>{heads}</tr><tr>{cells}</tr></table>'
        return f"<blockquote>{table}</blockquote>"
    columns = f"<i>Columns: {shown(block.columns)}</i><br/>" if block.columns else ""
    return f"<blockquote>{columns}{_lines(block.words.replace(chr(9), ' │ '))}</blockquote>"


def _lines(text: str) -> str:
    """The text with its line breaks."""
    return "<br/>".join(shown(line) for line in text.splitlines() if line.strip())
