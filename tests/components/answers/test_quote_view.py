"""Why a text is quoted, in words, and below which part of a question it stands."""

from __future__ import annotations

from dataclasses import replace

from components.answers.quote_view import quote_in_words, why_in_words
from core.evidence.citations import Citation, Quote


def test_what_speaks_for_a_quote_is_said_the_most_first() -> None:
    gains = {"cosine": 1.94, "rationale": -1.5, "of another version": 0.4}
    words = why_in_words(Quote("d", "c", (), "Text.", {}, (), gains)).split("\n")
    assert words[-2:] == [
        "| +1.94 | its passage is close in meaning |",
        "| -1.50 | it says why something is recommended, not what |",
    ]


def test_only_the_first_are_shown() -> None:
    names = ["cosine", "words", "coverage", "pairs", "row", "list", "long", "amount"]
    words = why_in_words(Quote("d", "c", (), "Text.", {}, (), dict.fromkeys(names, 1.0)))
    assert words.count("+1.00") == 6


def test_words_that_stand_nowhere_on_the_page_are_told_below_their_quote() -> None:
    quote = Quote("d", "c", (), "The dose is 5 g.", {})
    citation = Citation(1, quote, 1, "", (1,), (), ())
    assert "nowhere" not in quote_in_words(citation, None)
    words = quote_in_words(replace(citation, unplaced=("5 [g](x)",)), None)
    assert "nowhere on the page" in words.split("\n")[-1]
    assert r"5 \[g\](x)" in words
