"""Texts of others on one line."""

from __future__ import annotations

import pytest

from core.text.one_line import beginning, cut_to_line, on_one_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  Night \n ward\t 3 ", "Night ward 3"),
        ("Gr\u00f6\u00dfe 5 \u00b5g", "Gr\u00f6\u00dfe 5 \u00b5g"),
        ("half \ud800a character", "half a character"),
        ("\u202egnp.exe", "gnp.exe"),
        ("\x00\u200b \x07", ""),
    ],
)
def test_only_what_can_be_seen_stays_and_stands_on_one_line(text: str, line: str) -> None:
    assert on_one_line(text) == line


def test_a_line_is_cut_with_an_ellipsis_within_its_length() -> None:
    assert cut_to_line("Take two tablets", 16) == "Take two tablets"
    assert cut_to_line("Take two\ntablets", 9) == "Take two…"


def test_words_of_a_document_are_cut_as_they_stand() -> None:
    assert beginning("dose \uf0b3\n 5 mg", 11) == "dose \uf0b3 5 mg"
    assert beginning("word " * 100, 12) == "word word w…"
    assert beginning("word " * 100, 11) == "word word…"
