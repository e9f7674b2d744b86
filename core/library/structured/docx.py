"""A Word document (.docx) as blocks, by way of the HTML that mammoth makes of it."""

from __future__ import annotations

import io
from functools import reduce
from typing import TYPE_CHECKING, Any

from core.errors import NotText
from core.library.structured.archive import Archive, check_xml, damaged
from core.library.structured.blocks import Block, Look, StructuredText
from core.library.structured.docx_content import DOCUMENT, HEADING, DocxContent
from core.library.structured.dom_reader import BACK as GENERATED
from core.library.structured.html_page import read_markup
from core.library.structured.set_aside import HIDDEN, classes
from core.library.structured.xml_names import local
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode

_STYLES = "\n".join(
    (
        "p[style-name='Title'] => h1.title:fresh",
        "p[style-name='caption'] => div.caption:fresh",
        "p[style-name='Caption'] => div.caption:fresh",
        *(f"p.{HEADING}{level} => h{level}:fresh" for level in range(1, 7)),
        *(f"p[style-name='toc {level}'] => div.toc:fresh" for level in range(1, 10)),
    )
)
"""What styles are beside those that mammoth knows, in its own language."""
_SHOWN_AS = {
    "<table>": '<table role="table">',
    '<input checked="checked" type="checkbox" />': "\N{BALLOT BOX WITH X}",
    '<input type="checkbox" />': "\N{BALLOT BOX}",
}
"""What mammoth writes, and what a document shows by it: tables of data, boxes ticked or not."""
_RUNNING = {"word/header": "page header", "word/footer": "page footer"}


def read_docx(content: bytes) -> StructuredText:
    """The blocks of a Word document; its running headers and footers are set aside.

    Raises:
        NotText: it holds no text.
        BrokenFile: it is damaged, or cannot be unpacked safely.
        PasswordNeeded: it is protected by a password.
        TooLarge: it unpacks to more than is read.
    """
    archive = Archive(content)
    for name in archive.names():
        if name.endswith((".xml", ".rels")):
            check_xml(name, archive.read(name) or b" ")
    pictures: list[bytes] = []
    ready = DocxContent.of(archive)
    markup = ready.numbered(_html(ready.content, pictures))
    text = read_markup(markup, lambda address: _kept(pictures, address), _reason, traced=False)
    text.left_out |= ready.left_out
    text.left_out.pop(GENERATED, None)
    text.blocks += [
        Block(ElementType.PARAGRAPH, words, aside=HIDDEN, look=Look.SMALL) for words in ready.hidden
    ]
    text.title, text.author, text.date = _stated(archive)
    _name_title(text.blocks)
    text.blocks += _running(archive)
    if not any(block.text or block.children for block in text.blocks if not block.aside):
        raise NotText(
            "the document holds no text. If its pages are pictures, save it as a PDF and add that."
        )
    return text


def _html(content: bytes, pictures: list[bytes]) -> str:
    """The document as HTML; its pictures come into `pictures`, and their numbers into the HTML."""
    import mammoth

    def keep(image: Any) -> dict[str, str]:
        try:
            with image.open() as opened:
                pictures.append(opened.read())
        except (ValueError, OSError, KeyError):  # It is elsewhere, and is not fetched.
            return {"src": ""}
        return {"src": f"part:{len(pictures) - 1}"}

    try:
        result = mammoth.convert_to_html(
            io.BytesIO(content),
            style_map=_STYLES,
            include_embedded_style_map=False,
            convert_image=mammoth.images.img_element(keep),
            external_file_access=False,
        )
    except RecursionError:
        raise
    except Exception as error:
        # A document that breaks the format raises whatever the place in mammoth raises.
        raise damaged(DOCUMENT) from error
    return reduce(lambda markup, pair: markup.replace(*pair), _SHOWN_AS.items(), result.value)


def _kept(pictures: list[bytes], address: str) -> bytes:
    number = address.removeprefix("part:")
    return pictures[int(number)] if address.startswith("part:") and number.isdecimal() else b""


def _reason(node: LexborNode, _: bool) -> str:
    return "table of contents" if "toc" in classes(node) else ""


def _name_title(blocks: list[Block]) -> None:
    """The first heading in the style of a title is the title; the styles of others say no more."""
    styled = [block for block in blocks if block.metadata.pop("title", "")]
    if styled:
        styled[0].type, styled[0].level = ElementType.TITLE, None


def _stated(archive: Archive) -> tuple[str, str, str]:
    if "docProps/core.xml" not in archive:
        return "", "", ""
    found = {local(part): " ".join((part.text or "").split())
             for part in archive.xml("docProps/core.xml")}  # fmt: skip
    return found.get("title", ""), found.get("creator", ""), found.get("created", "")


def _running(archive: Archive) -> Iterator[Block]:
    seen: set[str] = set()
    for name in sorted(archive.names()):
        reason = next((why for begin, why in _RUNNING.items() if name.startswith(begin)), "")
        if not reason or not name.endswith(".xml"):
            continue
        paragraphs = [p for p in archive.xml(name).iter() if local(p) == "p"]
        lines = ["".join(t.text or "" for t in p.iter() if local(t) == "t") for p in paragraphs]
        text = "\n".join(line for line in lines if line.strip())
        if text and text not in seen:
            seen.add(text)
            yield Block(ElementType.PARAGRAPH, text, aside=reason, look=Look.SMALL)
