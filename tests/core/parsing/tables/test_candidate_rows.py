"""Rows of words under one another that may be a table."""

from __future__ import annotations

from core.parsing.tables.candidate_rows import chains
from core.reading.line import Line


def phrase(text: str, left: float, top: float, width: float) -> Line:
    """A phrase of one word in 10 point type."""
    return Line(1, [text], [(left, top, left + width, top + 10)], 10.0)


def test_signs_without_width_behind_columns_of_figures_end_nothing() -> None:
    rows = [
        [phrase("12", 60, top, 14), phrase("34", 150, top, 14), phrase("\u2215", 300, top, 0)]
        for top in range(100, 200, 18)
    ]
    [chain] = chains(rows, 600)
    assert chain.rows == rows
