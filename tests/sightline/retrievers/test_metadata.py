"""Metadata that came back from elsewhere: lines of a chunk, or an error that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core.errors import InputError
from sightline.retrievers import lines_of, metadata_of

if TYPE_CHECKING:
    from sightline import Library

LINE = {"page": 1, "left": 0.1, "top": 0.1, "right": 0.5, "bottom": 0.2}


def test_metadata_of_every_chunk_lead_back_to_its_lines(library: Library) -> None:
    for document in library.documents():
        for chunk in library.chunks(document.id):
            assert lines_of(metadata_of(chunk)) == list(chunk.lines)


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ({}, "they are missing"),
        ({"lines": None}, "list"),
        ({"lines": "[]"}, "list"),
        ({"lines": [{"page": 1}]}, "0.left"),
        ({"lines": [LINE | {"right": 0.0}]}, "right and bottom"),
        ({"lines": [LINE | {"role": "other"}]}, "0.role"),
    ],
)
def test_metadata_without_lines_say_where_to_find_them(
    metadata: dict[str, Any], reason: str
) -> None:
    with pytest.raises(InputError, match=reason) as refused:
        lines_of(metadata)
    assert "library.chunk(document, chunk).lines has them" in str(refused.value)
