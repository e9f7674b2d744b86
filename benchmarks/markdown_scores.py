"""How like a Markdown text is to its gold: reading order, tables and headings.

NID is the ratio of rapidfuzz on texts with whitespace made equal. TEDS compares the first table
as a tree. MHS compares the headings, as a flat list with the text below each, as a tree.
Tables written as Markdown and as HTML are brought into one form first, so that no tool gains or
loses by its choice.

Source: opendataloader-bench, evaluation of reading order, tables and headings; TEDS: Zhong et
al., Image-based table recognition (2020).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import NamedTuple

from apted import APTED, Config
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

_SEPARATOR = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_HTML_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL | re.IGNORECASE)
_EMPHASIS = re.compile(r"(\*{1,3}|~~|__|_)(\S(?:.*?\S)?)\1", re.DOTALL)
_HEADING = re.compile(r"^#{1,6}\s+(.*)$")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")


class Scores(NamedTuple):
    """NID, TEDS and MHS, each from 0 to 1; None where the gold has no table, or no heading."""

    nid: float
    teds: float | None
    mhs: float | None


class Cell(NamedTuple):
    """Text of a table cell and how many columns and rows it covers."""

    text: str
    columns: int = 1
    rows: int = 1


@dataclass
class Tree:
    """A node for the tree edit distance: nodes of another name are never equal."""

    name: str
    text: str = ""
    children: list[Tree] = field(default_factory=list)

    def size(self) -> int:
        """Number of nodes."""
        return 1 + sum(child.size() for child in self.children)


def scores(gold: str, found: str) -> Scores:
    """How like `found` is to `gold`."""
    gold_tables, gold_text = unify_tables(_IMAGE.sub("", gold))
    found_tables, found_text = unify_tables(_IMAGE.sub("", found))
    return Scores(
        fuzz.ratio(_plain(gold_text), _plain(found_text)) / 100,
        teds(gold_tables[0], found_tables[0] if found_tables else []) if gold_tables else None,
        mhs(gold_text, found_text),
    )


def teds(gold: list[list[Cell]], found: list[list[Cell]]) -> float:
    """Tree edit distance similarity of two tables given as rows of cells."""
    if not found:
        return 0.0
    return _similarity(_table_tree(gold), _table_tree(found))


def mhs(gold: str, found: str) -> float | None:
    """Similarity of headings and the text below each; None if the gold has no heading."""
    wanted, got = _section_tree(gold), _section_tree(found)
    if not any(child.name == "heading" for child in wanted.children):
        return None
    if not any(child.name == "heading" for child in got.children):
        return 0.0
    return _similarity(wanted, got)


def unify_tables(markdown: str) -> tuple[list[list[list[Cell]]], str]:
    """The tables of a text, and the text with each written as HTML on one line."""
    text = _HTML_TABLE.sub(lambda found: _as_html(_rows_of_html(found[0])), markdown)
    lines, out, index = text.splitlines(), [], 0
    while index < len(lines):
        is_table = "|" in lines[index] and index + 1 < len(lines)
        if is_table and "|" in lines[index + 1] and _SEPARATOR.match(lines[index + 1]):
            end = index + 2
            while end < len(lines) and lines[end].strip().startswith("|"):
                end += 1
            rows = [_cells(line) for line in (lines[index], *lines[index + 2 : end])]
            out.append(_as_html([row for row in rows if row]))
            index = end
        else:
            out.append(lines[index])
            index += 1
    unified = "\n".join(out)
    return [_rows_of_html(found) for found in _HTML_TABLE.findall(unified)], unified


def _cells(line: str) -> list[Cell]:
    parts = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
    return [Cell(_squeezed(re.sub(r"<br\s*/?>", " ", part.replace("\\|", "|")))) for part in parts]


def _as_html(rows: list[list[Cell]]) -> str:
    def cell(c: Cell) -> str:
        spans = f' colspan="{c.columns}"' if c.columns > 1 else ""
        spans += f' rowspan="{c.rows}"' if c.rows > 1 else ""
        return f"<td{spans}>{escape(c.text, quote=False)}</td>"

    body = "".join(f"<tr>{''.join(cell(c) for c in row)}</tr>" for row in rows)
    return f"\n<table>{body}</table>\n"


class _Rows(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[Cell]] = []
        self.open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            held = dict(attrs)
            spans = [int(held.get(name) or 1) for name in ("colspan", "rowspan")]
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append(Cell("", *spans))
            self.open = True
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.open:
            last = self.rows[-1][-1]
            self.rows[-1][-1] = last._replace(text=last.text + data)


def _rows_of_html(table: str) -> list[list[Cell]]:
    parser = _Rows()
    parser.feed(table)
    return [
        [cell._replace(text=_squeezed(cell.text)) for cell in row] for row in parser.rows if row
    ]


def _table_tree(rows: list[list[Cell]]) -> Tree:
    return Tree(
        "table",
        children=[
            Tree("tr", children=[Tree(f"td {c.columns} {c.rows}", c.text) for c in row])
            for row in rows
        ],
    )


def _section_tree(markdown: str) -> Tree:
    root = Tree("document")
    place, lines = root, []

    def flush() -> None:
        text = _squeezed(" ".join(lines))
        lines.clear()
        if text:
            place.children.append(Tree("content", text))

    for line in markdown.splitlines():
        heading = _HEADING.match(line)
        if heading:
            flush()
            place = Tree("heading", _squeezed(heading[1]))
            root.children.append(place)
        else:
            lines.append(line)
    flush()
    return root


class _Costs(Config):
    def rename(self, node1: Tree, node2: Tree) -> float:  # pyright: ignore[reportIncompatibleMethodOverride]
        if node1.name != node2.name:
            return 1.0
        longest = max(len(node1.text), len(node2.text), 1)
        return Levenshtein.distance(node1.text, node2.text) / longest

    def children(self, node: Tree) -> list[Tree]:
        return node.children


def _similarity(gold: Tree, found: Tree) -> float:
    distance = APTED(gold, found, _Costs()).compute_edit_distance()
    return min(max(1.0 - distance / max(gold.size(), found.size()), 0.0), 1.0)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _plain(text: str) -> str:
    before = None
    while before != text:
        before, text = text, _EMPHASIS.sub(r"\2", text)
    return _squeezed(text)
