"""Rows of text near an edge: on how many pages they stand in the same place, digits aside."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from core.parsing.structuring.markers import CAPTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.edge_rows import Row

LARGE = 1.3
"""Font size, in times of the running text, above which a row with a number is a heading."""

TELLING = 20
"""Letters of a text that does not repeat by chance, wherever it stands."""

SEVERAL = 2
"""Pages on which rows may be alike by chance."""

MOST_VARYING = 2
"""Numbers of a row that differ from page to page, those of page and section; more are a text's."""

APART = 2.0
"""Space between a page number and the rest of its row, in times of the font size, at least."""

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


def needed_pages(total: int) -> int:
    """On how many of all pages rows must be alike, to be running text."""
    return 3 if total > 5 else SEVERAL


class Places:
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
        self.numbered = self._numbered(rows, needed_pages(total))

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
