"""When a document was published, from when and until when it holds, and its version.

Read from what its first pages say in so many words, and from the lines that run above and below
its pages. A date that no such word stands before is none of the document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.quantities.dates import dates
from core.quantities.quantity import Date
from core.recommendations.stating import matched, stated, text_of
from core.sir import ElementType
from core.spans import Span
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.recommendations.base import Stated
    from core.sir import Sir

_LISTS: dict[str, list[str]] = word_table(__file__)
_KINDS = {
    kind: re.compile(rf"\b(?:{'|'.join(_LISTS[kind])})\s*[:,|]?\s*(?:in\s+|im\s+)?", re.IGNORECASE)
    for kind in ("published", "updated", "effective", "valid_until")
}
_VERSION = re.compile(
    rf"\b(?:{'|'.join(_LISTS['version'])})\s*[:|]?\s*(?:no\.?\s*|nr\.?\s*)?"
    r"(?P<value>[vV]?\d+(?:\.\d+)*[a-z]?)(?![\w.]*\d|\s*[%/])|\b(?P<ordinal>\d+)\.\s+Auflage\b",
    re.IGNORECASE,
)
_VERSION_DATE = re.compile(r"\s*(?:,|[(–-]|vom|dated?)\s*")
_ANOTHER = re.compile(
    r"\b(?:replaces?|since|previous|earlier|ersetzt|seit|from|gegenüber)\W+(?:\w+\W+)?$",
    re.IGNORECASE,
)
"""What stands before the version of another edition."""
_FIRST_PAGES = 2
_PROSE = 300
"""Characters of a paragraph, from which it tells of other versions rather than names its own."""
_NOT_OWN = frozenset(
    {ElementType.REFERENCE_ITEM, ElementType.REFERENCE_LIST, ElementType.DOC_INDEX}
)
_YEAR = re.compile(r"(?:19|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class StatedDate:
    """A date as a document states it, with the word that says what it is the date of."""

    stated: Stated
    date: Date


@dataclass(frozen=True, slots=True)
class DocumentDates:
    """What a document states of itself; None is what it does not state.

    `effective` is from when it holds or was approved. A date that only stands beside the version
    ("Version 2.1, May 2031") is the one of its publication.
    """

    published: StatedDate | None = None
    updated: StatedDate | None = None
    effective: StatedDate | None = None
    valid_until: StatedDate | None = None
    version: Stated | None = None

    @property
    def current(self) -> StatedDate | None:
        """The date that the text stands for: of its last change, its approval, its publication."""
        return self.updated or self.effective or self.published


def document_dates(sir: Sir) -> DocumentDates:
    """What the first pages and the running lines of a document say of its dates and version."""
    dated: dict[str, StatedDate] = {}
    version: Stated | None = None
    for span in _first_texts(sir):
        for kind, pattern in _KINDS.items():
            if kind not in dated and (date := _dated(sir, span, pattern)):
                dated[kind] = date
        if version is None and (match := _version(text_of(sir, span))):
            version = stated(sir, matched(span, match))
            if "published" not in dated and (date := _beside(sir, span, match)):
                dated["published"] = date
    return DocumentDates(**dated, version=version)


def _first_texts(sir: Sir) -> Iterator[Span]:
    """Texts that may speak of the document: short ones of its first pages, the flow first."""
    for node, each in enumerate(sir.nodes):
        if node == 0 or not each.text or each.type in _NOT_OWN:
            continue
        words = sir.words_between(node, 0, len(each.text))
        if not len(words):
            continue
        page = int(sir.lines.page[sir.words.line[words[0]]])
        if page <= _FIRST_PAGES and len(each.text) <= _PROSE:
            yield Span(node, 0, len(each.text))


def _dated(sir: Sir, span: Span, pattern: re.Pattern[str]) -> StatedDate | None:
    text = text_of(sir, span)
    for match in pattern.finditer(text):
        for end, date in _dates_at(text, match.end()):
            return StatedDate(stated(sir, Span(span.node, match.start(), end)), date)
    return None


def _dates_at(text: str, place: int) -> Iterator[tuple[int, Date]]:
    """The date that begins at a place, with its end; a year alone, if that is all."""
    for quantity in dates(text):
        if quantity.start == place and len(quantity.dates) == 1 and quantity.dates[0].year:
            yield quantity.end, quantity.dates[0]
            return
    if year := _YEAR.match(text, place):
        yield year.end(), Date(int(year.group()), None, None)


def _version(text: str) -> re.Match[str] | None:
    """The version that a text names; not the one that the document replaces."""
    for match in _VERSION.finditer(text):
        year = _YEAR.fullmatch(match["value"] or "")
        if not year and not _ANOTHER.search(text[: match.start()]):
            return match
    return None


def _beside(sir: Sir, span: Span, version: re.Match[str]) -> StatedDate | None:
    """The date just behind a version."""
    text = text_of(sir, span)
    gap = _VERSION_DATE.match(text, version.end())
    for end, date in _dates_at(text, gap.end()) if gap else ():
        return StatedDate(stated(sir, Span(span.node, version.start(), end)), date)
    return None
