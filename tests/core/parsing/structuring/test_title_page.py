from __future__ import annotations

import pytest

from core.parsing.structuring.title_page import authors_and_date
from tests.core.parsing.papers import Paper, check, texts
from tests.core.parsing.structuring.test_heading_levels import heading


def below_title(*titles: str) -> list[str]:
    return [each.element.text for each in authors_and_date([heading(text) for text in titles])]


@pytest.mark.parametrize(
    "date",
    [
        "October 22, 2008",
        "Publish date: 2024-01-31",
        "Stand: 3. März 2021",
        "July 2022",
        "2 May 2022",
    ],
)
def test_the_date_below_a_title_and_the_authors_above_it_are_no_headings(date: str) -> None:
    assert below_title("Maps", "Clara Brown", date, "Aims") == ["Clara Brown", date]


def test_sections_before_a_date_stay_headings() -> None:
    assert below_title("Maps", "1 Aims", "May 2022") == ["May 2022"]
    assert below_title("Maps", "A", "B", "C", "D", "E", "May 2022") == ["May 2022"]


@pytest.mark.parametrize("title", ["2024 Camry", "Release 2.68 [April 13, 2020]", "May", "2021"])
def test_a_title_that_holds_a_date_stays_a_heading(title: str) -> None:
    assert below_title("Maps", title, "Aims") == []


def test_several_dates_are_titles_as_in_a_change_log() -> None:
    assert below_title("Changes", "May 2, 2022", "June 7, 2022") == []


@pytest.mark.parametrize("date", ["October 22, 2008", "May 6, 2022", "6 May 2022"])
def test_the_headings_of_a_title_page_are_its_title_and_the_first_section(date: str) -> None:
    paper = Paper()
    for y, text, size in (
        (72, "Maps", 20),
        (120, "Clara Brown", 14),
        (170, date, 13),
    ):
        paper.write(text, 72, y, size=size)
    paper.write("Aims", 72, 220, size=13)
    paper.prose(72, 245)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "title") + texts(sir, "section_header") == ["Maps", "Aims"]
    assert texts(sir, "paragraph")[:2] == ["Clara Brown", date]
