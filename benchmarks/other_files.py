"""Files that are no PDFs set on pages: what is lost on the way, and how long it takes.

Web pages are those that come with Python and its packages here, the longest first by kind of page
(one a folder). From each a Word document, an OpenDocument text and a book are made with the same
headings, paragraphs, lists and tables. Pictures are pages of the sample documents. The baseline is
MuPDF, which opens web pages, Word documents and books by itself.

Letters are compared as a multiset, so that neither order nor spaces matter: those that the file
shows (its text without scripts, styles and links to headings) with those on the pages.
"""

from __future__ import annotations

import io
import sysconfig
import time
import zipfile
from collections import Counter
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pymupdf
from pymupdf import mupdf
from selectolax.lexbor import LexborHTMLParser

from benchmarks.figure import Figure
from core.library.file_kinds import PICTURES, Kind
from core.library.structured.html_page import decode_html, read_html
from core.library.typesetting import PlacedBlock, kept_text, typeset
from core.sir import ElementType
from sample_docs import SAMPLES
from tests import office_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


_FILES = 20
_SMALLEST, _LARGEST = 6_000, 400_000
"""Bytes of a web page."""
_MOST_PAGES = 2000
_PAGES = 20
_TARGET = 2.0
"""Seconds for so many pages."""
_DPI = 150
_UNSEEN = "script, style, template, noscript, head, title, button, select, textarea, a.headerlink"
_INVISIBLE = "\u00ad\u200b\u2060\ufeff"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one file: its pages, seconds, letters that it shows, and those that are on no page."""

    pages: int
    seconds: float
    letters: int
    lost: int


def run(data: Path | None) -> list[Figure]:
    """Letters lost and seconds for 20 pages by kind; the files are here, whatever `data` is."""
    pages = [path.read_bytes() for path in web_pages()]
    kinds: dict[Kind, list[bytes]] = {
        Kind.HTML: pages,
        Kind.DOCX: [_docx(page) for page in pages],
        Kind.ODT: [_odt(page) for page in pages],
        Kind.EPUB: [_epub(page) for page in pages],
    }
    figures = [f for kind, files in kinds.items() for f in _figures(kind, files)]
    return [*figures, *(figure for kind in sorted(PICTURES) for figure in _pictures(kind))]


def web_pages() -> list[Path]:
    """Web pages of the packages that are installed, the longest of each folder first."""
    folders = {Path(sysconfig.get_path(name)) for name in ("purelib", "stdlib")}
    pages = {p for folder in folders for p in folder.rglob("*.html") if p.is_file()}
    by_size = sorted(pages, key=lambda path: (-path.stat().st_size, str(path)))
    fitting = [p for p in by_size if _SMALLEST <= p.stat().st_size <= _LARGEST]
    seen: Counter[Path] = Counter()
    ranked: list[tuple[int, int]] = []
    for at, path in enumerate(fitting):
        ranked.append((seen[path.parent], at))
        seen[path.parent] += 1
    return [fitting[at] for _, at in sorted(ranked)[:_FILES]]


def _figures(kind: Kind, files: Sequence[bytes]) -> Iterator[Figure]:
    ours = [_ours(content, kind) for content in files]
    theirs = (
        [o for content in files if (o := _mupdf(content, kind))] if kind is not Kind.ODT else []
    )
    count, letters = sum(o.pages for o in ours), sum(o.letters for o in ours)
    yield Figure(
        f"{kind}: letters lost",
        f"{len(files)} files, {count} pages, {letters:,} letters",
        sum(o.lost for o in ours),
        "letters",
        sum(o.lost for o in theirs) if theirs else None,
        "MuPDF" if theirs else "",
        0.0,
        at_most=True,
    )
    yield Figure(
        f"{kind}: seconds for {_PAGES} pages",
        f"{len(files)} files, {count} pages, until the words have their places",
        _seconds(ours),
        "s",
        _seconds(theirs) if theirs else None,
        "MuPDF" if theirs else "",
        _TARGET,
        at_most=True,
    )


def _seconds(outcomes: Sequence[Outcome]) -> float:
    return _PAGES * sum(o.seconds for o in outcomes) / sum(o.pages for o in outcomes)


def _ours(content: bytes, kind: Kind) -> Outcome:
    start = time.perf_counter()
    made = typeset(content, kind, _MOST_PAGES)
    with pymupdf.open(stream=made, filetype="pdf") as pdf:
        placed = kept_text(pdf)
        seconds = time.perf_counter() - start
        drawn = _drawn_letters(pdf)
        pages = pdf.page_count
    placed_letters = drawn
    if placed:
        placed_letters = Counter(c for block in placed.structure for c in _letters(block))
    shown = _shown(content, kind)
    # On a page is what is both kept with a place, and drawn.
    return Outcome(pages, seconds, shown.total(), (shown - (placed_letters & drawn)).total())


def _drawn_letters(pdf: pymupdf.Document) -> Counter[str]:
    words: list[Any] = [word for page in pdf for word in page.get_text("words")]
    return Counter("".join(word[4] for word in words))


def _letters(block: PlacedBlock) -> Iterator[str]:
    for line in block.lines:
        for word in line.words:
            yield from word
    for below in (*block.children, *filter(None, [block.caption])):
        yield from _letters(below)


def _mupdf(content: bytes, kind: Kind) -> Outcome | None:
    """MuPDF's own pages; None where it does not open a file."""
    start = time.perf_counter()
    try:
        with pymupdf.open(stream=content, filetype=kind.value) as document:
            drawn = _drawn_letters(document)
            pages = document.page_count
    except (RuntimeError, mupdf.FzErrorBase):
        return None
    seconds = time.perf_counter() - start
    shown = _shown(content, kind)
    return Outcome(pages, seconds, shown.total(), (shown - drawn).total())


def _shown(content: bytes, kind: Kind) -> Counter[str]:
    """The letters that a file shows, found without the code that is measured."""
    if kind is Kind.HTML:
        return _visible(decode_html(content).text)
    names = {Kind.DOCX: "word/document.xml", Kind.ODT: "content.xml"}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if kind is Kind.EPUB:
            return _visible(archive.read("OEBPS/c.xhtml").decode())
        root = ElementTree.fromstring(archive.read(names[kind]))
    return Counter("".join("".join(root.itertext()).split()))


def _visible(markup: str) -> Counter[str]:
    page = LexborHTMLParser(markup)
    for node in page.css(_UNSEEN):
        node.decompose()
    text = page.body.text() if page.body is not None else ""
    return Counter("".join(text.split()).translate(dict.fromkeys(map(ord, _INVISIBLE))))


def _parts(page: bytes) -> Iterator[tuple[str, Any]]:
    """Headings, paragraphs, items and tables of a page, by what the library reads in it."""
    for block in read_html(page).blocks:
        if block.type in (ElementType.TITLE, ElementType.SECTION_HEADER):
            yield "h", (min(block.level or 1, 2), block.text)
        elif block.type is ElementType.LIST:
            yield "li", [part.text for part in block.walk() if part.text]
        elif block.type is ElementType.TABLE:
            yield "table", [[cell.text for cell in row.children] for row in block.children]
        elif block.text:
            yield "p", block.text


def _made(page: bytes, forms: dict[str, Callable[[Any], str]]) -> str:
    return "".join(forms[name](part) for name, part in _parts(page))


def _docx(page: bytes) -> bytes:
    def table(rows: list[list[str]]) -> str:
        cell = "<w:tc>{}</w:tc>"
        made = ["".join(cell.format(_word_p(text)) for text in row) for row in rows]
        return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in made)}</w:tbl>"

    forms: dict[str, Callable[[Any], str]] = {
        "h": lambda part: office_files.paragraph(_xml(part[1]), f"Heading{part[0]}"),
        "p": _word_p,
        "li": lambda texts: "".join(office_files.item(_xml(text)) for text in texts),
        "table": table,
    }
    return office_files.docx(_made(page, forms))


def _word_p(text: str) -> str:
    return office_files.paragraph(_xml(text))


def _odt(page: bytes) -> bytes:
    def p(text: str) -> str:
        return f"<text:p>{_xml(text)}</text:p>"

    def table(rows: list[list[str]]) -> str:
        cell = "<table:table-cell>{}</table:table-cell>"
        made = ["".join(cell.format(p(text)) for text in row) for row in rows]
        inner = "".join(f"<table:table-row>{row}</table:table-row>" for row in made)
        return f"<table:table>{inner}</table:table>"

    def items(texts: list[str]) -> str:
        inner = "".join(f"<text:list-item>{p(text)}</text:list-item>" for text in texts)
        return f"<text:list>{inner}</text:list>"

    def heading(part: tuple[int, str]) -> str:
        return f'<text:h text:outline-level="{part[0]}">{_xml(part[1])}</text:h>'

    return office_files.odt(_made(page, {"h": heading, "p": p, "li": items, "table": table}))


def _epub(page: bytes) -> bytes:
    def table(rows: list[list[str]]) -> str:
        made = ["".join(f"<td>{_xml(text)}</td>" for text in row) for row in rows]
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in made)}</table>"

    forms: dict[str, Callable[[Any], str]] = {
        "h": lambda part: f"<h{part[0]}>{_xml(part[1])}</h{part[0]}>",
        "p": lambda text: f"<p>{_xml(text)}</p>",
        "li": lambda texts: f"<ul>{''.join(f'<li>{_xml(text)}</li>' for text in texts)}</ul>",
        "table": table,
    }
    return office_files.epub({"c.xhtml": _made(page, forms)})


def _xml(text: str) -> str:
    return escape("".join(c for c in text if c.isprintable() or c == "\n"))


def _pictures(kind: Kind) -> Iterator[Figure]:
    """Seconds until pictures of pages are on pages that can be read."""
    files = list(_drawn(kind))
    start = time.perf_counter()
    count = 0
    for content in files:
        with pymupdf.open(stream=typeset(content, kind, _MOST_PAGES), filetype="pdf") as pdf:
            count += pdf.page_count
    seconds = _PAGES * (time.perf_counter() - start) / count
    how = f"{len(files)} pictures at {_DPI} dpi, set on pages; reading them is timed in scans"
    name = f"{kind}: seconds for {_PAGES} pages"
    yield Figure(name, how, seconds, "s", target=_TARGET, at_most=True)


def _drawn(kind: Kind) -> Iterator[bytes]:
    """Pages of the samples as pictures, the first of each document first."""
    pages = [(at, n) for at, sample in enumerate(SAMPLES) for n in range(_count(sample.path))]
    for at, number in sorted(pages, key=lambda pair: (pair[1], pair[0]))[:_FILES]:
        with pymupdf.open(SAMPLES[at].path) as pdf:
            image = pdf[number].get_pixmap(dpi=_DPI).pil_image()
        picture = io.BytesIO()
        image.save(picture, kind.value.upper(), dpi=(_DPI, _DPI))
        yield picture.getvalue()


def _count(path: Path) -> int:
    with pymupdf.open(path) as pdf:
        return pdf.page_count
