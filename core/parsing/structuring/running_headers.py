"""Running headers, footers and page numbers: found by repetition, or by standing alone.

A row of text near the upper or lower edge is running text if rows like it, digits aside, stand
in the same place on other pages, the pages of one side of a book included; or if it holds the
number of its page, as such rows do: the title of a short chapter may stand on one page alone.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.edge_rows import edge_rows
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.repeated_rows import (
    LARGE,
    SEVERAL,
    WORD,
    Places,
    mask,
    needed_pages,
)
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.geometry import Box
    from core.parsing.structuring.edge_rows import Row
    from core.reading.page_content import PageContent

INNER = 0.3
"""Share of the pages on which rows behind the outermost one must repeat."""

SHORT = 60
"""Characters below which a row that does not repeat may stand in front of one that does."""

SET_OFF = 1.7
"""Distance to the next row, in times of the font size, that parts running text from the text."""

PAGE_NUMBER = re.compile(
    r"^(?:page|seite|p\.|s\.)?\s*[-\u2013\u2014|\[(]?\s*(\d{1,4}|[ivxlc]{1,7})\s*[-\u2013\u2014|\])]?"
    r"(?:\s*(?:of|von|/)\s*\d{1,4})?$",
    re.IGNORECASE,
)


def set_margins_aside(
    contents: Sequence[PageContent], body: float, tables: Mapping[int, Sequence[Box]]
) -> list[Element]:
    """Takes running text out of the pages and returns it as elements set aside, by page.

    `body` is the size of the running text, `tables` the boxes of the tables by the numbers of
    their pages, those included that were already taken out of the contents.
    """
    rows = [row for each in contents for row in edge_rows(each, tables=tables[each.number])]
    total = sum(bool(content.lines) for content in contents)
    places = Places(rows, body, total)
    stacks = (list(stack) for _, stack in groupby(rows, key=lambda row: (row.page, row.top)))
    running = [row for stack in stacks for row in _running(stack, places, total, body)]
    titles = _titles(running, LARGE * body)
    running = [row for row in running if row not in titles]
    own = {row.page for row in running}
    turned = (content for content in contents if content.number not in own)
    running += [row for content in turned for row in _at_an_angle(content, places, total)]
    running = _beside_text(running, places, contents, tables)
    taken = {id(piece) for row in running for piece in row.pieces}
    for content in contents:
        content.lines = [line for line in content.lines if id(line) not in taken]
    return [_element(row) for row in running]


def _titles(running: Iterable[Row], large: float) -> list[Row]:
    """The first rows of large type that come again: each is the title of what it stands above."""
    first: dict[str, Row] = {}
    for row in sorted(running, key=lambda row: row.page):
        if row.top and row.size > large and WORD.search(row.text):
            first.setdefault(mask(row.text), row)
    return list(first.values())


def _at_an_angle(content: PageContent, places: Places, total: int) -> list[Row]:
    """The outermost rows that stand upright on other pages: this one was turned for its text."""
    rows = [row for angle in (90, 180, 270) for row in edge_rows(content, angle)]
    return [row for row in rows if row.depth == 1 and places.count(row) >= needed_pages(total)]


def _beside_text(
    running: Sequence[Row],
    places: Places,
    contents: Sequence[PageContent],
    tables: Mapping[int, Sequence[Box]],
) -> list[Row]:
    """The rows that run beside other text, on their page or on another that repeats them.

    Those that number their page as others do run on an empty page too.
    """
    taken = {id(piece) for row in running for piece in row.pieces}
    with_text = {
        content.number
        for content in contents
        if tables[content.number]
        or any(id(line) not in taken and not line.hidden for line in content.lines)
    }
    texts = {mask(row.text) for row in running if row.page in with_text}
    return [
        row
        for row in running
        if row.page in with_text
        or mask(row.text) in texts
        or page_number(row.text) is not None
        or places.holds_number(row)
    ]


def page_number(text: str) -> str | None:
    """The number in a row that is nothing but a page number."""
    match = PAGE_NUMBER.match(text.strip())
    return match.group(1) if match else None


def _element(row: Row) -> Element:
    kind = ElementType.PAGE_HEADER if row.top else ElementType.PAGE_FOOTER
    return Element(kind, merge_pieces(row.pieces), aside="running text")


def _running(stack: list[Row], places: Places, total: int, body: float) -> list[Row]:
    """The running rows of one edge: from the outermost on, up to the last that repeats."""
    if stack[0].ends_early:
        return stack if places.ends_pages(stack[0], max(SEVERAL + 1, INNER * total)) else []
    running: list[int] = []
    for depth, row in enumerate(stack, start=1):
        if places.is_text(row):
            break
        needed = needed_pages(total)
        if depth > 1:
            needed = max(needed, INNER * total)
        repeated = places.count(row, parts=depth == 1) >= needed and len(row.text) < 200
        repeated |= places.count_words(row) >= max(needed, INNER * total)
        repeated |= depth == 1 and places.holds_number(row)
        alone = depth == 1 and total <= 2 and _stands_apart(row, body)
        if repeated or alone or page_number(row.text) is not None:
            running.append(depth)
        elif depth > max(running, default=0) + 1:
            break
    while 0 < len(running) <= SEVERAL and _by_chance(stack[running[-1] - 1], places, body):
        running.pop()
    return [
        row
        for depth, row in enumerate(stack[: max(running, default=0)], start=1)
        if depth in running
        or places.count(row) >= 2
        or _is_between(row, [stack[other - 1] for other in running if other > depth])
    ]


def _by_chance(row: Row, places: Places, body: float) -> bool:
    """Whether a row is alike on few pages and no space parts it from the text: a line of that."""
    alike = max(places.count(row, parts=True), places.count_words(row))
    apart = row.gap > SET_OFF * min(row.size, body)
    set_off = apart or page_number(row.text) is not None
    return alike <= SEVERAL and not set_off and not places.holds_number(row)


def _is_between(row: Row, behind: Sequence[Row]) -> bool:
    """Whether a short row stands in front of running text, and not merely beside it."""
    left, right = min(line.left for line in row.pieces), max(line.right for line in row.pieces)
    return len(row.text) < SHORT and any(
        line.left < right and left < line.right for other in behind for line in other.pieces
    )


def _stands_apart(row: Row, body: float) -> bool:
    """Whether a row of a short document is small, far from the text, and holds a number."""
    words = row.text.split()
    at_end = (words[0].isdigit() or words[-1].isdigit()) and row.text[-1] not in ".,;:"
    return at_end and len(words) <= 14 and row.size <= body * 1.1 and row.gap > SET_OFF * row.size
