from __future__ import annotations

import numpy as np

from core.reading.ocr.ink import Ink
from core.reading.ocr.word_cutting import Letters, by_spaces, cut


def letters(spaced: str, centres: list[float]) -> Letters:
    text, ends = by_spaces(spaced)
    return Letters(text, np.array(centres, float), np.ones(len(text)), ends)


def ink(*gaps: tuple[int, int]) -> Ink:
    return Ink(5, 25, np.array(gaps))


def words(found: Letters, marks: Ink | None) -> list[tuple[str, float, float]]:
    return [
        (found.text[piece.first : piece.last], piece.left, piece.right)
        for piece in cut(found, marks, 100)
    ]


def test_words_end_where_their_ink_ends() -> None:
    found = letters("ab cd", [15, 25, 45, 55])
    marks = ink((0, 11), (19, 21), (29, 41), (49, 51), (60, 100))
    assert words(found, marks) == [("ab", 11, 29), ("cd", 41, 60)]


def test_a_space_that_the_recogniser_missed_is_found_in_the_ink() -> None:
    found = letters("abcd", [15, 25, 45, 55])
    marks = ink((0, 11), (19, 21), (29, 41), (49, 51), (60, 100))
    assert [word for word, _, _ in words(found, marks)] == ["ab", "cd"]


def test_narrow_gaps_between_letters_end_no_word() -> None:
    found = letters("abcd", [15, 25, 35, 45])
    marks = ink((0, 11), (19, 21), (29, 31), (39, 41), (50, 100))
    assert words(found, marks) == [("abcd", 11, 50)]


def test_the_wide_gaps_around_a_one_end_no_number() -> None:
    read = letters("11,872", [4, 15, 24, 30, 40, 50])
    narrow = ink((0, 2), (6, 14), (17, 23), (25, 27), (34, 36), (44, 46), (54, 60))
    assert [text for text, _, _ in words(read, narrow)] == ["11,872"]
    apart = letters("11872", [5, 15, 40, 50, 60])
    cells = ink((0, 2), (6, 11), (17, 36), (44, 46), (54, 56), (64, 70))
    assert [text for text, _, _ in words(apart, cells)] == ["11", "872"]


def test_letters_that_fill_a_square_need_a_gap_as_wide_as_one() -> None:
    found = letters("中文字句", [15, 25, 45, 55])
    marks = ink((0, 11), (19, 21), (29, 41), (49, 51), (60, 100))
    assert [word for word, _, _ in words(found, marks)] == ["中文字句"]


def test_a_space_without_a_gap_is_uncertain_and_lies_halfway() -> None:
    found = letters("ab cd", [10, 20, 30, 40])
    pieces = cut(found, ink((0, 5), (45, 100)), 100)
    assert [(piece.left, piece.right) for piece in pieces] == [(5, 25), (25, 45)]
    assert not any(piece.certain for piece in pieces)


def test_a_row_of_dots_is_a_word_of_its_own() -> None:
    assert by_spaces("Genetics.....12 Risk") == ("Genetics.....12Risk", frozenset({7, 12, 14}))


def test_a_line_without_ink_is_shared_out_over_its_words() -> None:
    found = letters("a b", [20, 60])
    assert words(found, None) == [("a", 0, 40), ("b", 40, 100)]
