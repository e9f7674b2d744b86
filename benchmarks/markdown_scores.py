"""How like a Markdown text is to its gold: reading order, tables and headings.

NID is over texts with whitespace made equal, TEDS over the first table, and MHS over the headings
as a flat list with the text below each, as `core.evaluation.metrics` defines them. Tables written
as Markdown and as HTML are brought into one form first, so that no tool gains or loses by its
choice.

Source: opendataloader-bench, evaluation of reading order, tables and headings; TEDS: Zhong et
al., Image-based table recognition (2020).
"""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from typing import NamedTuple

from core.evaluation.metrics.document_content import Cell, Section, heading_similarity, teds
from core.evaluation.metrics.edit_distance import indel_similarity

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


def scores(gold: str, found: str) -> Scores:
    """How like `found` is to `gold`."""
    gold_tables, gold_text = unify_tables(_IMAGE.sub("", gold))
    found_tables, found_text = unify_tables(_IMAGE.sub("", found))
    return Scores(
        indel_similarity(_plain(gold_text), _plain(found_text)),
        teds(gold_tables[0], found_tables[0] if found_tables else []) if gold_tables else None,
        heading_similarity(_sections(gold_text), _sections(found_text)),
    )


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


def _sections(markdown: str) -> list[Section]:
    """The headings of a text, each with what stands below it on one line."""
    held: list[tuple[str | None, list[str]]] = [(None, [])]
    for line in markdown.splitlines():
        heading = _HEADING.match(line)
        if heading:
            held.append((_squeezed(heading[1]), []))
        else:
            held[-1][1].append(line)
    return [Section(heading, _squeezed(" ".join(lines))) for heading, lines in held]


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _plain(text: str) -> str:
    before = None
    while before != text:
        before, text = text, _EMPHASIS.sub(r"\2", text)
    return _squeezed(text)
