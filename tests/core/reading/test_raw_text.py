from __future__ import annotations

import pymupdf
import pytest

from core.reading.characters import split_words
from core.reading.extraction import extract
from core.reading.raw_text import is_tall, lowered
from tests.core.parsing.papers import Paper

STYLE = (10.0, False, False, True, 0, None, 255)


def test_a_full_stop_after_an_underlined_link_belongs_to_its_word() -> None:
    paper = Paper()
    paper.write("see the crisis", 72, 100)
    end = 72 + pymupdf.get_text_length("see the crisis", fontsize=10)
    paper.pdf[0].draw_line((72, 102), (end, 102))
    paper.write(". Then go on", end, 100)
    assert [word for line in extract(paper.pdf[0]).lines for word in line.words] == [
        *("see", "the", "crisis.", "Then", "go", "on")
    ]


def test_words_that_a_gap_parts_stay_two() -> None:
    paper = Paper()
    paper.write("left", 72, 100)
    end = 72 + pymupdf.get_text_length("left", fontsize=10)
    paper.pdf[0].draw_line((72, 102), (end, 102))
    paper.write("right", end + 2.5, 100)
    words = [word for line in extract(paper.pdf[0]).lines for word in line.words]
    assert words == ["left", "right"]


@pytest.mark.parametrize(
    ("letters", "gap", "words"),
    [
        ("METHOD FINDINGS?", 2.5, ["METHOD", "FINDINGS?"]),
        ("ABCDEFG", 6, [*"ABCDEFG"]),
        ("123456789", 2.5, [*"123456789"]),
    ],
)
def test_words_in_spaced_capitals_are_words(letters: str, gap: float, words: list[str]) -> None:
    paper, x = Paper(), 72.0
    for letter in letters:
        if letter != " ":
            paper.write(letter, x, 100)
        x += gap + pymupdf.get_text_length(letter, fontsize=10)
    assert [word for line in extract(paper.pdf[0]).lines for word in line.words] == words


@pytest.mark.parametrize(
    ("angle", "box", "cut"),
    [
        (0, (10, 50, 15, 150), (10, 90, 15, 103.5)),
        (180, (10, 50, 15, 150), (10, 96.5, 15, 110)),
        (90, (50, 10, 150, 15), (96.5, 10, 110, 15)),
        (270, (50, 10, 150, 15), (90, 10, 103.5, 15)),
    ],
)
def test_a_character_taller_than_letters_is_cut_about_its_base_line(
    angle: int, box: tuple[float, ...], cut: tuple[float, ...]
) -> None:
    left, top, right, bottom = box
    assert is_tall((left, top, right, bottom), angle, 10)
    assert lowered((left, top, right, bottom), (100, 100), angle, 10) == cut


def test_a_character_repeated_without_width_is_taken_once_but_not_that_of_a_ligature() -> None:
    mu = [
        ("\U0001d707", (10.0, 0.0, 15.0, 9.0), STYLE),
        ("\U0001d707", (15.0, 0.0, 15.0, 9.0), STYLE),
    ]
    assert [word.text for word in split_words(mu)] == ["\U0001d707"]
    alef = [("\u0627", (10.0, 0.0, 15.0, 9.0), STYLE), ("\u0627", (15.0, 0.0, 15.0, 9.0), STYLE)]
    assert [word.text for word in split_words(alef)] == ["\u0627\u0627"]
    ff = [("f", (10.0, 0.0, 15.0, 9.0), STYLE), ("f", (15.0, 0.0, 15.0, 9.0), STYLE)]
    assert [word.text for word in split_words(ff)] == ["ff"]


def page_with(mark: str, rise: float, size: float, gap: float = 0.0) -> pymupdf.Page:
    page = pymupdf.open().new_page()
    page.insert_text((60, 100), "Some words of a line", fontsize=10)
    end = 60 + pymupdf.get_text_length("Some words of a line", fontsize=10)
    page.insert_text((end + gap, 100 - rise), mark, fontsize=size)
    return page


@pytest.mark.parametrize(("mark", "gap"), [("1", 0.0), ("12", 1.0), ("*", 2.5)])
def test_a_mark_behind_a_word_is_raised(mark: str, gap: float) -> None:
    content = extract(page_with(mark, 4, 6, gap))
    assert [text for text, _ in content.raised] == [mark]


@pytest.mark.parametrize(
    ("mark", "rise", "size", "gap"),
    [("1", 0, 6, 0.0), ("1", 4, 10, 0.0), ("1", 4, 6, 60.0), ("a long remark", 4, 6, 0.0)],
)
def test_what_is_level_large_far_off_or_long_is_not(
    mark: str, rise: float, size: float, gap: float
) -> None:
    assert extract(page_with(mark, rise, size, gap)).raised == []


@pytest.mark.parametrize(
    ("text", "blank", "words"),
    [
        ("canopy|closure.|This", 1.4, ["canopy", "closure.", "This"]),
        ("canopy|closure", 1.0, ["canopyclosure"]),
        ("Table|4711", 1.4, ["Table4711"]),
        ("f|g|h", 1.4, ["fgh"]),
    ],
)
def test_a_blank_that_is_not_in_the_file_is_seen_by_the_gap(
    text: str, blank: float, words: list[str]
) -> None:
    chars, x = [], 50.0
    for char in text:
        x += blank if char == "|" else 5.0
        if char != "|":
            chars.append((char, (x - 5.0, 0.0, x, 9.0), STYLE))
    assert [word.text for word in split_words(chars)] == words
