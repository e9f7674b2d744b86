"""Chunks as rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.export.chunk_table import COLUMNS, USUAL, chunk_rows

if TYPE_CHECKING:
    from tests.core.export.conftest import Make


def test_each_row_has_all_columns_and_the_words_of_its_chunk(make: Make) -> None:
    result = make("fixed", max_tokens=64)
    rows = list(chunk_rows(result, "guideline.pdf"))
    assert [row["text"] for row in rows] == [chunk.content for chunk in result.chunks]
    assert all(list(row) == list(COLUMNS) for row in rows)
    assert set(USUAL) <= COLUMNS.keys()
    assert [row["tokens"] for row in rows] == [chunk.token_count for chunk in result.chunks]
