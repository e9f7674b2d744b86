"""What the blocks of all pages tell together of headings that one page alone leaves open."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from core.parsing.structuring.heading_hints import headings_among
from core.parsing.structuring.heading_levels import assign_levels
from core.parsing.structuring.headings import Candidate
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.parsing.elements import Element
    from core.parsing.structuring.heading_hints import Hint
    from core.parsing.structuring.markers import Numbering

COVER = 60
"""Words of running text that a cover has at most."""

PARAGRAPH = 12
"""Words from which a block is a paragraph, not a label in a drawing."""

STACKED = 2.5
"""Times the font size between two headings that have no text between them, at most."""


@dataclass
class Evidence:
    """Headings, what may be one, numbered text, and words of prose by page, of a document.

    `with_text` are pages that hold a paragraph, `contents` those on which a table of contents
    begins.
    """

    headings: list[tuple[Element, Candidate]] = field(default_factory=list)
    hints: list[Hint] = field(default_factory=list)
    numbered_text: Counter[tuple[str, int]] = field(default_factory=Counter)
    prose: Counter[int] = field(default_factory=Counter)
    with_text: set[int] = field(default_factory=set)
    contents: set[int] = field(default_factory=set)

    def add_text(self, page: int, words: int, number: Numbering | None) -> None:
        """Notes a block of so many words that is no heading, and its number if it has one."""
        self.prose[page] += words
        if words >= PARAGRAPH:
            self.with_text.add(page)
        if number is not None:
            self.numbered_text[number.pattern, number.depth] += 1

    def finish(self, pages: int) -> None:
        """Writes the levels of all headings of so many pages, and finds the title among them."""
        self._promote()
        self._demote(partial(_is_numbered_text, self._numbers_of_text()))
        self._demote(self._is_drawing)
        self._demote(partial(_is_entry, self._in_contents()), ElementType.DOC_INDEX)
        title = self._title(has_cover=pages > 2)
        if title is not None and pages > 2:
            cover = title.lines[0].page
            if self.prose[cover] < COVER:
                self._demote(partial(_stands_on, cover, title))
        self._write_levels(title)

    def _write_levels(self, title: Element | None) -> None:
        chosen = [pair for pair in self.headings if pair[0] is not title]
        for (above, _), (element, found) in itertools.pairwise(chosen):
            found.stacked = _is_stacked(above, element)
        levels = assign_levels([found for _, found in chosen]) if chosen else []
        for (element, _), level in zip(chosen, levels, strict=True):
            element.level = level + (title is not None)
        if title is not None:
            title.type, title.level = ElementType.TITLE, 1

    def _promote(self) -> None:
        """Makes headings of the blocks that are alike in more than chance would have it."""
        known = [found.number for _, found in self.headings if found.number is not None]
        added = headings_among(self.hints, known)
        for held in reversed(added):
            held.element.type = ElementType.SECTION_HEADER
            if held.number is not None:
                self.numbered_text[held.number.pattern, held.number.depth] -= 1
            self.headings.insert(held.place, (held.element, Candidate(held.style, held.number)))

    def _numbers_of_text(self) -> frozenset[tuple[str, int]]:
        """Pattern and depth of the numbers that begin more blocks of text than headings."""
        numbers = [found.number for _, found in self.headings if found.number is not None]
        headings = Counter((number.pattern, number.depth) for number in numbers)
        return frozenset(
            kind for kind, count in self.numbered_text.items() if count > headings[kind]
        )

    def _is_drawing(self, element: Element, found: Candidate) -> bool:
        """Whether a line is in capitals only, and its page holds no text it could stand above."""
        by_chance = found.by_capitals and found.number is None and found.outline is None
        return by_chance and element.lines[0].page not in self.with_text

    def _in_contents(self) -> dict[int, set[str]]:
        """For each page of a table of contents the names of its headings that come again later.

        A table goes on on the next page if half of the headings there come again.
        """
        by_page: defaultdict[int, list[str]] = defaultdict(list)
        last: dict[str, int] = {}
        for element, _ in self.headings:
            page, name = element.lines[0].page, _name(element.text)
            by_page[page].append(name)
            last[name] = max(page, last.get(name, page))
        found: dict[int, set[str]] = {}
        for page, names in sorted(by_page.items()):
            again = [name for name in names if last[name] > page]
            goes_on = page - 1 in found and len(again) * 2 >= len(names)
            if page in self.contents or goes_on:
                found[page] = set(again)
        return found

    def _demote(
        self,
        is_text: Callable[[Element, Candidate], bool],
        kind: ElementType = ElementType.PARAGRAPH,
    ) -> None:
        """Makes elements of that kind of the headings for which `is_text` holds."""
        demoted = [is_text(element, found) for element, found in self.headings]
        pairs = list(zip(self.headings, demoted, strict=True))
        for (element, _), is_demoted in pairs:
            if is_demoted:
                element.type = kind
        self.headings = [pair for pair, is_demoted in pairs if not is_demoted]

    def _title(self, *, has_cover: bool) -> Element | None:
        """The heading of the first page that is set larger than any other, if it stands alone.

        What is set large beside it on a cover (a publisher, a series) is no heading.
        """
        if len(self.headings) < 2:
            return None
        sizes = [found.style.size for _, found in self.headings]
        place = sizes.index(max(sizes))
        element, found = self.headings[place]
        page = element.lines[0].page
        alone = sum(size >= max(sizes) - 0.5 for size in sizes) == 1
        if not alone or page > 2 or found.number is not None or found.outline == 2:
            return None
        before = self.headings[:place]
        if before and not has_cover:
            return None
        if any(other.number is not None or other.outline for _, other in before):
            return None
        for other, _ in before:
            other.type = ElementType.PARAGRAPH
        self.headings = self.headings[place:]
        return element


def _is_stacked(above: Element, element: Element) -> bool:
    """Whether a heading comes right below another one."""
    last, first = above.lines[-1], element.lines[0]
    across = min(last.right, first.right) - max(last.left, first.left)
    near = -first.height < first.top - last.bottom < STACKED * max(last.size, first.size)
    return last.page == first.page and across > 0 and near


def _is_numbered_text(kinds: frozenset[tuple[str, int]], _: Element, found: Candidate) -> bool:
    """Whether blocks with such a number are text more often than headings."""
    if not found.plain or found.number is None or found.outline is not None:
        return False
    return (found.number.pattern, found.number.depth) in kinds


def _is_entry(contents: dict[int, set[str]], element: Element, _: Candidate) -> bool:
    """Whether a heading is an entry of a table of contents: it comes again on a later page."""
    return _name(element.text) in contents.get(element.lines[0].page, ())


def _name(text: str) -> str:
    """The words of a heading without numbers and what counts chapters."""
    bare = re.sub(r"^\W*(?:(?:chapter|part|kapitel|teil)\s+)?[\divxlc.]*[\s:.]+", "", text.lower())
    return re.sub(r"[\W\d_]+", "", bare or text.lower())


def _stands_on(cover: int, title: Element, element: Element, found: Candidate) -> bool:
    """Whether a heading is one of the lines around the title of a cover."""
    known = found.number is not None or found.outline is not None
    return element is not title and element.lines[0].page == cover and not known
