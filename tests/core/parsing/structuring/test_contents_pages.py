from __future__ import annotations

import pytest

from tests.core.parsing.papers import Paper, check, texts

SECTIONS = ("Scope", "Recommendations", "Diagnosis", "Treatment", "Follow-up")
DEEPER = ("Diagnosis", "Treatment", "Follow-up")


def guideline(*, first: int = 0, contents: bool = True) -> Paper:
    """Sections on pages of their own, all set alike; the contents set three of them in.

    `first` pages without a number come before page 1.
    """
    paper = Paper(len(SECTIONS) + 1 + first)
    if contents:
        paper.write("Contents", 72, 72, size=18)
        for row, name in enumerate(SECTIONS):
            left = 90 if name in DEEPER else 72
            paper.write(f"{name} {'.' * 60} {row + 2}", left, 120 + 20 * row)
    for row, name in enumerate(SECTIONS):
        page = row + 1 + first
        paper.write(name, 72, 120, page, size=14)
        paper.prose(72, 160, page)
    return paper


def levels(paper: Paper) -> dict[str, int | None]:
    """The level of each section, read without an outline."""
    sir = paper.parse(use_outline=False)
    check(sir)
    return {node.text: node.level for node in sir.nodes if node.text in SECTIONS}


def test_headings_that_look_alike_stand_as_the_contents_page_sets_them_in() -> None:
    sections = levels(guideline())
    assert len({sections[name] for name in DEEPER}) == 1
    assert sections["Scope"] == sections["Recommendations"] != sections["Diagnosis"]
    assert len(set(levels(guideline(contents=False)).values())) == 1


def test_the_numbers_of_pages_may_be_off_by_those_without_one() -> None:
    assert levels(guideline(first=3)) == levels(guideline())


def test_contents_in_two_columns_are_read_column_by_column() -> None:
    names = [f"Part {word}" for word in ("one", "two", "three", "four")]
    topics = [f"Topic {word}" for word in ("one", "two", "three", "four")]
    paper = Paper(10)
    paper.write("Contents", 72, 72, size=18)
    for row, (left, right) in enumerate(zip(names, topics, strict=True)):
        paper.write(f"{left} {'.' * 30} {row + 2}", 72, 120 + 20 * row)
        paper.write(f"{right} {'.' * 20} {row + 6}", 330, 120 + 20 * row)
    for page, name in enumerate([*names, *topics], start=1):
        paper.write(name, 72, 120, page, size=14)
        paper.prose(72, 160, page)
    sir = paper.parse(use_outline=False)
    assert texts(sir, "doc_index")[1:] == [
        f"{name} {i}" for i, name in enumerate([*names, *topics], 2)
    ]


def test_a_list_of_prices_is_no_contents_page() -> None:
    paper = Paper(6)
    for row in range(5):
        paper.write(f"Fictional dressing for {row} days, in euros {row + 10}", 72, 120 + 20 * row)
    for page in range(1, 6):
        paper.write(f"Dressings {page}", 72, 120, page, size=14)
        paper.prose(72, 160, page)
    sir = paper.parse(use_outline=False)
    assert len(texts(sir, "section_header")) == 5
    assert not texts(sir, "doc_index")


@pytest.mark.parametrize("again", ["Findings", "Findings (continued)"])
def test_a_heading_that_comes_again_on_the_next_page_opens_no_section(again: str) -> None:
    paper = Paper(3)
    paper.write("Findings", 72, 180, size=16)
    paper.write("Staffing", 72, 220, size=13)
    paper.prose(72, 260)
    paper.write(again, 72, 180, 1, size=16)
    paper.prose(72, 220, 1)
    paper.write("Summary", 72, 180, 2, size=16)
    paper.prose(72, 220, 2)
    sir = paper.parse()
    assert texts(sir, "section_header") == ["Findings", "Staffing", "Summary"]
    assert texts(sir, "page_header", aside=True) == [again]


def test_a_heading_that_begins_with_continued_opens_a_section_of_its_own() -> None:
    paper = Paper(2)
    for page, heading in enumerate(("Care", "Continued care")):
        paper.write(heading, 72, 180, page, size=16)
        paper.prose(72, 220, page)
    sir = paper.parse()
    assert texts(sir, "section_header") == ["Care", "Continued care"]


def test_years_on_the_cover_before_the_contents_are_no_part_of_them() -> None:
    paper = guideline(first=1)
    paper.pdf.move_page(1, 0)
    paper.write("Fictional guideline, edition of May 2033", 72, 300)
    paper.write("Valid until the end of May 2037", 72, 330)
    index = " ".join(texts(paper.parse(use_outline=False), "doc_index"))
    assert "Treatment" in index
    assert "2033" not in index
