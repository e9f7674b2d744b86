"""A book (EPUB) as blocks: the chapters of its spine, one after the other."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from core.errors import BrokenFile, NotText, PasswordNeeded
from core.library.structured.archive import Archive, damaged, resolved
from core.library.structured.blocks import Block, Look, StructuredText
from core.library.structured.html_page import decode_html, parsed, read_page
from core.library.structured.notes import note_links
from core.library.structured.xhtml import as_html
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_CONTAINER_SPACE = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_CIPHER = "{http://www.w3.org/2001/04/xmlenc#}CipherReference"
_OPF = "{http://www.idpf.org/2007/opf}"
_STATED = "{http://purl.org/dc/elements/1.1/}"
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


class _Chapter(NamedTuple):
    name: str
    is_contents: bool


def read_epub(content: bytes) -> StructuredText:
    """The blocks of a book; its own list of contents is set aside.

    Raises:
        NotText: it holds no text.
        BrokenFile: it is damaged, or cannot be unpacked safely.
        PasswordNeeded: its chapters are encrypted.
        TooLarge: it unpacks to more than is read.
    """
    archive = Archive(content)
    package = _package(archive)
    chapters = list(_chapters(archive, *package))
    _check_encryption(archive, {chapter.name for chapter in chapters})
    title, author, date = (_stated(package[1], name) for name in ("title", "creator", "date"))
    blocks: list[Block] = []
    left_out: Counter[str] = Counter()
    skipped = sum(1 for _ in package[1].iter(f"{_OPF}itemref")) - len(chapters)
    left_out += Counter({"pages that are no text": skipped})
    pages = {c.name: parsed(_markup(archive.read(c.name))) for c in chapters}
    notes = note_links(pages)
    for chapter in chapters:
        fetch = partial(_picture, archive, chapter.name)
        text = read_page(pages[chapter.name], notes, fetch)
        blocks += _placed(text.blocks, chapter)
        left_out.update(text.left_out)
    if not any(block.text or block.children for block in blocks if not block.aside):
        raise NotText("the book holds no text. If its pages are pictures, add it as a PDF.")
    if title and not any(block.text == title and block.level == 1 for block in blocks[:3]):
        blocks.insert(0, Block(ElementType.TITLE, title, look=Look.BOLD))
    return StructuredText(blocks, title, author, date, left_out=dict(sorted(left_out.items())))


def _stated(package: Element, name: str) -> str:
    """What a book says of itself under this name; several, such as authors, one after the other."""
    texts = (" ".join((part.text or "").split()) for part in package.iter(f"{_STATED}{name}"))
    found = [text for text in texts if text]
    return ", ".join(found) if name == "creator" else next(iter(found), "")


def _package(archive: Archive) -> tuple[str, Element]:
    root = archive.xml(_CONTAINER).find(f".//{_CONTAINER_SPACE}rootfile")
    name = root.get("full-path", "") if root is not None else ""
    if name not in archive:
        raise BrokenFile("the book does not say what it consists of. Convert it to EPUB anew.")
    return name, archive.xml(name)


def _chapters(archive: Archive, name: str, package: Element) -> Iterator[_Chapter]:
    items = {item.get("id", ""): item for item in package.iter(f"{_OPF}item")}
    for reference in package.iter(f"{_OPF}itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or item.get("media-type") not in _PAGES:
            continue
        part = resolved(name, item.get("href", ""))
        if part not in archive:
            raise damaged(part)
        yield _Chapter(part, "nav" in item.get("properties", "").split())


def _markup(content: bytes) -> str:
    return as_html(decode_html(content).text) if content.strip() else ""


def _placed(blocks: list[Block], chapter: _Chapter) -> list[Block]:
    for block in blocks:
        if chapter.is_contents:
            block.aside = block.aside or "table of contents"
        for part in block.walk():
            if "dom_path" in part.metadata:
                part.metadata["dom_file"] = chapter.name
    return blocks


def _picture(archive: Archive, base: str, address: str) -> bytes:
    """A picture of the book; nothing for one that is elsewhere."""
    return archive.read(resolved(base, address)) if "://" not in address else b""


def _check_encryption(archive: Archive, names: set[str]) -> None:
    if _ENCRYPTION not in archive:
        return
    locked = {unquote(part.get("URI", "")) for part in archive.xml(_ENCRYPTION).iter(_CIPHER)}
    if locked & names:
        raise PasswordNeeded(
            "the chapters of the book are encrypted, so that only certain readers open it. Add a "
            "copy without that protection."
        )
