"""Markdown read back as plain blocks, so that a test sees what a reader would."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

from markdown_it import MarkdownIt

_READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


class Block(NamedTuple):
    """One block with text: the tag around it (`p`, `h2`, `li`, `td`) and its text."""

    tag: str
    text: str


def blocks(markdown: str) -> list[Block]:
    """The blocks with text, in order; inside of a list they are `li`."""
    reader = _Blocks()
    reader.feed(_READER.render(markdown))
    return [Block(tag, "".join(parts).strip()) for tag, parts in reader.found if "".join(parts)]


def rows(markdown: str) -> list[list[str]]:
    """The cells of the first table, in Markdown or HTML, row by row."""
    reader = _Blocks()
    reader.feed(_READER.render(markdown))
    return [[found.text for found in row] for row in reader.rows]


def lists(markdown: str) -> list[tuple[str, int]]:
    """Each item of a list with what shows before it (a bullet or its number) and its depth."""
    found: list[tuple[str, int]] = []
    numbers: list[int | None] = []
    for token in _READER.parse(markdown):
        if token.type == "bullet_list_open":
            numbers.append(None)
        elif token.type == "ordered_list_open":
            numbers.append(int(token.attrGet("start") or 1))
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            numbers.pop()
        elif token.type == "list_item_open":
            number = numbers[-1]
            found.append(("-" if number is None else str(number), len(numbers)))
            numbers[-1] = None if number is None else number + 1
    return found


class _Cell:
    def __init__(self) -> None:
        self.text = ""


class _Blocks(HTMLParser):
    """Collects text by the block it stands in."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str]]] = []
        self.rows: list[list[_Cell]] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append(_Cell())
        if tag in ("p", "li", "td", "th") or (tag[0] == "h" and tag[1:].isdigit()):
            inside = tag == "p" and "li" in self._open
            self._open.append(tag)
            self.found.append(("li" if inside else tag, []))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open:
            self.found[-1][1].append(data.strip("\n"))
            if self._open[-1] in ("td", "th"):
                self.rows[-1][-1].text += data
