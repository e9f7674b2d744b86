"""Parts of the chunks of a document, and single ones."""

from __future__ import annotations

import pytest

from core.errors import InvalidOption, NotFound
from sightline import Library, Recipe

NAME = "narrative.pdf"


def test_parts_of_the_chunks_make_up_all(library: Library) -> None:
    chunks = library.chunks(NAME)
    count = library.chunk_count(NAME)
    assert count == len(chunks)
    assert library.chunks(NAME, offset=2, limit=3) == chunks[2:5]
    assert library.chunks(NAME, offset=count - 1) == chunks[-1:]
    assert library.chunks(NAME, limit=0) == library.chunks(NAME, offset=count) == []


@pytest.mark.parametrize(("offset", "limit"), [(-1, None), (0, -1), (-5, 5)])
def test_no_part_begins_or_ends_before_the_first(
    library: Library, offset: int, limit: int | None
) -> None:
    with pytest.raises(InvalidOption):
        library.chunks(NAME, offset=offset, limit=limit)


def test_a_chunk_is_found_by_its_id_in_its_recipe_only(library: Library) -> None:
    chunk = library.chunks(NAME)[1]
    assert library.chunk(NAME, chunk.id) == chunk
    other = Recipe.from_json({"strategy": "fixed", "options": {"max_tokens": 32}})
    for document, recipe in ((NAME, other), ("data_security_policy.pdf", None)):
        with pytest.raises(NotFound):
            library.chunk(document, chunk.id, recipe)
