"""Content of a document as plain values, and a small markup to write them with."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Drawing


@dataclass(frozen=True)
class Chapter:
    """A first-level heading that opens a page set in one or two columns."""

    title: str
    columns: int = 1
    numbered: bool = True
    new_page: bool = True


@dataclass(frozen=True)
class Heading:
    """A heading of level 2 or 3."""

    level: int
    text: str
    numbered: bool = True


@dataclass(frozen=True)
class Text:
    """A paragraph; `^[...]` inside it is a footnote."""

    text: str
    style: str = "body"


@dataclass(frozen=True)
class Item:
    """An item of a list, or a clause, behind its mark."""

    mark: str
    text: str
    style: str = "item"


@dataclass(frozen=True)
class Box:
    """A framed recommendation: tags such as grade and evidence stand in its head."""

    text: str
    tags: Sequence[str]
    note: str = ""


@dataclass(frozen=True)
class Grid:
    """A ruled table whose first row repeats on each page; widths are shares of the frame."""

    caption: str
    rows: Sequence[Sequence[str]]
    widths: Sequence[float]
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A vector drawing with a caption below; the function gets the accent colour as #rrggbb."""

    caption: str
    draw: Callable[[str], Drawing]


@dataclass(frozen=True)
class Contents:
    """The table of contents."""


@dataclass(frozen=True)
class NewPage:
    """The end of a page."""


@dataclass(frozen=True)
class NextColumn:
    """The end of a column, so that the last page of a chapter is evenly filled."""


Block = Chapter | Heading | Text | Item | Box | Grid | Picture | Contents | NewPage | NextColumn

_MARKS = ("- ", r"\d+\. ", r"\(\w\) ")
_NUMBER = re.compile(r"(\d+\.) (.*)", re.DOTALL)
_CLAUSE = re.compile(r"(\(\d+\)) (.*)", re.DOTALL)
_LETTER = re.compile(r"(\([a-z]\)) (.*)", re.DOTALL)


def markup(text: str) -> list[Block]:
    """Blocks of a text: `##` and `###` headings, `-`, `1.`, `(1)` and `(a)` items, paragraphs.

    Blocks are parted by empty lines; single items may follow each other line by line.
    """
    return [_block(" ".join(part.split())) for part in _parts(text)]


def table(text: str) -> list[list[str]]:
    """Rows of a table written one row a line, cells parted by a bar.

    An indented line continues the row above it.
    """
    rows = re.sub(r"\n[ \t]+", " ", text.strip()).splitlines()
    return [[cell.strip() for cell in row.split("|")] for row in rows]


def _parts(text: str) -> Iterable[str]:
    for part in re.split(r"\n\s*\n", text.strip()):
        # A number that begins a line of prose is no item: only lists are split line by line.
        mark = next((mark for mark in _MARKS if re.match(mark, part)), None)
        yield from re.split(rf"\n\s*(?={mark})", part) if mark else [part]


def _block(text: str) -> Block:
    for prefix, level in (("### ", 3), ("## ", 2)):
        if text.startswith(prefix):
            return Heading(level, text.removeprefix(prefix))
    if text.startswith("- "):
        return Item("\u2022", text[2:])
    for pattern, style in ((_NUMBER, "item"), (_CLAUSE, "clause1"), (_LETTER, "clause2")):
        if match := pattern.fullmatch(text):
            return Item(match[1], match[2], style)
    return Text(text)
