"""Whether a document stands: superseded, expired, withdrawn, a draft, or of a day to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.library.edition_status import newer_edition
from core.library.iso_dates import days_of, is_future

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from core.editions.proposal import Proposal
    from core.library import DocumentRecord


@dataclass(frozen=True, slots=True)
class Standing:
    """What speaks against relying on a document; all empty if nothing does.

    `newer` is the newest edition in force that supersedes it. `status` is a confirmed one other
    than current, or a proposed one. `expired` is the end of its validity. `future` is a confirmed
    date of issue that is yet to come. What only its first pages say, without a person's
    confirmation, is named in `unconfirmed`.
    """

    newer: DocumentRecord | None = None
    status: str = ""
    expired: str = ""
    unconfirmed: frozenset[str] = frozenset()
    future: str = ""

    @property
    def stands(self) -> bool:
        """Whether nothing speaks against it."""
        return not (self.newer or self.status or self.expired or self.future)


def standing(
    record: DocumentRecord,
    records: Sequence[DocumentRecord],
    today: date,
    proposed: Mapping[str, Proposal] | None = None,
) -> Standing:
    """How a document stands among all `records`; what was confirmed comes before `proposed`."""
    values = {name: proposal.value for name, proposal in (proposed or {}).items()}
    own = {name: text for name, text in record.edition.model_dump().items() if text}
    known = values | own
    status, until = known.get("status", ""), known.get("valid_until", "")
    days = days_of(until)
    expired = until if days and days[1] < today else ""
    status = "" if status == "current" else status
    used = {name for name, value in (("status", status), ("valid_until", expired)) if value}
    future = own["issued"] if is_future(own.get("issued", ""), today) else ""
    newer, unconfirmed = newer_edition(record, records), frozenset(used - own.keys())
    return Standing(newer, status, expired, unconfirmed, future)


def in_words(standing: Standing, today: date) -> list[str]:
    """A sentence on each thing that speaks against a document, its newer edition by name."""
    hedge = " by its own pages, which nobody confirmed yet"
    sentences = [f"There is a newer edition: {_named(standing.newer)}."] if standing.newer else []
    if standing.status:
        said = hedge if "status" in standing.unconfirmed else ""
        sentences.append(f"Its status is {standing.status}{said}.")
    if standing.expired:
        said = hedge if "valid_until" in standing.unconfirmed else ""
        sentences.append(f"It was valid until {standing.expired}{said}; today is {today}.")
    if standing.future:
        sentences.append(f"It is dated {standing.future}, in the future: check it.")
    return sentences


def _named(record: DocumentRecord) -> str:
    issued = record.edition.issued
    return f"{record.name}, of {issued}" if issued else record.name
