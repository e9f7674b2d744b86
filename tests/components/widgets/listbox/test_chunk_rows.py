"""A row says what a chunk begins with and where it stands."""

from __future__ import annotations

from components.widgets.listbox.chunk_rows import chunk_rows
from components.widgets.page_view import colour_of
from tests.builders import heading
from tests.cutting import cut


def test_a_row_begins_with_the_chunk_proper_and_not_with_what_is_put_in_front() -> None:
    blocks = [heading("Dose"), "Take it daily. " * 40]
    result = cut(blocks, "hierarchical", max_tokens=64)
    row = chunk_rows(result, result.chunks)[1]
    assert row.text.startswith("Take it daily.")
    assert row.text.endswith("…")
    assert (row.number, row.colour, row.path) == (2, colour_of(1), "Dose")
    assert row.tokens == result.chunks[1].token_count
