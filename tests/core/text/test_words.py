"""Words of a text."""

from __future__ import annotations

from core.text.words import follow, word_list, words


def test_words_are_runs_of_letters_and_digits_in_lower_case() -> None:
    assert word_list("HER2-positive, β_x") == ["her2", "positive", "β", "x"]


def test_a_word_with_its_place_keeps_hyphens_and_points_within() -> None:
    text = "See § 4 of the follow-up at 2.5 mg/kg."
    assert [text[word.start : word.end] for word in words(text)] == [
        *("See", "§", "4", "of", "the", "follow-up", "at", "2.5", "mg/kg")
    ]


def test_words_follow_each_other_if_only_a_space_parts_them() -> None:
    text = "one two, three"
    one, two, three = words(text)
    assert follow(text, one, two)
    assert not follow(text, two, three)
