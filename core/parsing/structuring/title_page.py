"""What stands below the title of a document: who wrote it, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.structuring.headings import is_date

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.structuring.headings import Heading

LAST = 2
"""Page on which the date of a document stands, at most."""

AUTHORS = 4
"""Headings between a title and its date, at most."""


def authors_and_date(headings: Sequence[Heading]) -> list[Heading]:
    """The date of a document, if it is set as a heading, and the headings between title and date.

    A document with several dates for headings, as a change log, has them for titles.
    """
    dated = [at for at, heading in enumerate(headings) if is_date(heading.element.text)]
    if len(dated) != 1:
        return []
    date, authors = headings[dated[0]], headings[1 : dated[0]]
    if date.page > LAST or date.entry is not None:
        return []
    if len(authors) > AUTHORS or any(each.is_named for each in authors):
        return [date]
    return [*(each for each in authors if each.page == date.page), date]
