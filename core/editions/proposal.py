"""What the first pages and running lines of a document say of it as an edition.

Each value has its own lines. It is proposed only: it counts when a person has confirmed it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from core.recommendations.document_dates import document_dates
from core.recommendations.stating import stated
from core.sir import ElementType
from core.spans import Span
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.library import DocumentRecord
    from core.quantities.quantity import Date
    from core.recommendations.base import Stated
    from core.sir import Sir

_TABLE = word_table(__file__)
_ORGANISATION = whole_words(_TABLE["organisation"])
_COMPOUND = re.compile(rf"(?:{'|'.join(_TABLE['organisation'])})\b", re.IGNORECASE)
_PUBLISHER = re.compile(
    rf"(?:{'|'.join(_TABLE['publisher'])})\s*:?\s+(?P<name>[^.;,\n]+)", re.IGNORECASE
)
_COPYRIGHT = re.compile(r"(?:©|\(c\)|Copyright)\s*(?P<name>[^\W\d][^\d.;©]*?),?\s+(?:19|20)\d\d\b")
_STATUS = {
    name: any_of([rf"\b{word}\b" for word in words]) for name, words in _TABLE["status"].items()
}
_ANOTHER = re.compile(r"\b(?:replaces?|ersetzt|supersedes)\b", re.IGNORECASE)
_NAME_WORDS = 12
"""A line with an organisation and no more words than this is its name."""
_FIRST_PAGE_NODES = 30
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
    if publisher := _publisher(sir):
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
    """Title and name of the file without versions and dates, in lower case."""
    texts = [record.stated("title"), record.name]
    bare = [" ".join(_VERSION_WORDS.sub(" ", text).casefold().split()) for text in texts]
    return [text for text in bare if text] or [record.sha]


def _first_texts(sir: Sir) -> Iterator[tuple[int, str]]:
    """Texts of the first page: those of the flow, then those that were set aside."""
    for node, each in enumerate(sir.nodes):
        if not each.text or each.type is ElementType.DOC_INDEX:
            continue
        words = sir.words_between(node, 0, len(each.text))
        if len(words) and int(sir.lines.page[sir.words.line[words[0]]]) <= (
            1 if node < sir.flow else 2
        ):
            yield node, each.text


def _publisher(sir: Sir) -> Proposal | None:
    """Who a line says published it, else an organisation on a line of its own, else who has the
    rights."""
    texts = list(_first_texts(sir))
    for pattern in (_PUBLISHER, _COPYRIGHT):
        for node, text in texts:
            if match := pattern.search(text):
                return _named(sir, Span(node, *match.span("name")))
        if pattern is _PUBLISHER:
            for node, text in texts:
                named = _ORGANISATION.search(text) or _COMPOUND.search(text)
                if named and node < sir.flow and len(text.split()) <= _NAME_WORDS:
                    return _named(sir, Span(node, 0, len(text)))
    return None


def _named(sir: Sir, span: Span) -> Proposal:
    words = stated(sir, span)
    return Proposal(words.words.strip(" ,"), words)


def _status(sir: Sir) -> Proposal | None:
    for node, text in _first_texts(sir):
        if len(text.split()) > _NAME_WORDS or _ANOTHER.search(text):
            continue
        for status, pattern in _STATUS.items():
            if match := pattern.search(text):
                return Proposal(status, stated(sir, Span(node, *match.span())))
    return None
