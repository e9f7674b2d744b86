"""Word documents, OpenDocument texts and books of a few parts, packed in memory."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Mapping

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_PICTURE = (
    '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
    'wordprocessingDrawing"><wp:docPr id="1" name="p" descr="{alt}"/><a:graphic xmlns:a='
    '"http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic='
    '"http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip '
    'r:{how}="{id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline>'
    "</w:drawing></w:r>"
)
_STYLES = {
    "Title": "Title",
    "Heading1": "heading 1",
    "Heading2": "heading 2",
    "Caption": "caption",
    "TOC1": "toc 1",
}


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive; the first part is not compressed if it is called `mimetype`."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            how = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, how)
    return held.getvalue()


def picture(width: int = 60, height: int = 40, form: str = "PNG") -> bytes:
    """A picture of one colour."""
    held = io.BytesIO()
    Image.new("RGB", (width, height), "navy").save(held, form)
    return held.getvalue()


def paragraph(text: str, style: str = "", extra: str = "") -> str:
    """A paragraph of a Word document; `extra` comes behind its text."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    run = f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' if text else ""
    return f"<w:p>{properties}{run}{extra}</w:p>"


def item(text: str, numbered: bool = False, level: int = 0) -> str:
    """An item of a list of a Word document."""
    number = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{1 + numbered}"/></w:numPr>'
    return f"<w:p><w:pPr>{number}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def embedded(alt: str) -> str:
    """A run with the picture that the document holds."""
    return _PICTURE.format(alt=alt, how="embed", id="pic")


def linked(alt: str) -> str:
    """A run with a picture that is elsewhere."""
    return _PICTURE.format(alt=alt, how="link", id="far")


def note_mark() -> str:
    """A run with the mark of the footnote."""
    return '<w:r><w:footnoteReference w:id="2"/></w:r>'


def docx(body: str, note: str = "", header: str = "", more: Mapping[str, bytes] = {}) -> bytes:
    """A Word document of these paragraphs, with at most one footnote and one running header."""

    def root(name: str, inner: str) -> str:
        return f'<w:{name} xmlns:w="{_W}" xmlns:r="{_R}">{inner}</w:{name}>'

    def relation(name: str, kind: str, target: str, mode: str = "") -> str:
        external = ' TargetMode="External"' if mode else ""
        return f'<Relationship Id="{name}" Type="{_R}/{kind}" Target="{target}"{external}/>'

    levels = {
        1: '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl>',
        2: '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>',
    }
    numbering = "".join(
        f'<w:abstractNum w:abstractNumId="{n}">{level}</w:abstractNum>'
        for n, level in levels.items()
    ) + "".join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>' for n in levels)
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{shown}"/></w:style>'
        for name, shown in _STYLES.items()
    )
    types = "".join(
        f'<Default Extension="{end}" ContentType="{kind}"/>'
        for end, kind in {"xml": "application/xml", "png": "image/png"}.items()
    )
    relations = (
        relation("s", "styles", "styles.xml")
        + relation("n", "numbering", "numbering.xml")
        + relation("f", "footnotes", "footnotes.xml")
        + relation("pic", "image", "media/a.png")
        + relation("far", "image", "http://127.0.0.1:9/x.png", "External")
    )
    footnote = f'<w:footnote w:id="2">{paragraph(note)}</w:footnote>' if note else ""
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{space}">{types}</Types>',
            "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}">'
            + relation("d", "officeDocument", "word/document.xml")
            + "</Relationships>",
            "word/document.xml": root("document", f"<w:body>{body}</w:body>"),
            "word/_rels/document.xml.rels": f'<Relationships xmlns="{_RELATIONS}">{relations}'
            "</Relationships>",
            "word/styles.xml": root("styles", styles),
            "word/numbering.xml": root("numbering", numbering),
            "word/footnotes.xml": root("footnotes", footnote),
            "word/header1.xml": root("hdr", paragraph(header) if header else ""),
            "word/media/a.png": picture(),
            **more,
        }
    )


_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
ODF_SPACES = (
    " ".join(
        f'xmlns:{name}="{_ODF}{space}:1.0"'
        for name, space in {
            "office": "office",
            "text": "text",
            "table": "table",
            "style": "style",
            "draw": "drawing",
            "svg": "svg-compatible",
        }.items()
    )
    + ' xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def odt(body: str, more: Mapping[str, str | bytes] = {}) -> bytes:
    """An OpenDocument text; lists of the style `N` are numbered, `T` rests on Title."""
    styles = (
        '<style:style style:name="T" style:parent-style-name="Title" style:family="paragraph"/>'
        '<text:list-style style:name="N"><text:list-level-style-number text:level="1" '
        'style:num-format="1" style:num-suffix="."/></text:list-style>'
    )
    content = (
        f"<office:document-content {ODF_SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": content,
            "Pictures/a.png": picture(),
            **more,
        }
    )


def epub(
    chapters: Mapping[str, str], title: str = "", more: Mapping[str, str | bytes] = {}
) -> bytes:
    """A book of these chapters; `nav.xhtml` is its list of contents."""
    items = "".join(
        f'<item id="c{at}" href="{name}" media-type="application/xhtml+xml"'
        f"{' properties=' + chr(34) + 'nav' + chr(34) if name == 'nav.xhtml' else ''}/>"
        for at, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{at}"/>' for at in range(len(chapters)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata><dc:title>{title}</dc:title></metadata><manifest>{items}</manifest>"
        f"<spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    )
    parts: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container,
        "OEBPS/book.opf": package,
        "OEBPS/a.png": picture(),
    }
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'
    parts |= {f"OEBPS/{name}": page.format(inner) for name, inner in chapters.items()}
    return packed({**parts, **more})
