"""A record as one web page that needs nothing else: no network and no script.

A click on a cut-out shows the whole page beside the text, its lines marked; links within the page
do it, so it works wherever HTML is shown, by keyboard and on paper.
"""

from __future__ import annotations

import base64
import hashlib
import io
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from core.export.answer_record.content import blocks
from core.export.answer_record.illustrating import colour_of_quote
from core.export.answer_record.marking import Ground, grounds
from core.export.answer_record.markup import markup, named_links, shown
from core.export.answer_record.quote_content import anchor_of
from core.geometry import BoundingBox
from core.page_names import page_name

if TYPE_CHECKING:
    from core.export.answer_record.base import AnswerRecord, RecordedPage, RecordedQuote
    from core.export.answer_record.blocks import Picture

_STYLE = Path(__file__).with_name("html.css")


def html(record: AnswerRecord) -> str:
    """The record as an HTML document with the pictures of its pages inside."""
    style = _STYLE.read_text("utf-8")
    keys = {quote.key: quote for quote in record.quotes}
    pages = {(page.document, page.number): page for page in record.pages}

    def draw(picture: Picture) -> str:
        cut_out = picture.cut_out
        image = (
            f'<img src="{_data(cut_out.png, "image/png")}" width="{cut_out.width}" '
            f'height="{cut_out.height}" alt="{shown(picture.caption)}">'
        )
        if (keys[picture.key].document, cut_out.page) in pages:
            image = f'<a href="#{_marks_name(picture.key, cut_out.page)}">{image}</a>'
        return f"<figure>{image}<figcaption>{shown(picture.caption)}</figcaption></figure>"

    text = markup(blocks(record), draw)
    sheets = "\n".join(_sheet(record, page) for page in record.pages)
    aside = _pane("pages", "Cited pages", f"<h2>Cited pages</h2>{sheets}") if sheets else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{shown(record.question)}</title><style>{style}</style></head>\n"
        f"<body>{_pane('record', 'Answer', text, 'main')}{aside}</body></html>\n"
    )


def _policy(style: str) -> str:
    """Nothing is loaded or run; pictures are within the file, and so is this one style sheet."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _pane(name: str, label: str, content: str, element: str = "section") -> str:
    return f'<{element} class="{name}" aria-label="{label}" tabindex="0">{content}</{element}>'


def _sheet(record: AnswerRecord, page: RecordedPage) -> str:
    quotes = [
        quote
        for quote in record.quotes
        if quote.document == page.document
        and any(line.box.page == page.number for line in quote.lines)
    ]
    name = f"{record.source(page.document).name}, page {page_name(page.number, page.label)}"
    back = " ".join(
        f'<a href="#{anchor_of(key)}">Back to {label}</a>'
        for key, label in named_links(quote.key for quote in quotes)
    )
    picture = Image.open(io.BytesIO(page.data))
    marks = "".join(_marks(quote, page, picture) for quote in quotes)
    return (
        f'<figure class="sheet"><figcaption>{shown(name)} {back}</figcaption><div class="page">'
        f'<img src="{_data(page.data, page.mime)}" width="{page.width}" height="{page.height}" '
        f'alt="{shown(name)}"><svg viewBox="0 0 {page.width} {page.height}" '
        f'preserveAspectRatio="none" role="group" aria-label="Marked lines">{marks}</svg></div>'
        "</figure>"
    )


def _marks(quote: RecordedQuote, page: RecordedPage, picture: Image.Image) -> str:
    lines = [line for line in quote.lines if line.box.page == page.number]
    whole = BoundingBox(page.number, 0, 0, 1, 1)
    places = grounds(lines, colour_of_quote(quote), picture, whole)
    _, label = named_links([quote.key])[0]
    rectangles = "".join(_rectangle(place, page) for place in places)
    return (
        f'<g id="{_marks_name(quote.key, page.number)}" role="img" '
        f'aria-label="Lines of {label}">{rectangles}</g>'
    )


def _rectangle(ground: Ground, page: RecordedPage) -> str:
    left, top, right, bottom = ground.edges
    across, down = page.width, page.height
    kind = "outline" if ground.is_outline else "approximate" if ground.is_approximate else "exact"
    kind += " dark" if ground.is_dark else ""
    paper = "none" if ground.is_outline else ground.paper
    return (
        f'<rect class="{kind}" x="{left * across:.1f}" y="{top * down:.1f}" '
        f'width="{(right - left) * across:.1f}" height="{(bottom - top) * down:.1f}" '
        f'fill="{paper}" stroke="{ground.colour}"/>'
    )


def _marks_name(key: str, page: int) -> str:
    return escape(f"marks-{key}-page-{page}")


def _data(content: bytes, mime: str) -> str:
    return f"data:{mime};base64,{base64.b64encode(content).decode()}"
