"""The status of a document by what people confirmed of it and of its other editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library.iso_dates import days_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from core.library.record import DocumentRecord

STATUSES = ("current", "draft", "superseded", "expired", "withdrawn")
_NOT_IN_FORCE = frozenset({"draft", "withdrawn"})


def editions_of(record: DocumentRecord, records: Sequence[DocumentRecord]) -> list[DocumentRecord]:
    """All editions of the work of a document, itself among them, the oldest first."""
    work = record.edition.work
    members = [each for each in records if each.edition.work == work] if work else []
    return sorted(
        members or [record], key=lambda each: (each.edition.place, each.added_at, each.sha)
    )


def newer_edition(
    record: DocumentRecord, records: Sequence[DocumentRecord]
) -> DocumentRecord | None:
    """The newest edition that came after a document; drafts and withdrawn ones do not count."""
    editions = editions_of(record, records)
    at = next((i for i, each in enumerate(editions) if each.sha == record.sha), len(editions))
    later = [each for each in editions[at + 1 :] if each.edition.status not in _NOT_IN_FORCE]
    return later[-1] if later else None


def edition_status(record: DocumentRecord, records: Sequence[DocumentRecord], today: date) -> str:
    """One of `STATUSES`; empty where nothing was confirmed that says so."""
    edition, days = record.edition, days_of(record.edition.valid_until)
    if edition.status in _NOT_IN_FORCE or edition.status == "superseded":
        return edition.status
    if newer_edition(record, records):
        return "superseded"
    if days and days[1] < today:
        return "expired"
    # Once its other editions are gone, which may have been newer, it says nothing to be one.
    is_newest = len(editions_of(record, records)) > 1
    return "current" if days or edition.status or is_newest else ""
