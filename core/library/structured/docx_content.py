"""A Word document made ready for mammoth, which knows neither its numbers nor what is hidden."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from core.library.structured.docx_numbers import BULLET, Numbering
from core.library.structured.docx_styles import DocxStyles
from core.library.structured.list_markers import styled_item
from core.library.structured.word_formulas import write_formulas
from core.library.structured.xml_names import child, local, value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library.structured.archive import Archive

DOCUMENT = "word/document.xml"
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
_NUMBERING, _STYLES = "word/numbering.xml", "word/styles.xml"
HEADING = "SightlineHeading"
"""The ids of styles that are given to headings begin so; their level follows."""
_LONGEST_HEADING = 200
"""Characters; what is longer, or ends so, is a paragraph whose outline level says nothing."""
_SENTENCE_END = re.compile(r"[.;,:]\W*$")
_BOOKMARK = "sightline-number-"
_MARKED = re.compile(rf'(<li>)?<a id="{_BOOKMARK}(\d+)"></a>')
_NO_ITEM = re.compile(r"<li>(?=<(?:ol|ul)>)")
_COUNTED = {
    "del": "deleted text",
    "moveFrom": "deleted text",
    "commentReference": "comments",
    "chart": "charts",
    "relIds": "diagrams",
    "altChunk": "documents in the document",
    "rt": "readings of characters",
}
"""What is not shown, by the name of its element."""
_KNOWN_AS = {
    **dict.fromkeys(("fldSimple", "bdo", "dir", "ruby", "rubyBase"), "smartTag"),
    "dstrike": "strike",
    "cr": "br",
    "ptab": "tab",
}
"""Elements by their names, and what mammoth knows that means the same to it."""


@dataclass
class DocxContent:
    """A document whose numbered paragraphs have bookmarks, and that holds no hidden text.

    `hidden` are the texts that were taken out; `left_out` counts what mammoth passes over.
    """

    content: bytes
    hidden: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    _labels: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, archive: Archive) -> DocxContent:
        """Raises `BrokenFile` for a part that is damaged."""
        made = cls(b"")
        roots = {name: archive.xml(name) for name in (DOCUMENT, *_NOTES) if name in archive}
        parts = [archive.xml(n) if n in archive else None for n in (_NUMBERING, _STYLES)]
        styles = DocxStyles(parts[1])
        for root in roots.values():
            made._make_ready(root, styles)
        numbering = Numbering(parts[0], styles)
        for paragraph in [e for e in roots[DOCUMENT].iter() if local(e) == "p"]:
            if child(paragraph, "pPr") is not None:
                made._number(paragraph, numbering.label(paragraph))
        _mark_headings(roots[DOCUMENT], styles)
        made.content = _packed(archive, roots)
        return made

    def _make_ready(self, root: Element, styles: DocxStyles) -> None:
        for element in root.iter():
            if name := _COUNTED.get(local(element)):
                self.left_out[name] += 1
        open_containers(root)
        self.left_out += Counter({"formulas": write_formulas(root)})
        self._take_hidden(root, styles)

    def numbered(self, markup: str) -> str:
        """The HTML of the document with its numbers in place of the bookmarks."""
        return _MARKED.sub(self._shown, _NO_ITEM.sub(styled_item(""), markup))

    def _number(self, paragraph: Element, label: str | None) -> None:
        if label is None or label == BULLET:
            return
        space = paragraph.tag.removesuffix("p")
        name = f"{_BOOKMARK}{len(self._labels)}"
        self._labels.append(label)
        mark = Element(f"{space}bookmarkStart", {f"{space}id": "0", f"{space}name": name})
        paragraph.insert(1, mark)

    def _shown(self, match: re.Match[str]) -> str:
        number = int(match[2])
        label = self._labels[number] if number < len(self._labels) else ""
        if match[1]:
            return styled_item(label)
        return f"{escape(label)} " if label else ""

    def _take_hidden(self, root: Element, styles: DocxStyles) -> None:
        for paragraph in [e for e in root.iter() if local(e) == "p"]:
            for parent in list(paragraph.iter()):
                for run in [
                    e for e in parent if local(e) == "r" and styles.is_hidden(e, paragraph)
                ]:
                    words = "".join(t.text or "" for t in run.iter() if local(t) == "t")
                    if words.strip():
                        self.hidden.append(words.strip())
                        parent.remove(run)


def _mark_headings(root: Element, styles: DocxStyles) -> None:
    """Gives headings that mammoth does not know as such a style that it does.

    Not in tables: what looks like a heading there names a column. Nor where a style is as often
    that of sentences, as those of numbered paragraphs are, which rest on those of headings.
    """
    in_tables = {id(e) for table in root.iter() if local(table) == "tbl" for e in table.iter()}
    paragraphs = [e for e in root.iter() if local(e) == "p" and id(e) not in in_tables]
    by_style: dict[str, list[tuple[Element, int]]] = {}
    for paragraph in paragraphs:
        if level := styles.heading_level(paragraph):
            style = value(child(paragraph, "pPr", "pStyle"), "val")
            by_style.setdefault(style, []).append((paragraph, level))
    for alike in by_style.values():
        headings = [(paragraph, level) for paragraph, level in alike if not _is_text(paragraph)]
        if 2 * len(headings) > len(alike):
            for paragraph, level in headings:
                _make_heading(paragraph, level)


def _is_text(paragraph: Element) -> bool:
    words = "".join(paragraph.itertext())
    return len(words) > _LONGEST_HEADING or _SENTENCE_END.search(words) is not None


def _make_heading(paragraph: Element, level: int) -> None:
    properties, space = child(paragraph, "pPr"), paragraph.tag.removesuffix("p")
    if properties is None:
        return
    style = child(properties, "pStyle")
    style = SubElement(properties, f"{space}pStyle") if style is None else style
    style.set(f"{space}val", f"{HEADING}{level}")


def _packed(archive: Archive, changed: Mapping[str, Element]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name in archive.names():
            root = changed.get(name)
            part = archive.read(name) if root is None else ElementTree.tostring(root, "utf-8")
            packed.writestr(name, part)
    return content.getvalue()


def open_containers(root: Element) -> None:
    """Lets mammoth see what stands in fields, marked runs and boxes of text, each once."""
    for body in root.iter():
        _join_drop_caps(body)
    for element in list(root.iter()):
        name = local(element)
        if name in _KNOWN_AS:
            element.tag = element.tag.removesuffix(name) + _KNOWN_AS[name]
        elif name == "AlternateContent":
            _choose(element)
        elif name == "tr":
            _fill_row(element)
        elif name == "drawing":
            _move_boxes(element, element)
        elif name == "br":
            # The end of a page or column parts words, too; mammoth passes over it.
            element.attrib.clear()
        elif name == "sdtPr":
            # The sign for checked or not stands in the text; mammoth puts a control for it.
            element[:] = [part for part in element if local(part) != "checkbox"]


def _join_drop_caps(body: Element) -> None:
    """Puts a large first letter, which is a paragraph of its own, before the rest of its word."""
    parts = list(body)
    for large, rest in pairwise(parts):
        frame = child(large, "pPr", "framePr")
        if local(rest) == "p" and value(frame, "dropCap") in ("drop", "margin"):
            behind = 0 if child(rest, "pPr") is None else 1
            rest[behind:behind] = [part for part in large if local(part) != "pPr"]
            body.remove(large)


def _fill_row(row: Element) -> None:
    """Puts a cell where a row begins further right than its table, which mammoth does not see."""
    before = value(child(row, "trPr", "gridBefore"), "val")
    cells = [place for place, part in enumerate(row) if local(part) == "tc"]
    if before in {*"123456789"} and cells:
        space = row.tag.removesuffix("tr")
        cell = Element(f"{space}tc")
        span = SubElement(SubElement(cell, f"{space}tcPr"), f"{space}gridSpan")
        span.set(f"{space}val", before)
        row.insert(cells[0], cell)


def _choose(element: Element) -> None:
    """Leaves the text of one of two forms; mammoth reads the second, which may lack it."""
    first, second = child(element, "Choice"), child(element, "Fallback")
    if first is None:
        return
    if second is None:
        first.tag = first.tag.removesuffix("Choice") + "Fallback"
    elif any(local(part) == "txbxContent" for part in second.iter()):
        element.remove(first)
    else:
        _move_boxes(first, second)


def _move_boxes(source: Element, target: Element) -> None:
    """Takes the boxes of text in an element to the end of another, as older files hold them."""
    for parent in list(source.iter()):
        for box in [part for part in parent if local(part) == "txbxContent"]:
            parent.remove(box)
            SubElement(target, box.tag.removesuffix("txbxContent") + "pict").append(box)
