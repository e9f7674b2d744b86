from __future__ import annotations

import pytest

from core.parsing.hyphens import Vocabulary, vocabulary_of
from core.parsing.text_joining import join
from core.reading.line import Line

ENGLISH = frozenset("the and market based house performance view known government risk".split())


def line(text: str) -> Line:
    words = text.split()
    return Line(1, words, [(0.0, 0.0, 1.0, 1.0)] * len(words))


def test_a_compound_keeps_its_hyphen_where_lines_never_end_within_words() -> None:
    lines = [
        line("either can be given, self-"),
        line("administered or not"),
        line("a market-"),
        line("conform price is a price of the market"),
    ]
    vocabulary = vocabulary_of(lines)
    assert not vocabulary.breaks_words
    assert join(lines[:2], vocabulary).text == "either can be given, self-administered or not"
    assert join(lines[2:], vocabulary).text.startswith("a market-conform price")


@pytest.mark.parametrize(
    ("first", "second", "is_broken"),
    [
        ("treat", "ment", True),
        ("self", "administered", False),
        ("two", "month", False),
        ("market", "based", False),
        ("market", "ing", True),
        ("over", "view", True),
        ("high", "performance", False),
        ("high", "ly", True),
        ("Ten", "der", True),
        ("government", "issued", False),
        ("market", "controlled", False),
        ("T", "cell", False),
        ("(p", "value", False),
        ("HIV", "positive", False),
        ("EGFR", "mutated", False),
        ("Forty", "eight", False),
        ("twenty", "one", False),
        ("beta", "lactam", False),
        ("alpha", "betical", True),
    ],
)
def test_halves_tell_a_compound_from_a_broken_word(
    first: str, second: str, *, is_broken: bool
) -> None:
    assert Vocabulary(ENGLISH).is_broken(first, second) is is_broken


def test_german_writes_compounds_as_one_word() -> None:
    lines = [line("und der Treffer und eine quote"), line("die Treffer-"), line("quote")]
    assert join(lines[1:], vocabulary_of(lines)).text == "die Trefferquote"


@pytest.mark.parametrize(("first", "second"), [("CT", "gesteuert"), ("T", "zellreich")])
def test_a_german_compound_keeps_its_hyphen_behind_an_abbreviation(first: str, second: str) -> None:
    assert not Vocabulary(is_german=True).is_broken(first, second)


def test_the_second_half_of_a_broken_word_is_no_word() -> None:
    assert vocabulary_of([line("treat-"), line("ment of all")]).words == {"of", "all"}
