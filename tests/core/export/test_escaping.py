"""A text shows in Markdown as it is written, with as few backslashes as that needs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.export.escaping import escaped, escapes, one_line
from tests.core.export.markdown_reader import Block, blocks

SIGNS = st.text(st.sampled_from(list("ab1 .)*_`~<>&;[](!#+-=|\\/^:x")), max_size=24)


@given(SIGNS)
def test_any_text_is_read_back_as_one_paragraph(text: str) -> None:
    plain = " ".join(text.split())
    assert blocks(escaped(plain)) == ([Block("p", plain)] if plain else [])


@given(SIGNS)
def test_any_text_is_read_back_as_one_heading(text: str) -> None:
    plain = " ".join(text.split())
    places = escapes(plain, heading=True)
    line = "".join(f"\\{char}" if at in places else char for at, char in enumerate(plain))
    assert blocks(f"## {line}") == ([Block("h2", plain)] if plain else [])


@pytest.mark.parametrize(
    "text",
    [
        "p < 0.05 and n > 3",
        "5 * 3 = 15 at 20 % & more",
        "file_name_of_it costs $5",
        "[1] and (2), ~5 mg",
        "Name: ______ Date: ______",
        "C# and 1.5 mg - not more!",
        "C:\\Users",
    ],
)
def test_what_means_nothing_to_markdown_is_left_alone(text: str) -> None:
    assert escaped(text) == text


def test_white_characters_keep_their_places_as_spaces() -> None:
    assert one_line("a\nb\u2028c\td") == "a b c d"
