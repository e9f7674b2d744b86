"""What stands beside the chapters: contents and preface, notes, bibliography, index."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING

from core.parsing.structuring.markers import BACK_MATTER, CONTENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.headings import Heading

FEWEST = 2
"""Headings of one level that may be chapters, at least."""


def are_back_matter(titles: Sequence[str]) -> list[bool]:
    """Which titles of a document name back matter; notes that come again belong to a chapter."""
    count = Counter(titles)
    return [bool(BACK_MATTER.match(title)) and count[title] == 1 for title in titles]


def with_back_matter(headings: Sequence[Heading], levels: Sequence[int]) -> list[int]:
    """Levels with notes, index and the like put beside the chapters, if these come before."""
    are_back = are_back_matter([heading.element.text.strip() for heading in headings])
    chapter = _level_of_chapters(headings, levels)
    lifted = list(levels)
    for index, heading in reversed(list(enumerate(headings))):
        if heading.entry is None and are_back[index]:
            lifted[index] = min(levels[index], chapter)
        elif levels[index] <= chapter or (heading.number and heading.number.pattern == "decimal"):
            break
    return lifted


def holding_no_chapters(headings: Sequence[Heading], levels: Sequence[int]) -> list[int]:
    """Levels with contents, preface and index no higher than the chapters, however large."""
    texts = [heading.element.text.strip() for heading in headings]
    named = [bool(CONTENTS.match(text) or BACK_MATTER.match(text)) for text in texts]
    others = [index for index, name in enumerate(named) if not name]
    chapter = _level_of_chapters([headings[i] for i in others], [levels[i] for i in others])
    return [
        max(level, chapter) if name and heading.entry is None else level
        for heading, level, name in zip(headings, levels, named, strict=True)
    ]


def _level_of_chapters(headings: Sequence[Heading], levels: Sequence[int]) -> int:
    """The highest level that several headings share, not only those of a title page."""
    first = takewhile(
        lambda pair: pair[0].page == 1 and pair[1] == levels[0], zip(headings, levels, strict=True)
    )
    shared = Counter(levels)
    several = [level for level in sorted(shared) if shared[level] >= FEWEST]
    behind = set(levels[sum(1 for _ in first) :])
    return next((level for level in several if level in behind), min(several, default=1))
