"""A web page, uploaded or saved, as blocks. Nothing that it refers to is fetched."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from core.errors import NotText
from core.library.structured.blocks import Block, Look, StructuredText
from core.library.structured.dom import shown_text
from core.library.structured.dom_figures import can_have_caption
from core.library.structured.dom_reader import DomReader
from core.library.structured.notes import note_links
from core.library.structured.set_aside import SILENT, AsideFilter
from core.library.structured.style_sheets import mark_hidden
from core.library.structured.surroundings import Around
from core.library.structured.xhtml import as_html, is_xml
from core.library.typesetting.decoding import Decoded, decode
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborHTMLParser

    from core.library.structured.dom_reader import AsideReason, Fetch
    from core.library.structured.notes import NoteLinks

_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]*?\b(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]+)""", re.I
)
_LOOKED_AT = 16_384
_READ_AS = {
    "iso8859-1": "windows-1252",
    "ascii": "windows-1252",
    "cp1252": "windows-1252",  # Not as it is called where the encoding was guessed.
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
}
"""Encodings that browsers take for a larger one, of which they are a part.

Source: WHATWG, Encoding Standard, section 4.2 (names and labels).
"""
_NOT_ON_PAGES = frozenset({"unicode-escape", "raw-unicode-escape", "punycode", "utf-7"})
"""What Python decodes though no browser does: it would make letters of others."""


def read_html(content: bytes) -> StructuredText:
    """The blocks of a web page.

    Raises:
        NotText: it holds no text, or is none.
    """
    decoded = decode_html(content)
    text = read_markup(as_html(decoded.text) if is_xml(decoded.text) else decoded.text)
    text.blocks, text.encoding = with_title(text.blocks, text.title), decoded.encoding
    if not any(block.text or block.children for block in text.blocks):
        raise NotText(
            "the page holds no text: a program may fill it only in a browser. Open it there, save "
            "it as a complete page or print it as a PDF, and add that."
        )
    return text


def decode_html(content: bytes) -> Decoded:
    """The text of a page by what it declares, else as that of any text file.

    Raises:
        NotText: it is no text, or holds none.
    """
    declared = _DECLARED.search(content[:_LOOKED_AT])
    marked = content.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE))
    if declared and not marked and b"\0" not in content and not _is_utf8(content):
        name = _known(declared[1].decode("ascii", "replace"))
        if name and (not name.startswith("utf-") or _is_damaged_utf8(content, name)):
            return Decoded(content.decode(name, "replace"), name)
    return decode(content)


def _is_utf8(content: bytes) -> bool:
    try:
        return not content.isascii() and bool(content.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _is_damaged_utf8(content: bytes, name: str) -> bool:
    """Whether a text that says it is in UTF-8 is that, but for a few bytes."""
    if name != "utf-8":
        return False
    text = content.decode(name, "replace")
    damaged = text.count("\ufffd")
    return 0 < damaged < sum(letter > "\x7f" for letter in text) - damaged


def _known(name: str) -> str:
    """The encoding of letters as Python calls it; empty for an unknown one."""
    try:
        known = codecs.lookup(name.lower().removeprefix("x-")).name
        b"a".decode(known, "replace")
    except (LookupError, UnicodeError):
        return ""
    if known in _NOT_ON_PAGES:
        return ""
    return _READ_AS.get(known, known)


def read_markup(
    markup: str,
    fetch: Fetch = lambda address: b"",
    aside_reason: AsideReason | None = None,
    *,
    traced: bool = True,
) -> StructuredText:
    """The blocks of HTML or XHTML; see `read_page`."""
    page = parsed(markup)
    return read_page(page, note_links({"": page}), fetch, aside_reason, traced=traced)


def parsed(markup: str) -> LexborHTMLParser:
    """The elements of HTML or XHTML; those that its style sheets hide say so themselves."""
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(markup)
    mark_hidden(page)
    return page


def read_page(
    page: LexborHTMLParser,
    notes: NoteLinks,
    fetch: Fetch = lambda address: b"",
    aside_reason: AsideReason | None = None,
    *,
    traced: bool = True,
) -> StructuredText:
    """The blocks of a page.

    `fetch` has the bytes of pictures that the file itself holds, by address; none others are
    drawn. Without `aside_reason` navigation and the like is set aside, unless there is nothing
    else. `traced` is that of `DomReader`.
    """
    characters = len(shown_text(page.root)) if page.root is not None else 0
    reason = aside_reason or AsideFilter(characters).reason
    reader = _read(page, DomReader(notes, reason, fetch, traced))
    if not any(not block.aside for block in reader.blocks):
        reader = _read(page, DomReader(notes, lambda node, in_content: "", fetch, traced))
    left_out = {name: count for name, count in sorted(reader.left_out.items()) if name and count}
    author, date = (_meta(page, names) for names in (_AUTHOR, _MADE))
    return StructuredText(_tied(reader.blocks), _title(page), author, date, left_out=left_out)


def _read(page: LexborHTMLParser, reader: DomReader) -> DomReader:
    if page.head is not None:
        for tag in ("script", "style"):
            reader.left_out[SILENT[tag]] += len(page.head.css(tag))
    if page.body is not None:
        reader.read(page.body, Around(path="body"))
    return reader


def _title(page: LexborHTMLParser) -> str:
    title = page.head.css_first("title") if page.head is not None else None
    return " ".join((title.text() or "").split()) if title is not None else ""


_AUTHOR = ("author", "article:author", "dc.creator", "citation_author")
_MADE = ("article:published_time", "dc.date", "citation_publication_date", "date")
"""Names under which a page states its author and the date of its making, by preference."""


def _meta(page: LexborHTMLParser, names: Sequence[str]) -> str:
    stated: dict[str, str] = {}
    for node in page.head.css("meta") if page.head is not None else ():
        name = node.attributes.get("name") or node.attributes.get("property") or ""
        stated.setdefault(name.lower(), " ".join((node.attributes.get("content") or "").split()))
    return next((stated[name] for name in names if stated.get(name)), "")


def with_title(blocks: Sequence[Block], title: str) -> list[Block]:
    """Blocks with the title of the document among them.

    It is the first heading of level 1 if that is the only one, or says what the page is called;
    else what the page is called, before all others.
    """
    tops = [block for block in blocks if block.level == 1 and not block.aside]
    if tops and (len(tops) == 1 or not title or _says(tops[0].text, title)):
        if len(tops) == 1 or title:
            tops[0].type, tops[0].level = ElementType.TITLE, None
        return list(blocks)
    if not title:
        return list(blocks)
    return [
        Block(ElementType.TITLE, title, look=Look.BOLD, metadata={"dom_path": "title"}),
        *blocks,
    ]


def _says(heading: str, title: str) -> bool:
    words = " ".join(heading.split()).casefold()
    return bool(words) and (words in title.casefold() or title.casefold() in words)


def _tied(blocks: Sequence[Block]) -> list[Block]:
    tied: list[Block] = []
    waiting: Block | None = None
    for block in blocks:
        before = tied[-1] if tied else None
        if block.type is ElementType.CAPTION:
            if before and can_have_caption(before):
                before.caption = block
                continue
            waiting = block
        elif waiting is not None and before is waiting:
            if can_have_caption(block):
                tied.pop()
                block.caption = waiting
            waiting = None
        tied.append(block)
    for block in tied:
        if block.type is ElementType.CAPTION:
            block.type = ElementType.PARAGRAPH
    return tied
