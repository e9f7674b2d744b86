"""Headings, tables and plain text of Markdown, as gold and readings are compared by them.

Tables written as Markdown and as HTML are brought into one form first, so that no tool gains or
loses by its choice.

Source: opendataloader-bench, evaluation of reading order, tables and headings.
"""

from __future__ import annotations

import re
from html import escape, unescape
from html.parser import HTMLParser

from core.evaluation.metrics.document_content import Cell, Section

_SEPARATOR = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_HTML_TABLE = re.compile(r"<table\b(?:(?!<table\b).)*?</table>", re.DOTALL | re.IGNORECASE)
_EMPHASIS = re.compile(r"(\*{1,3}|~~|__|_)(\S(?:.*?\S)?)\1", re.DOTALL)
_COMMENT = re.compile(r"<!--(?:(?!<!--).)*?-->", re.DOTALL)
_FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_PRIVATE = 0xE000
_BACK = {_PRIVATE + code: chr(code) for code in range(128)}
_LONGEST_PARAGRAPH = 5000
"""Characters up to which emphasis is looked for, which takes time with the square of them."""
_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n")
_HEADING = re.compile(r"^#{1,6}\s+(.*)$")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_DIGITS, _LARGEST_SPAN = 4, 1000
"""Digits of a number of columns or rows, and the largest one: browsers read no more either.

Source: HTML standard, section 4.9.11.
"""


def without_comments(markdown: str) -> str:
    """Markdown without what no reader sees of it: comments, and the fences of code."""
    return _FENCE.sub("", _COMMENT.sub("", markdown))


def with_escapes_set_apart(markdown: str) -> str:
    """Markdown in which signs behind a backslash are none of its own; `displayed` brings them back.

    They stand in Unicode's private area, where nothing reads them as Markdown.
    """
    return _ESCAPED.sub(lambda found: chr(_PRIVATE + ord(found[1])), markdown)


def displayed(text: str) -> str:
    """A text of `with_escapes_set_apart` as readers see it, its entities as letters."""
    return unescape(text.translate(_BACK))


def without_images(markdown: str) -> str:
    """Markdown without the pictures it links to."""
    return _IMAGE.sub("", markdown)


def unify_tables(markdown: str) -> tuple[list[list[list[Cell]]], str]:
    """The tables of a text, and the text with each written as HTML on one line."""
    text = _HTML_TABLE.sub(lambda found: _as_html(rows_of_html(found[0])), markdown)
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
    return [rows_of_html(found) for found in _HTML_TABLE.findall(unified)], unified


def _cells(line: str) -> list[Cell]:
    parts = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
    return [Cell(squeezed(re.sub(r"<br\s*/?>", " ", part.replace("\\|", "|")))) for part in parts]


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
            named = dict(attrs)
            if not self.rows:
                self.rows.append([])
            spans = (_span(named.get(name)) for name in ("colspan", "rowspan"))
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


def _span(value: str | None) -> int:
    """What a cell covers; one column or row where that is no number that may stand there."""
    digits = (value or "").strip()
    number = int(digits) if digits.isdecimal() and len(digits) <= _DIGITS else 1
    return min(max(number, 1), _LARGEST_SPAN)


def rows_of_html(table: str) -> list[list[Cell]]:
    """The rows of a table in HTML, without those that hold no cell."""
    parser = _Rows()
    parser.feed(table)
    return [[cell._replace(text=squeezed(cell.text)) for cell in row] for row in parser.rows if row]


def markdown_sections(markdown: str) -> list[Section]:
    """The headings of a text, each with what stands below it on one line."""
    parts: list[tuple[str | None, list[str]]] = [(None, [])]
    for line in markdown.splitlines():
        heading = _HEADING.match(line)
        if heading:
            parts.append((squeezed(heading[1]), []))
        else:
            parts[-1][1].append(line)
    return [Section(heading, squeezed(" ".join(lines))) for heading, lines in parts]


def squeezed(text: str) -> str:
    """A text with one blank in place of any white space."""
    return re.sub(r"\s+", " ", text).strip()


def plain_text(text: str) -> str:
    """Markdown without its emphasis, which ends with its paragraph, on one line."""
    return squeezed("\n\n".join(map(_without_emphasis, _PARAGRAPHS.split(text))))


def _without_emphasis(paragraph: str) -> str:
    before = None if len(paragraph) <= _LONGEST_PARAGRAPH else paragraph
    while before != paragraph:
        before, paragraph = paragraph, _EMPHASIS.sub(r"\2", paragraph)
    return paragraph
