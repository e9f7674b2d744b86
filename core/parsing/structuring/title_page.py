"""What stands below the title of a document: who wrote it, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.quantities.dates import dates

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
    dated = [at for at, heading in enumerate(headings) if _is_date(heading.element.text)]
    if len(dated) != 1 or headings[dated[0]].page > LAST or headings[dated[0]].is_named:
        return []
    date, authors = headings[dated[0]], headings[1 : dated[0]]
    if len(authors) > AUTHORS or any(each.is_named for each in authors):
        return [date]
    return [*(each for each in authors if each.page == date.page), date]


def _is_date(text: str) -> bool:
    """Whether a text is a date of some year and nothing else but a label with a colon."""
    date = text.rpartition(": ")[2].strip()
    return any(
        (each.start, each.end) == (0, len(date)) and each.dates[0].year for each in dates(date)
    )
