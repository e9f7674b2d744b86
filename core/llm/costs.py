"""The calls of a ledger added up: by what they were for, and by document, with what they cost."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from core.llm.ledger import Call, Total, cost, totals
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

STAGES: dict[str, str] = word_table(__file__)
"""What each stage is for, in words for people."""

_NO_DOCUMENT = "Several documents, or none"
_FIELDS = ("time", *(name for name in Call.model_fields if name != "at"), "document_name")


@dataclass(frozen=True, slots=True)
class Row:
    """Calls taken together, and what they cost by the prices of the settings, in US dollars."""

    name: str
    total: Total
    cost: float


@dataclass(frozen=True, slots=True)
class Costs:
    """What was asked since the first call (seconds since 1970; None without one)."""

    since: float | None
    by_stage: tuple[Row, ...]
    by_document: tuple[Row, ...]
    whole: Row


def costs_of(
    calls: Sequence[Call], names: Mapping[str, str], input_price: float, output_price: float
) -> Costs:
    """The calls added up, the dearest first.

    `names` gives those of documents by id; prices are those of a million tokens.
    """

    def rows(key: Callable[[Call], str]) -> tuple[Row, ...]:
        paid = totals([call for call in calls if not call.here], key)
        sums = [
            Row(str(name), total, cost(paid.get(name, Total()).usage, input_price, output_price))
            for name, total in totals(calls, key).items()
        ]
        return tuple(sorted(sums, key=lambda row: (-row.cost, -row.total.calls, row.name)))

    return Costs(
        since=min((call.at for call in calls), default=None),
        by_stage=rows(lambda call: STAGES.get(call.stage, call.stage)),
        by_document=rows(lambda call: document_name(call, names)),
        whole=next(iter(rows(lambda _: "All")), Row("All", Total(), 0.0)),
    )


def document_name(call: Call, names: Mapping[str, str]) -> str:
    """The document that a call was for, as people know it."""
    if not call.document:
        return _NO_DOCUMENT
    return names.get(call.document) or f"Deleted document {call.document[:8]}"


def format_time(at: float) -> str:
    """A time of a ledger in words, in UTC: `2026-11-21 15:04`."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def as_csv(calls: Sequence[Call], names: Mapping[str, str]) -> str:
    """One line a call, with the names of documents; times in UTC."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, _FIELDS)
    writer.writeheader()
    for call in calls:
        fields: dict[str, Any] = call.model_dump(exclude={"at"})
        fields["time"] = datetime.fromtimestamp(call.at, UTC).isoformat(timespec="seconds")
        fields["document_name"] = safe_cell(names.get(call.document, ""))
        writer.writerow(fields)
    return out.getvalue()


def safe_cell(name: str) -> str:
    """A name for a CSV file that a spreadsheet does not take for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
