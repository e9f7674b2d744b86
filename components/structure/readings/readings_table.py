"""The table over all readings, beside the comparison of two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.comparison.reading_table import reading_table
from components.errors import Boundary

if TYPE_CHECKING:
    from core.library import DocumentRecord


def readings_table(record: DocumentRecord) -> None:
    """All readings of a document in figures; what goes wrong with it stays in its place."""
    with Boundary():
        reading_table(record)
