from __future__ import annotations

from core.parsing.structuring.markers import numbering
from core.parsing.structuring.numbered_levels import below_their_numbers
from tests.core.parsing.structuring.test_heading_levels import heading


def placed(*titles: tuple[str, int]) -> list[int]:
    headings = [heading(text) for text, _ in titles]
    return below_their_numbers(headings, [level for _, level in titles])


def test_sections_that_a_contents_page_sets_in_further_stand_beside_the_others() -> None:
    titles = [("A. Manual", 1), ("A.1 Look", 2), ("A.2 Feel", 2), ("A.10 Key", 3), ("Notes", 4)]
    assert placed(*titles) == [1, 2, 2, 2, 3]


def test_sections_of_a_chapter_that_is_not_listed_stand_below_it() -> None:
    titles = [("Chapter 3 Releases", 1), ("Chapter 4 History", 1), ("4.1 Early", 1)]
    deeper = [("4.1.1 Packages", 2), ("4.2 Late", 1), ("Chapter 5 End", 1)]
    assert placed(*titles, *deeper) == [1, 1, 2, 3, 2, 1]


def test_a_step_opens_no_chapter_and_leaves_the_sections_around_it_where_they_are() -> None:
    titles = [("1 Shell", 1), ("1.1 Alias", 2), ("1. Log in", 5), ("2. Log out", 5)]
    assert placed(*titles, ("1.2 Text", 2)) == [1, 2, 5, 5, 2]


def test_a_section_counted_in_words_holds_no_decimal_number() -> None:
    titles = [("4 Setup", 1), ("4.1 Paths", 2), ("Section 4. Loading", 3), ("4.2 Loading", 2)]
    assert placed(*titles) == [1, 2, 3, 2]


def test_what_stands_between_sections_of_an_unknown_chapter_stands_beside_them() -> None:
    titles = [("Manual", 1), ("1.1 Look", 2), ("Notes", 1), ("1.2 Feel", 2)]
    assert placed(*titles) == [1, 2, 2, 2]


def test_the_parts_of_a_number_are_told_whatever_its_pattern_is() -> None:
    numbers = [numbering(text) for text in ("4.1 One", "A.1 One", "Chapter 4 One")]
    assert [each and each.pattern for each in numbers] == ["decimal", "letter", "worded 1"]
