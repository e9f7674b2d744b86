"""Running headers, footers and page numbers: found by repetition, or by standing alone.

A row of text near the upper or lower edge is running text if rows like it, digits aside, stand
in the same place on other pages, the pages of one side of a book included; or if it holds the
number of its page, as such rows do: the title of a short chapter may stand on one page alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from core.parsing.elements import Element
from core.parsing.structuring.edge_rows import edge_rows
from core.parsing.structuring.line_rows import merge_pieces
from core.parsing.structuring.markers import CAPTION
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.geometry import Box
    from core.parsing.structuring.edge_rows import Row
    from core.reading.page_content import PageContent

INNER = 0.3
"""Share of the pages on which rows behind the outermost one must repeat."""

LARGE = 1.3
"""Font size, in times of the running text, above which a row with a number is a heading."""

SHORT = 60
"""Characters below which a row that does not repeat may stand in front of one that does."""

TELLING = 20
"""Letters of a text that does not repeat by chance, wherever it stands."""

SEVERAL = 2
"""Pages on which rows may be alike by chance."""

SET_OFF = 1.7
"""Distance to the next row, in times of the font size, that parts running text from the text."""

MOST_VARYING = 2
"""Numbers of a row that differ from page to page, those of page and section; more are a text's."""

APART = 2.0
"""Space between a page number and the rest of its row, in times of the font size, at least."""

PAGE_NUMBER = re.compile(
    r"^(?:page|seite|p\.|s\.)?\s*[-\u2013\u2014|\[(]?\s*(\d{1,4}|[ivxlc]{1,7})\s*[-\u2013\u2014|\])]?"
    r"(?:\s*(?:of|von|/)\s*\d{1,4})?$",
    re.IGNORECASE,
)

NAMED_PAGE = re.compile(r"\b(?:page|seite|p\.|s\.)\s*\d", re.IGNORECASE)

DIGITS = re.compile(r"\d{1,4}")
"""A page number that stands apart."""

ENDS_IN_NUMBER = re.compile(r"(?<![\d.,])\d{1,4}$")
"""A page number behind other words, or alone."""

WORD = re.compile(r"[^\W\d_]{2}")

NOWHERE: frozenset[int] = frozenset()

Place = tuple[bool, str, int | None]
"""At the top, the masked text, and the left edge of a part of a row."""


def mask(text: str) -> str:
    """The text with numbers masked, so that page numbers do not make a difference."""
    text = re.sub(r"\d+", "#", text.lower())
    return re.sub(r"^[ivxlc]+$|(?<=page )[ivxlc]+$", "#", text)


def set_margins_aside(
    contents: Sequence[PageContent], body: float, tables: Mapping[int, Sequence[Box]]
) -> list[Element]:
    """Takes running text out of the pages and returns it as elements set aside, by page.

    `body` is the size of the running text, `tables` the boxes of the tables by the numbers of
    their pages, those included that were already taken out of the contents.
    """
    rows = [row for each in contents for row in edge_rows(each, tables=tables[each.number])]
    total = sum(bool(content.lines) for content in contents)
    places = _Places(rows, body, total)
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


def _at_an_angle(content: PageContent, places: _Places, total: int) -> list[Row]:
    """The outermost rows that stand upright on other pages: this one was turned for its text."""
    rows = [row for angle in (90, 180, 270) for row in edge_rows(content, angle)]
    return [row for row in rows if row.depth == 1 and places.count(row) >= _needed(total)]


def _needed(total: int) -> int:
    """On how many of all pages rows must be alike, to be running text."""
    return 3 if total > 5 else SEVERAL


def _beside_text(
    running: Sequence[Row],
    places: _Places,
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


class _Places:
    """On how many pages rows like one stand in the same place."""

    def __init__(self, rows: Sequence[Row], body: float, total: int) -> None:
        self.large = LARGE * body
        self.pages: defaultdict[tuple[Place, int], set[int]] = defaultdict(set)
        self.words: defaultdict[tuple[bool, str], set[int]] = defaultdict(set)
        for row in rows:
            for place in (self._whole(row), *_parts(row)):
                self.pages[place, round(row.y * 100)].add(row.page)
            for piece in row.pieces:
                self.words[row.top, mask(piece.text)].add(row.page)
        self.texts = _templated(rows)
        self.ends = Counter(_end(row) for row in rows if row.depth == 1)
        self.numbered = self._numbered(rows, _needed(total))

    def count(self, row: Row, *, parts: bool = False) -> int:
        """Pages with such a row; with `parts`, also those that share only a part of it.

        A part may name the chapter. A hundredth of the height to and fro is allowed.
        """
        places = [self._whole(row), *(_parts(row) if parts and len(row.pieces) > 1 else ())]
        middle = round(row.y * 100)
        near = (middle - 1, middle, middle + 1)
        return max(
            len(set().union(*(self.pages.get((place, y), NOWHERE) for y in near)))
            for place in places
        )

    def count_words(self, row: Row) -> int:
        """Pages of any size with the words of the row near the same edge; 0 for a short row.

        Pages that differ in size have their running text in different places.
        """
        words = [mask(piece.text) for piece in row.pieces]
        if min(map(len, words)) < TELLING or row.size > self.large:
            return 0
        return min(len(self.words[row.top, text]) for text in words)

    def is_text(self, row: Row) -> bool:
        """Whether it is text of its page, alike on others but for more numbers than run."""
        return (row.top, mask(row.text)) in self.texts

    def holds_number(self, row: Row) -> bool:
        """Whether a row holds the number of its page as others do that repeat."""
        return row.size <= self.large and (row.top, _behind(row)) in self.numbered

    def ends_pages(self, row: Row, needed: float) -> bool:
        """Whether rows with the same words and the number of their page end so many pages."""
        numbered = ENDS_IN_NUMBER.search(row.text) and not CAPTION.match(row.text)
        return bool(numbered) and self.ends[_end(row)] >= needed

    def _numbered(self, rows: Sequence[Row], needed: int) -> set[tuple[bool, int | None]]:
        """Edges, with how far numbers are behind the pages there; some of the rows repeat."""
        found: defaultdict[tuple[bool, int | None], list[Row]] = defaultdict(list)
        for row in rows:
            if _behind(row) is not None:
                found[row.top, _behind(row)].append(row)
        return {
            place
            for place, same in found.items()
            if len({row.page for row in same}) > SEVERAL
            and any(self.count(row, parts=True) >= needed for row in same)
        }

    def _whole(self, row: Row) -> Place:
        """What rows must share; numbers in large type tell chapters apart."""
        return row.top, mask(row.text) if row.size <= self.large else row.text, None


def _end(row: Row) -> tuple[bool, str, int]:
    """The edge of a row, its words, and how far the number at its end is behind its page's."""
    number = ENDS_IN_NUMBER.search(row.text)
    return row.top, mask(row.text), row.page - int(number[0]) if number else 0


def _templated(rows: Sequence[Row]) -> set[tuple[bool, str]]:
    """Edges and masked texts of rows that are alike, but for more numbers than running text has.

    A sentence with as many as that is no running text either; what says "page 12" is.
    """
    numbers: defaultdict[tuple[bool, str], list[list[str]]] = defaultdict(list)
    for row in (row for row in rows if not NAMED_PAGE.search(row.text)):
        numbers[row.top, mask(row.text)].append(re.findall(r"\d+", row.text))
    return {
        (top, text)
        for (top, text), same in numbers.items()
        if WORD.search(text)
        and sum(len(set(each)) > 1 for each in zip(*same, strict=False)) + text.endswith(".")
        > MOST_VARYING
    }


def _behind(row: Row) -> int | None:
    """How far the number that stands apart at one end of a row is behind the number of its page."""
    ordered = sorted(row.pieces, key=lambda line: line.left)
    ends = ((ordered[0], ordered[1]), (ordered[-1], ordered[-2])) if len(ordered) > 1 else ()
    for end, beside in ends:
        apart = max(beside.left - end.right, end.left - beside.right)
        if DIGITS.fullmatch(end.text.strip()) and apart >= APART * row.size:
            return row.page - int(end.text)
    return None


def _parts(row: Row) -> list[Place]:
    """The parts of a row that have words; figures in a column repeat by chance."""
    longer = (piece for piece in row.pieces if len(piece.text) > 5)
    texts = ((mask(piece.text), piece) for piece in longer)
    return [(row.top, text, round(piece.left / 3)) for text, piece in texts if WORD.search(text)]


def _running(stack: list[Row], places: _Places, total: int, body: float) -> list[Row]:
    """The running rows of one edge: from the outermost on, up to the last that repeats."""
    if stack[0].ends_early:
        return stack if places.ends_pages(stack[0], max(SEVERAL + 1, INNER * total)) else []
    running: list[int] = []
    for depth, row in enumerate(stack, start=1):
        if places.is_text(row):
            break
        needed = _needed(total)
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


def _by_chance(row: Row, places: _Places, body: float) -> bool:
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
