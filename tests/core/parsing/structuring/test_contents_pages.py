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


def listed(paper: Paper, titles: list[tuple[str, int, int]], page: int = 0) -> None:
    """Rows of contents: titles, the numbers of their pages and points they are set in by."""
    for row, (name, number, left) in enumerate(titles):
        paper.write(f"{name} {'.' * 50} {number}", 72 + left, 120 + 16 * row, page)


def sections(paper: Paper, places: dict[str, int]) -> None:
    """Headings that look alike, with text, on these pages."""
    below = dict.fromkeys(places.values(), 120)
    for name, page in places.items():
        paper.write(name, 72, below[page], page, size=14)
        below[page] = int(paper.prose(72, below[page] + 30, page)) + 30


def found(paper: Paper) -> dict[str, int | None]:
    sir = paper.parse(use_outline=False)
    check(sir)
    return {node.text: node.level for node in sir.nodes if node.type == "section_header"}


NAMES = [f"Care of {word}" for word in ("skin", "eyes", "ears", "feet", "hair", "teeth", "nails")]


def test_contents_go_on_over_a_page_whose_titles_stand_on_few_pages() -> None:
    paper = Paper(8)
    listed(paper, [(name, row + 3, 0) for row, name in enumerate(SECTIONS)])
    listed(paper, [("Care", 8, 0), *((name, 8, 20) for name in NAMES)], page=1)
    places = {name: row + 2 for row, name in enumerate(SECTIONS)}
    sections(paper, {**places, "Care": 7, **dict.fromkeys(NAMES[:4], 7)})
    levels = found(paper)
    assert {levels[name] for name in SECTIONS} == {levels["Care"]} != {levels[NAMES[0]]}


def test_titles_are_found_where_pages_were_left_out_of_a_file() -> None:
    names = [f"{what} of {word[8:]}" for what in ("Care", "Loss", "Signs") for word in NAMES]
    paper = Paper(len(names) + 1)
    numbers = [row + (2 if row < 10 else 15) for row in range(len(names))]
    lefts = [20 * (row > 15) for row in range(len(names))]
    listed(paper, list(zip(names, numbers, lefts, strict=True)))
    sections(paper, {name: row + 1 for row, name in enumerate(names)})
    levels = found(paper)
    assert {levels[name] for name in names[:16]}.isdisjoint(levels[name] for name in names[16:])


def test_one_word_with_many_numbers_is_no_contents_page() -> None:
    paper = Paper(6)
    for row in range(5):
        paper.write(f"Valve {row + 2}", 72, 120 + 30 * row)
    for page in range(1, 6):
        paper.write("Valve", 72, 120, page, size=14)
        paper.prose(72, 160, page)
    assert not texts(paper.parse(use_outline=False), "doc_index")


def test_an_index_stands_beside_the_chapters_though_contents_set_it_in() -> None:
    paper = Paper(6)
    titles = [("Scope", 2, 0), ("Diagnosis", 3, 20), ("Treatment", 4, 20), ("Bibliography", 5, 20)]
    listed(paper, [*titles, ("Index", 6, 20)])
    sections(paper, {name: number - 1 for name, number, _ in [*titles, ("Index", 6, 20)]})
    levels = found(paper)
    assert levels["Scope"] == levels["Bibliography"] == levels["Index"] != levels["Diagnosis"]


def test_a_bibliography_of_each_chapter_stays_in_the_last_one_too() -> None:
    paper = Paper(5)
    titles = [
        row
        for page, name in enumerate(("skin", "eyes", "ears", "feet"), 2)
        for row in ((f"Care of {name}", page, 0), ("Bibliography", page, 20))
    ]
    listed(paper, titles)
    for name, number, left in titles:
        paper.write(name, 72, 120 + 10 * left, number - 1, size=14)
        paper.prose(72, 150 + 10 * left, number - 1)
    sir = paper.parse(use_outline=False)
    levels = [node.level for node in sir.nodes if node.text == "Bibliography"]
    assert len(levels) == 4
    assert len(set(levels)) == 1
