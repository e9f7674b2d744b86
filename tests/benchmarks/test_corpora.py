"""Chunks found again in the file that they were made of."""

from __future__ import annotations

import pytest

from benchmarks.corpora import FilePlaces, placed_texts, read_stream
from tests.cutting import cut

TEXT = "One sentence here.  And\nanother one.\n\nA second paragraph, which is longer.\n"


def test_chunks_of_a_stream_stand_where_their_words_do_in_the_file() -> None:
    stream = read_stream("letters", TEXT)
    places = FilePlaces(stream, TEXT)
    result = cut(stream, "fixed", max_tokens=16, overlap=0.25)
    for chunk in result.chunks:
        shown = " ".join(TEXT[start:end] for start, end in places.ranges(chunk))
        assert shown.split() == chunk.content.split()


def test_a_file_of_other_words_is_refused() -> None:
    with pytest.raises(ValueError, match="not those of its file"):
        FilePlaces(read_stream("letters", TEXT), TEXT + "More.")


def test_chunks_as_strings_are_found_in_order_whatever_their_white_space() -> None:
    text = "one two\n\none two three"
    found = placed_texts("a", text, ["one  two", "one\ntwo", "two three"])
    assert [one.ranges for one in found] == [((0, 7),), ((9, 16),), ((13, 22),)]
    with pytest.raises(ValueError, match="not a passage"):
        placed_texts("a", text, ["four"])
