from __future__ import annotations

import pymupdf
import pytest

from core.parsing.structuring.running_headers import set_margins_aside
from core.reading.line import Line
from core.reading.page_content import PageContent
from tests.core.parsing.papers import PROSE, Paper, check, texts


def test_words_that_are_all_of_every_page_are_text_and_not_running_text() -> None:
    paper = Paper(4)
    for page in range(4):
        paper.write("The same notice", 72, 40, page)
    sir = paper.parse()
    check(sir)
    assert sir.flow == len(sir.nodes)
    assert " ".join(node.text for node in sir.nodes).split() == ["The", "same", "notice"] * 4


def test_a_header_is_set_aside_on_an_empty_page_too() -> None:
    paper = Paper(6)
    for page in range(6):
        paper.write("Guideline on Examples", 72, 40, page)
        if page != 3:
            paper.prose(72, 150, page)
    assert texts(paper.parse(), "page_header", aside=True) == ["Guideline on Examples"] * 6


def test_a_row_that_numbers_its_page_is_set_aside_on_an_empty_page_too() -> None:
    paper = Paper(8)
    for page, chapter in enumerate("aaaabbcd"):
        paper.write(f"On examples of {chapter}", 72, 800, page, size=9)
        paper.write(str(page + 3), 500, 800, page, size=9)
        if chapter != "c":
            paper.prose(72, 150, page)
    aside = texts(paper.parse(), "page_footer", aside=True)
    assert "On examples of c 9" in aside
    assert len(aside) == 8


def test_rows_that_number_short_pages_are_set_aside_wherever_their_text_ends() -> None:
    paper = Paper(5)
    for page in range(5):
        end = paper.prose(72, 100 + 60 * page, page)
        paper.write(f"2021 Report {page + 2}", 72, end + 30, page, size=9)
    sir = paper.parse()
    check(sir)
    aside = texts(sir, "page_footer", aside=True)
    assert aside == [f"2021 Report {page + 2}" for page in range(5)]


@pytest.mark.parametrize("text", ["{}", "Report {}"])
def test_a_header_that_is_all_of_its_page_is_set_aside_once(text: str) -> None:
    paper = Paper(8)
    for page in range(8):
        paper.write(text.format(page + 1), 72, 40, page)
        if page % 2:
            paper.prose(72, 150, page)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "page_header", aside=True) == [text.format(page + 1) for page in range(8)]
    assert not texts(sir, "page_footer", aside=True)


@pytest.mark.parametrize("last", ["Figure {}", "The dose is {}", "Version 1.{}"])
def test_captions_and_text_that_end_short_pages_stay(last: str) -> None:
    paper = Paper(5)
    for page in range(5):
        end = paper.prose(72, 100 + 60 * page, page)
        paper.write(last.format(page * (1 if "Figure" in last else 7) + 1), 72, end + 30, page)
    assert not texts(paper.parse(), "page_footer", aside=True)


def test_rows_alike_on_one_page_are_no_running_text() -> None:
    paper = Paper()
    for row in range(3):
        paper.write(f"Chapter {row} of the book", 72, 60 + 13 * row)
    paper.prose(72, 300)
    assert not texts(paper.parse(), "page_header", aside=True)


def test_large_headings_that_differ_in_their_number_only_stay_headings() -> None:
    paper = Paper(4)
    for page in range(4):
        paper.write(f"Chapter {page + 1}", 72, 60, page, size=16)
        paper.prose(72, 150, page)
    headings = texts(paper.parse(), "section_header")
    assert headings == ["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4"]


def _row(page: int, text: str, y: float) -> Line:
    """A row of a page, its words side by side."""
    words = text.split()
    boxes = [(50.0 + 60 * at, y - 5, 100.0 + 60 * at, y + 5) for at in range(len(words))]
    return Line(page, words, boxes, 10.0)


def test_rows_of_a_table_that_are_alike_at_the_foot_of_two_pages_stay_in_it() -> None:
    contents = [
        PageContent(
            page, 600, 842, [_row(page, f"{page}0 Examples seen {page}1", y) for y in heights]
        )
        for page, heights in enumerate([(400, 730, 750), (400, 730, 750), (400,)], start=1)
    ]
    for content in contents:
        content.lines.append(_row(content.number, str(content.number), 810))
    tables = {page: [(40.0, 380.0, 400.0, 760.0)] for page in (1, 2, 3)}
    aside = set_margins_aside(contents, 10, tables)
    assert [element.text for element in aside] == ["1", "2", "3"]
    assert [len(content.lines) for content in contents] == [3, 3, 1]


def test_a_table_that_is_all_of_the_foot_of_its_page_is_running_text() -> None:
    contents = [
        PageContent(
            page, 600, 842, [_row(page, "Text of a page", 400), _row(page, "Page foot", 800)]
        )
        for page in (1, 2, 3)
    ]
    tables = {page: [(40.0, 790.0, 400.0, 810.0)] for page in (1, 2, 3)}
    assert [element.text for element in set_margins_aside(contents, 10, tables)] == [
        "Page foot"
    ] * 3


def test_a_notice_at_another_height_of_every_page_is_running_text() -> None:
    paper = Paper(4)
    for page in range(4):
        paper.prose(72, 150, page)
        paper.write("Fictional document, not for use", 72, 730 + 30 * page, page)
    assert len(texts(paper.parse(), "page_footer", aside=True)) == 4


def test_a_notice_of_two_rows_is_whole_also_where_no_page_number_stands_beside_it() -> None:
    paper = Paper(4)
    notice = ("Fictional document. All rights reserved, subject to the", "notice of rights.")
    for page in range(4):
        paper.prose(72, 150, page)
        for row, words in enumerate(notice):
            paper.write(words, 72, 800 + 12 * row, page, size=9)
        if page:
            paper.write(f"Page {page + 1} of", 510, 800, page, size=9)
            paper.write("4", 540, 812, page, size=9)
    sir = paper.parse()
    check(sir)
    first = [node.text for node in sir.nodes[sir.flow :] if "Page" not in node.text]
    assert {"notice of rights.", notice[0]} <= {*first}
    assert not any("rights" in node.text for node in sir.nodes[: sir.flow])


def test_a_row_of_a_table_whose_figures_stand_on_the_next_page_too_is_no_running_text() -> None:
    paper = Paper(2)
    for page, (name, days) in enumerate([("Electrocardiogram", 2), ("Laundry", 10)]):
        paper.prose(72, 150, page)
        for x, text in ((120, name), (230, str(days)), (300, "$75.00"), (380, "$150.00")):
            paper.write(text, x, 735, page)
    sir = paper.parse()
    assert "Electrocardiogram" in " ".join(node.text for node in sir.nodes[: sir.flow])
    assert not texts(sir, "page_footer", aside=True)


def test_the_end_of_a_paragraph_beside_a_running_sign_stays_in_the_text() -> None:
    paper = Paper(6)
    for page in range(6):
        paper.prose(72, 150, page)
        paper.write("All rights reserved by all", 500, 760, page, size=6)
        paper.write("Company", 560, 735, page, size=6)
    paper.write("run in the cloud.", 72, 748, 3)
    sir = paper.parse()
    assert "run in the cloud." in " ".join(node.text for node in sir.nodes[: sir.flow])


def test_the_title_of_a_short_chapter_beside_a_page_number_is_running_text() -> None:
    paper = Paper(8)
    titles = ["CHAPTER 1. PORTS", "1.1. SHIPS"] * 3 + ["CHAPTER 2. TRADE", "2.1. GOODS"]
    for page, title in enumerate(titles):
        near, far = (str(page + 11), title) if page % 2 == 0 else (title, str(page + 11))
        paper.write(near, 72, 40, page)
        paper.write(far, 380, 40, page)
        paper.prose(72, 150, page)
    sir = paper.parse()
    check(sir)
    flow = " ".join(node.text for node in sir.nodes[: sir.flow])
    assert not any(title in flow for title in titles)
    assert len(texts(sir, "page_header", aside=True)) == 8


def test_the_headers_of_both_sides_are_running_text_in_a_paper_of_three_pages() -> None:
    paper = Paper(3)
    for page in range(3):
        near, far = ("Hygiene", str(page + 211)) if page % 2 == 0 else ("212", "Adams and Brown")
        paper.write(near, 72, 40, page)
        paper.write(far, 440, 40, page)
        paper.prose(72, 150, page)
    sir = paper.parse()
    assert "212 Adams and Brown" in texts(sir, "page_header", aside=True)
    assert [page.label for page in sir.pages] == ["211", "212", "213"]


def test_the_header_of_a_page_whose_text_runs_sideways_is_running_text() -> None:
    paper = Paper(3)
    for page in range(3):
        paper.write("Annual report", 72, 40, page)
        paper.write(str(page + 41), 297, 815, page)
    for page in (0, 2):
        paper.prose(72, 150, page)
    for row, text in enumerate(PROSE):
        paper.pdf[1].insert_text((200 + 13 * row, 700), text, fontsize=10, rotate=90)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "page_header", aside=True) == ["Annual report"] * 3
    assert texts(sir, "page_footer", aside=True) == ["41", "42", "43"]
    header = next(
        sir.boxes(i)[0] for i in range(sir.flow, len(sir.nodes)) if sir.boxes(i)[0].page == 2
    )
    assert header.top < 0.1 and header.left < 0.2


def test_headings_that_count_the_pages_stay_headings() -> None:
    paper = Paper(6)
    for page, title in enumerate(("Ports", "Ships", "Trade", "Goods", "Crews", "Storms")):
        paper.write(str(page + 1), 72, 60, page, font="hebo")
        paper.write(title, 120, 60, page, font="hebo")
        paper.prose(72, 150, page)
    sir = paper.parse()
    flow = " ".join(node.text for node in sir.nodes[: sir.flow])
    assert all(title in flow for title in ("Ports", "Ships", "Trade", "Goods", "Crews", "Storms"))


@pytest.mark.parametrize(
    "text",
    [
        "Rule {0}.{0}: give {1} mg of drug {2}",
        "On day {0} give {1} mg of the drug to each patient.",
    ],
)
def test_text_of_several_numbers_that_differ_from_page_to_page_is_no_running_text(
    text: str,
) -> None:
    paper = Paper(6)
    lines = [text.format(page, page * 5, page + 7) for page in range(6)]
    for page, line in enumerate(lines):
        paper.write(line, 72, 60, page)
        paper.prose(72, 90, page)
    sir = paper.parse()
    flow = " ".join(node.text for node in sir.nodes[: sir.flow])
    assert all(line in flow for line in lines)


def test_a_row_that_names_its_page_is_running_text_whatever_else_it_counts() -> None:
    paper = Paper(6)
    for page in range(6):
        paper.write(
            f"Manual, part {page // 3}, section {page}.{page // 2}, page {page + 1}", 72, 60, page
        )
        paper.prose(72, 150, page)
    assert len(texts(paper.parse(), "page_header", aside=True)) == 6


def test_a_row_beside_thousands_of_digits_is_read() -> None:
    paper = Paper()
    paper.pdf[0].set_mediabox(pymupdf.Rect(0, 0, 14_000, 842))
    paper.write("Key", 72, 40)
    paper.write("7" * 5000, 200, 40, size=4)
    paper.prose(72, 150)
    sir = paper.parse()
    check(sir)
    assert "Key" in " ".join(node.text for node in sir.nodes)


@pytest.mark.parametrize("height", [60.0, 770.0])
def test_a_row_of_the_text_that_is_alike_on_two_pages_by_chance_stays_in_the_text(
    height: float,
) -> None:
    paper = Paper(4)
    row = "and clear the flag of the column"
    step = 13 if height < 421 else -13
    for page in range(4):
        paper.prose(72, 300, page)
        alike = page in (1, 2)
        paper.write(row if alike else f"Other words of page {'abcd'[page]}", 72, height, page)
        for below, word in enumerate(("first", "second", "third"), start=1):
            paper.write(f"{word} line of {'abcd'[page]}", 72, height + step * below, page)
    sir = paper.parse()
    check(sir)
    flow = " ".join(node.text for node in sir.nodes[: sir.flow])
    assert flow.count(row) == 2


def test_a_large_header_of_two_pages_comes_again_a_line_of_the_text_below_it_does_not() -> None:
    paper = Paper(3)
    for page in range(3):
        paper.write("Is it safe?" if page else "Summary", 72, 50, page, size=20)
        lines = ("Findings were few", *PROSE)
        paper.prose(72, 78, page, lines=tuple(f"{line} {'abc'[page]}" for line in lines))
    assert texts(paper.parse(), "page_header", aside=True) == ["Is it safe?"]


def test_a_large_title_that_comes_again_on_each_page_stays_where_it_stands_first() -> None:
    paper = Paper(3)
    for page in range(3):
        paper.write("Care after radiotherapy", 72, 60, page, size=18, font="hebo")
        paper.prose(72, 110, page, lines=tuple(f"{line} {'abc'[page]}" for line in PROSE))
    sir = paper.parse()
    assert texts(sir, "section_header") == ["Care after radiotherapy"]
    assert texts(sir, "page_header", aside=True) == ["Care after radiotherapy"] * 2


def test_a_large_title_that_pages_repeat_heads_its_section_wherever_it_comes_first() -> None:
    titles = ["Outline", "Memory", "Memory", "Memory", "Outlook", "Outlook"]
    paper = Paper(len(titles))
    for page, title in enumerate(titles):
        paper.write(title, 72, 60, page, size=18)
        paper.prose(72, 110, page, lines=tuple(f"{line} {'abcdef'[page]}" for line in PROSE))
    sir = paper.parse()
    assert texts(sir, "section_header") == ["Outline", "Memory", "Outlook"]
    assert texts(sir, "page_header", aside=True) == ["Memory", "Memory", "Outlook"]
