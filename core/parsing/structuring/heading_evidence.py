"""What the blocks of all pages tell together of headings that one page alone leaves open."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.parsing.structuring.heading_hints import settled
from core.parsing.structuring.heading_levels import assign_levels
from core.parsing.structuring.markers import CONTINUED
from core.parsing.structuring.outline import title_key
from core.parsing.structuring.title_page import authors_and_date
from core.sir import LEVEL_BY, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.parsing.elements import Element
    from core.parsing.structuring.headings import Heading
    from core.parsing.structuring.markers import Numbering
    from core.parsing.structuring.outline import Outline
    from core.parsing.structuring.text_style import Style

COVER = 60
"""Words of running text that a cover has at most."""

PARAGRAPH = 12
"""Words from which a block is a paragraph, not a label in a drawing."""

CONTINUED_HEADING = re.compile(rf"\W*(?:{CONTINUED.pattern})\W*$", re.IGNORECASE)
"""What stands behind a heading that comes once more on the next page."""

OPENINGS = 2
"""Pages that begin with a heading, from which it is one that is repeated on each."""

STACKED = 2.5
"""Times the font size between two headings that have no text between them, at most."""


@dataclass
class Evidence:
    """Headings, doubtful ones too, numbered text, and words of prose by page, of a document.

    `with_text` are pages that hold a paragraph, `contents` those on which a table of contents
    begins. `begun` are pages on which text stands above what comes now.
    """

    headings: list[Heading] = field(default_factory=list)
    numbered_text: Counter[tuple[str, int]] = field(default_factory=Counter)
    prose: Counter[int] = field(default_factory=Counter)
    with_text: set[int] = field(default_factory=set)
    contents: set[int] = field(default_factory=set)
    begun: set[int] = field(default_factory=set)

    def add_text(self, page: int, words: int, number: Numbering | None) -> None:
        """Notes a block of so many words that is no heading, and its number if it has one."""
        self.prose[page] += words
        if words:
            self.begun.add(page)
        if words >= PARAGRAPH:
            self.with_text.add(page)
        if number is not None:
            self.numbered_text[number.kind] += 1

    def finish(self, pages: int, outline: Outline) -> None:
        """Writes the levels of all headings of so many pages, and finds the title among them."""
        self._settle()
        self._claim(outline)
        self._demote(self._numbered_text())
        self._demote(self._drawn())
        self._demote(self._entries(), ElementType.DOC_INDEX)
        self._set_aside(self._repeated())
        self._demote(authors_and_date(self.headings))
        title = self._title(outline, has_cover=pages > 2)
        if title and pages > 2 and self.prose[title.page] < COVER:
            around = (other for other in self.headings if other is not title)
            self._demote(h for h in around if h.page == title.page and not h.is_named)
        self._write_levels(title, outline)

    def _write_levels(self, title: Heading | None, outline: Outline) -> None:
        below_title = [heading for heading in self.headings if heading is not title]
        for above, heading in itertools.pairwise(below_title):
            heading.stacked = _is_stacked(above.element, heading.element)
        levels = assign_levels(below_title, outline)
        entries = {heading.entry for heading in below_title if heading.entry is not None}
        nested = len(set(outline.levels(entries).values())) > 1
        for heading, level in zip(below_title, levels, strict=True):
            heading.element.level = level + (title is not None)
            heading.element.metadata[LEVEL_BY] = _rests_on(heading, nested=nested)
        if title is not None:
            title.element.type, title.element.level = ElementType.TITLE, 1

    def _claim(self, outline: Outline) -> None:
        """Leaves each entry of the outline to one heading: the nearest, the largest of these."""
        claims: defaultdict[int, list[Heading]] = defaultdict(list)
        for heading in self.headings:
            if heading.entry is not None:
                claims[heading.entry].append(heading)
        for entry, headings in claims.items():
            page = outline.entries[entry].page
            nearest = min(headings, key=lambda h: (abs(h.page - page), -h.style.size))
            for heading in headings:
                heading.entry = entry if heading is nearest else None

    def _settle(self) -> None:
        """Makes headings of the doubtful ones that others are like."""
        self.headings = settled(self.headings)
        for heading in (heading for heading in self.headings if heading.doubtful):
            heading.element.type = ElementType.SECTION_HEADER
            if heading.number is not None:
                self.numbered_text[heading.number.kind] -= 1

    def _numbered_text(self) -> list[Heading]:
        """Headings by their number alone, of which more begin text than headings."""
        titles = Counter(h.number.kind for h in self.headings if h.number is not None)
        return [
            heading
            for heading in self.headings
            if heading.plain and heading.number is not None and heading.entry is None
            if self.numbered_text[heading.number.kind] > titles[heading.number.kind]
        ]

    def _drawn(self) -> list[Heading]:
        """Headings by their capitals alone, on pages without text that they could stand above."""
        by_capitals = (h for h in self.headings if h.by_capitals and not h.is_named)
        return [heading for heading in by_capitals if heading.page not in self.with_text]

    def _entries(self) -> list[Heading]:
        """Headings in a table of contents, which come again on a later page.

        A table goes on on the next page if half of the headings there come again.
        """
        by_page: defaultdict[int, list[Heading]] = defaultdict(list)
        last: dict[str, int] = {}
        for heading in self.headings:
            by_page[heading.page].append(heading)
            name = _name(heading.element.text)
            last[name] = max(heading.page, last.get(name, heading.page))
        entries: list[Heading] = []
        open_page = -1
        for page, headings in sorted(by_page.items()):
            again = [h for h in headings if last[_name(h.element.text)] > page]
            goes_on = page - 1 == open_page and len(again) * 2 >= len(headings)
            if page in self.contents or goes_on:
                entries += again
                open_page = page
        return entries

    def _repeated(self) -> list[Heading]:
        """Headings that a page begins with although the page before ended in their section.

        A word alone, as "Rationale", heads another section each time, unless page after page
        begins with it.
        """
        openings = Counter(
            title_key(heading.element.text) for heading in self.headings if heading.opens_page
        )
        repeated: list[Heading] = []
        opened: dict[Style, Heading] = {}
        for heading in self.headings:
            size = heading.style.size
            opened = {style: other for style, other in opened.items() if style.size >= size}
            before = opened.get(heading.style)
            if before is not None and heading.opens_page and _goes_on(before, heading):
                text = heading.element.text
                marked = heading.number is not None or CONTINUED_HEADING.search(text) is not None
                if marked or openings[title_key(text)] >= OPENINGS:
                    repeated.append(heading)
            opened[heading.style] = heading
        return repeated

    def _demote(
        self, headings: Iterable[Heading], kind: ElementType = ElementType.PARAGRAPH
    ) -> None:
        """Makes elements of that kind of some of the headings."""
        demoted = set(headings)
        for heading in demoted:
            heading.element.type = kind
        self.headings = [heading for heading in self.headings if heading not in demoted]

    def _set_aside(self, headings: Sequence[Heading]) -> None:
        """Makes running text of some of the headings."""
        for heading in headings:
            heading.element.aside = "running text"
        self._demote(headings, ElementType.PAGE_HEADER)

    def _title(self, outline: Outline, *, has_cover: bool) -> Heading | None:
        """The heading of the first page that is set larger than any other, if it stands alone.

        What is set large beside it on a cover (a publisher, a series) is no heading.
        """
        if len(self.headings) < 2:
            return None
        sizes = [heading.style.size for heading in self.headings]
        place = sizes.index(max(sizes))
        title, before = self.headings[place], self.headings[:place]
        alone = sum(size >= max(sizes) - 0.5 for size in sizes) == 1
        if not alone or title.page > 2 or title.number is not None:
            return None
        if title.entry is not None and outline.entries[title.entry].level == 2:
            return None
        if before and (not has_cover or any(heading.is_named for heading in before)):
            return None
        self._demote(before)
        return title


def _rests_on(heading: Heading, *, nested: bool) -> str:
    """What the level of a heading was judged by; by its type alone it is not sure.

    An outline says nothing of levels where it is not `nested`.
    """
    if heading.entry is not None and nested:
        return "outline"
    return "type" if heading.number is None else "number"


def _goes_on(before: Heading, heading: Heading) -> bool:
    """Whether a heading is one of the page before once more."""
    text = CONTINUED_HEADING.sub("", heading.element.text)
    same = title_key(CONTINUED_HEADING.sub("", before.element.text)) == title_key(text)
    return same and heading.page == before.page + 1


def _is_stacked(above: Element, element: Element) -> bool:
    """Whether a heading comes right below another one."""
    last, first = above.lines[-1], element.lines[0]
    across = min(last.right, first.right) - max(last.left, first.left)
    near = -first.height < first.top - last.bottom < STACKED * max(last.size, first.size)
    return last.page == first.page and across > 0 and near


def _name(text: str) -> str:
    """The words of a heading without numbers and what counts chapters."""
    bare = re.sub(r"^\W*(?:(?:chapter|part|kapitel|teil)\s+)?[\divxlc.]*[\s:.]+", "", text.lower())
    return re.sub(r"[\W\d_]+", "", bare or text.lower())
