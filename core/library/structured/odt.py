"""An OpenDocument text (.odt) as blocks, by way of HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import NotText, PasswordNeeded
from core.library.structured.archive import Archive
from core.library.structured.blocks import Block, Look, StructuredText
from core.library.structured.dom_reader import BACK as GENERATED
from core.library.structured.html_page import read_markup
from core.library.structured.odt_markup import OdtMarkup
from core.library.structured.set_aside import HIDDEN, classes, is_hidden
from core.library.structured.xml_names import local
from core.sir import ElementType

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from selectolax.lexbor import LexborNode

_CONTENT, _STYLES, _META, _MANIFEST = (
    "content.xml",
    "styles.xml",
    "meta.xml",
    "META-INF/manifest.xml",
)


def read_odt(content: bytes) -> StructuredText:
    """The blocks of an OpenDocument text; its running headers and footers are set aside.

    Raises:
        NotText: it holds no text.
        BrokenFile: it is damaged, or cannot be unpacked safely.
        PasswordNeeded: it is protected by a password.
        TooLarge: it unpacks to more than is read.
    """
    archive = Archive(content)
    _check_encryption(archive)
    document = archive.xml(_CONTENT)

    def part(name: str) -> Element | None:
        return archive.xml(name) if name in archive else None

    markup = OdtMarkup(document, part(_STYLES), part)
    text = read_markup(
        markup.html(),
        lambda address: archive.read(address) if "://" not in address else b"",
        _reason,
        traced=False,
    )
    text.left_out = {**text.left_out, **markup.left_out}
    text.left_out.pop(GENERATED, None)
    styled = [block for block in text.blocks if block.metadata.pop("title", "")]
    if styled:
        styled[0].type, styled[0].level = ElementType.TITLE, None
    text.title, text.author, text.date = _stated(archive)
    for reason, words in markup.running():
        text.blocks.append(Block(ElementType.PARAGRAPH, words, aside=reason, look=Look.SMALL))
    if not any(block.text or block.children for block in text.blocks if not block.aside):
        raise NotText(
            "the document holds no text. If its pages are pictures, save it as a PDF and add that."
        )
    return text


def _reason(node: LexborNode, _: bool) -> str:
    if is_hidden(node):
        return HIDDEN
    return "table of contents" if "toc" in classes(node) else ""


def _check_encryption(archive: Archive) -> None:
    if _MANIFEST in archive and any(
        local(part) == "encryption-data" for part in archive.xml(_MANIFEST).iter()
    ):
        raise PasswordNeeded(
            "the document is protected by a password. Save it without one and add that file."
        )


def _stated(archive: Archive) -> tuple[str, str, str]:
    """Title, author and date of making, as the file states them; else the last to change it."""
    if _META not in archive:
        return "", "", ""
    found: dict[str, str] = {}
    for part in archive.xml(_META).iter():
        found.setdefault(local(part), " ".join((part.text or "").split()))
    author = found.get("initial-creator") or found.get("creator", "")
    return found.get("title", ""), author, found.get("creation-date", "")
