"""Documents by what is known of them: title, author, date, language, publisher and status.

Source: thesis, section 2.6.4 (metadata attachments).
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal
from unicodedata import normalize

from pydantic import AfterValidator, ValidationError

from core.errors import InvalidOption, first_problem
from core.library.edition_status import STATUSES, edition_status
from core.library.iso_dates import check_date, days_of
from core.value_models import StrictModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.library.record import DocumentRecord


_Date = Annotated[str, AfterValidator(check_date)]


def _check_status(text: str) -> str:
    if text and text not in STATUSES:
        raise ValueError(f"is no status. Choose one of: {', '.join(STATUSES)}")
    return text


class DocumentFilter(StrictModel):
    """What documents must be like; what is empty holds for all.

    Every word of `title` must stand in the title or the names of the file, every word of `author`
    in the author, and of `publisher` in the publisher, whatever their case. Dates are ISO 8601,
    both ends belong to the time; the date of issue that a person confirmed comes before that of
    the file. `status` is one of `edition_status`.
    """

    title: str = ""
    author: str = ""
    publisher: str = ""
    status: Annotated[str, AfterValidator(_check_status)] = ""
    language: Literal["", "english", "german", "other"] = ""
    since: _Date = ""
    until: _Date = ""

    @property
    def is_empty(self) -> bool:
        """Whether it holds for all documents."""
        return not any(self.model_dump().values())

    def split(
        self, records: Iterable[DocumentRecord]
    ) -> tuple[list[DocumentRecord], list[DocumentRecord]]:
        """The documents that it holds for, and those of which too little is known to say so.

        Editions are known as far as they are among the records.
        """
        among = list(records)
        verdicts = [(record, self._holds(record, among)) for record in among]
        return (
            [record for record, holds in verdicts if holds],
            [record for record, holds in verdicts if holds is None],
        )

    def _holds(self, record: DocumentRecord, among: list[DocumentRecord]) -> bool | None:
        status = edition_status(record, among, date.today()) if self.status else ""
        checks = (
            _names(self.title, " ".join((record.stated("title"), *record.names))),
            _names(self.author, record.stated("author")),
            _is(self.language, record.parse.language if record.parse else ""),
            _names(self.publisher, record.edition.publisher),
            _is(self.status, status),
            self._in_time(record.edition.issued or record.stated("date")),
        )
        if False in checks:
            return False
        return None if None in checks else True

    def _in_time(self, text: str) -> bool | None:
        """Whether the days that a date may mean lie in the time; None where only some may."""
        days, since, until = days_of(text), days_of(self.since), days_of(self.until)
        if not (since or until):
            return True
        if not days:
            return None
        first = since[0] if since else date.min
        last = until[1] if until else date.max
        if first <= days[0] and days[1] <= last:
            return True
        return None if days[0] <= last and first <= days[1] else False


def read_filter(values: Mapping[str, str]) -> DocumentFilter:
    """A filter from values by their names.

    Raises:
        InvalidOption: a date is none, or something in it is unknown.
    """
    try:
        return DocumentFilter.model_validate({k: v.strip() for k, v in values.items()})
    except ValidationError as error:
        raise InvalidOption(f"The filter of documents, {first_problem(error)}.") from error


def _names(wanted: str, text: str) -> bool | None:
    if not wanted:
        return True
    if not text.strip():
        return None
    folded = _folded(text)
    return all(word in folded for word in _folded(wanted).split())


def _folded(text: str) -> str:
    return normalize("NFC", text).casefold()


def _is(wanted: str, known: str) -> bool | None:
    if not wanted:
        return True
    return known == wanted if known else None
