"""The glossary of a document as rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.evidence.quotable_units import quoted
from core.spans import Span, located
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.glossary.building import Glossary
    from core.sir import Sir

COLUMNS: dict[str, str] = word_table(__file__)
"""The columns of a row, and what each holds."""


def glossary_rows(sir: Sir, glossary: Glossary) -> Iterator[dict[str, Any]]:
    """A row for each entry, with all `COLUMNS`; pages are 1-based, None where unknown.

    `meaning` and `source` are words of the document; a drug has neither, as no line defines it.
    """
    for entry in glossary.entries:
        page, first = (_page(sir, spans) for spans in (entry.source, [entry.first]))
        yield {
            "form": entry.form,
            "kind": entry.kind.value,
            "meaning": entry.meaning,
            "source": quoted(sir, entry.defined),
            "page": page,
            "printed_page": sir.pages[page - 1].label if page else None,
            "first_page": first,
            "reason": entry.reason,
        }


def _page(sir: Sir, spans: Sequence[Span]) -> int | None:
    return min((line.box.page for line in located(sir, spans)), default=None)
