"""What the first pages and running lines of a document say of it as an edition.

Each value has its own lines. It is proposed only: it counts when a person has confirmed it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from core.evidence.surrounding_lines import lines_within, nodes_up_to_page
from core.recommendations.document_dates import DocumentDates, document_dates
from core.recommendations.stating import matched, stated
from core.sir import ElementType, Sir
from core.spans import Span, text_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.library import DocumentRecord
    from core.quantities.quantity import Date
    from core.recommendations.base import Stated

_TABLE = word_table(__file__)
_JOINING = frozenset(_TABLE["joining"])
_ORGANISATION = re.compile(
    rf"\b(?:{'|'.join(_TABLE['organisation'])})(?=,|\s+(?:{'|'.join(_JOINING)})\b|$)"
    rf"|(?:{'|'.join(_TABLE['organisation_de'])})\b",
    re.IGNORECASE,
)
"""The noun of a name; in English the last one, or what "of" or the like follows."""
_PUBLISHER = re.compile(
    rf"(?:{'|'.join(_TABLE['publisher'])})\s*:?\s+(?:(?:the|der|die|das|dem)\s+)?", re.IGNORECASE
)
_COPYRIGHT = re.compile(r"(?:©|\(c\)|Copyright)\s*(?P<name>[^\W\d][^\d;©]*?),?\s+(?:19|20)\d\d\b")
_NEXT_VALUE = re.compile(r"[\d:©|]")
"""What a line below a name holds that is no part of it."""
_NO_NAME = re.compile(r"[\d:;|©?!]|\.(?!\s?V\.$|$)|(?<![VcdIo])\.$|(?<![Ie])\.\s")
_STATUS = {
    name: re.compile(rf"(?:status\s*:\s*)?(?:{'|'.join(words)})\W*", re.IGNORECASE)
    for name, words in _TABLE["status"].items()
}
_NAME_WORDS = 12
"""A name has no more words than this."""
_SAME_TITLE = 85.0
"""Percent of likeness of titles, from which two documents may be editions of one work."""
_VERSION_WORDS = re.compile(
    r"\b(?:version|edition|update|auflage|fassung|v)?\s*\d+(?:[._]\d+)*\b|[_.-]+|\bpdf\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A value as `core.library.editions` takes it, and the words that say so."""

    value: str
    stated: Stated


def proposals(sir: Sir) -> dict[str, Proposal]:
    """Values by the names of `core.library.editions.FIELDS`; what is not stated is left out.

    Without a word on it, a status is not proposed.
    """
    dates = document_dates(sir)
    proposed: dict[str, Proposal] = {}
    if issued := dates.published or dates.effective or dates.updated:
        proposed["issued"] = Proposal(iso(issued.date), issued.stated)
    if dates.valid_until:
        proposed["valid_until"] = Proposal(iso(dates.valid_until.date), dates.valid_until.stated)
    if dates.version and (number := re.search(r"\d[\w.]*", dates.version.words)):
        proposed["version"] = Proposal(number.group().rstrip("."), dates.version)
    if publisher := _publisher(sir, an_edition=dates != DocumentDates()):
        proposed["publisher"] = publisher
    if status := _status(sir):
        proposed["status"] = status
    return proposed


def iso(date: Date) -> str:
    """A day, month or year as ISO 8601."""
    parts = [f"{date.year:04d}"] if date.year else []
    parts += [f"{number:02d}" for number in (date.month, date.day) if parts and number]
    return "-".join(parts)


def same_work(record: DocumentRecord, others: Iterable[DocumentRecord]) -> list[DocumentRecord]:
    """Other documents that may be editions of the same work by their titles, the likest first."""
    scores = [
        (
            max(
                fuzz.token_sort_ratio(one, two) for one in _titles(record) for two in _titles(other)
            ),
            other,
        )
        for other in others
        if other.sha != record.sha
    ]
    alike = [pair for pair in scores if pair[0] >= _SAME_TITLE]
    return [other for _, other in sorted(alike, key=lambda pair: -pair[0])]


def _titles(record: DocumentRecord) -> list[str]:
    texts = [record.stated("title"), record.name]
    bare = [" ".join(_VERSION_WORDS.sub(" ", text).casefold().split()) for text in texts]
    return [text for text in bare if text] or [record.sha]


def _first_lines(sir: Sir) -> Iterator[tuple[Span, ...]]:
    """The lines of each text of the first page, and of those above and below the first two."""
    first = set(nodes_up_to_page(sir, 1))
    for node in nodes_up_to_page(sir, 2):
        each = sir.nodes[node]
        if each.type is not ElementType.DOC_INDEX and (node in first or node >= sir.flow):
            yield tuple(lines_within(sir, node, 0, len(each.text)))


def _publisher(sir: Sir, *, an_edition: bool) -> Proposal | None:
    """Who a line says published it, else the one organisation whose name stands by itself, else
    who has the rights.

    An organisation counts only where the document states a date or a version of itself: on a form
    or beside an author it is none that published.
    """
    texts = list(_first_lines(sir))
    named = [span for lines in texts if (span := _published_by(sir, lines))]
    alone = [span for lines in texts if (span := _organisation(sir, lines))]
    if an_edition and len({text_of(sir, span).casefold() for span in alone}) == 1:
        named += alone
    named += [span for lines in texts for line in lines if (span := _holder(sir, line))]
    return _named(sir, named[0]) if named else None


def _published_by(sir: Sir, lines: Sequence[Span]) -> Span | None:
    """The name behind "published by" at the beginning of a line, to the end of it or of others."""
    for place, line in enumerate(lines):
        if label := _PUBLISHER.match(text_of(sir, line)):
            below = takewhile(
                lambda other: not _NEXT_VALUE.search(text_of(sir, other)), lines[place + 1 :]
            )
            end = [line, *below][-1].end
            return _if_name(sir, Span(line.node, line.start + label.end(), end))
    return None


def _organisation(sir: Sir, lines: Sequence[Span]) -> Span | None:
    span = Span(lines[0].node, lines[0].start, lines[-1].end)
    named = span.node < sir.flow and _ORGANISATION.search(text_of(sir, span))
    return _if_name(sir, span) if named else None


def _holder(sir: Sir, line: Span) -> Span | None:
    right = _COPYRIGHT.match(text_of(sir, line))
    return _if_name(sir, matched(line, right, "name")) if right else None


def _if_name(sir: Sir, span: Span) -> Span | None:
    words = text_of(sir, span).split()
    whole = 0 < len(words) <= _NAME_WORDS and words[-1].casefold() not in _JOINING
    if not whole or _NO_NAME.search(" ".join(words)):
        return None
    capital = all(
        word.casefold().strip(",") in _JOINING or not word[0].islower() or word == "e."
        for word in words
    )
    return span if capital and words[0][0].isupper() else None


def _named(sir: Sir, span: Span) -> Proposal:
    words = stated(sir, span)
    return Proposal(words.words.strip(" ,"), words)


def _status(sir: Sir) -> Proposal | None:
    for lines in _first_lines(sir):
        if sir.nodes[lines[0].node].type is ElementType.TABLE_CELL:
            continue
        for place, line in enumerate(lines):
            text = text_of(sir, line)
            for status, pattern in _STATUS.items():
                if pattern.fullmatch(text) and not (place and text[0].islower()):
                    return Proposal(status, stated(sir, line))
    return None
