from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.parsing.hyphens import vocabulary_of
from core.parsing.text_joining import join
from core.reading.line import Line

WORD = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=8)


def line(*words: str) -> Line:
    return Line(1, list(words), [(0.0, 0.0, 1.0, 1.0)] * len(words))


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("treat-", "ment", "treatment"),
        ("soft\u00ad", "ware", "software"),
        ("COVID-", "19", "COVID-19"),
        ("M\u00fcller-", "L\u00fcdenscheidt", "M\u00fcller-L\u00fcdenscheidt"),
        ("Vor-", "und", "Vor- und"),
        ("state-of-the-", "art", "state-of-the-art"),
        ("-", "dash", "- dash"),
        ("\u65e5\u672c", "\u8a9e\u306e", "\u65e5\u672c\u8a9e\u306e"),
    ],
)
def test_a_line_end_joins_words_as_a_reader_would(before: str, after: str, text: str) -> None:
    assert join([line(before), line(after)]).text == text


def test_a_compound_keeps_its_hyphen_where_the_document_writes_it_so_elsewhere() -> None:
    lines = [line("a", "well-known", "fact"), line("the", "well-"), line("known", "fact")]
    vocabulary = vocabulary_of(lines)
    assert join(lines[1:], vocabulary).text == "the well-known fact"


@given(st.lists(st.lists(WORD, min_size=1, max_size=5), min_size=1, max_size=5))
def test_ranges_cover_every_character_but_spaces_in_order(lines: list[list[str]]) -> None:
    joined = join([line(*words) for words in lines])
    ranges = list(zip(joined.starts, joined.ends, strict=True))
    assert len(ranges) == sum(map(len, lines))
    assert "".join(joined.text[a:b] for a, b in ranges) == joined.text.replace(" ", "")
    assert all(a < b for a, b in ranges)
    assert all(one[1] <= two[0] for one, two in itertools.pairwise(ranges))
