from __future__ import annotations

import pymupdf
import pytest

from core.errors import InvalidOption, NoText
from core.parsing import get_parser
from core.parsing.base import ParserOptions
from tests.core.parsing.papers import PROSE, Paper, check, subtree_text, texts

BULLET = "\u2022"


def test_two_columns_are_read_one_after_the_other() -> None:
    paper = Paper()
    paper.write("A heading over both columns", 72, 60, size=16)
    left = tuple(f"left {number} of words that fill a whole line up" for number in range(8))
    right = tuple(f"right {number} of words that fill a whole line up" for number in range(8))
    paper.prose(50, 100, lines=left)
    paper.prose(320, 100, lines=right)
    body = " ".join(texts(paper.parse(), "paragraph"))
    assert body == " ".join((*left, *right))


def test_running_headers_and_page_numbers_are_set_aside_and_label_the_pages() -> None:
    paper = Paper(6)
    for page in range(6):
        paper.write("Guideline on Examples", 72, 40, page)
        paper.prose(72, 150, page)
        paper.write(str(page + 11), 290, 815, page)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "page_header", aside=True) == ["Guideline on Examples"] * 6
    assert [page.label for page in sir.pages] == ["11", "12", "13", "14", "15", "16"]
    assert not any("Guideline" in node.text for node in sir.nodes[: sir.flow])


def test_the_labels_of_the_pdf_come_before_printed_numbers() -> None:
    paper = Paper(3)
    for page in range(3):
        paper.prose(72, 120, page)
        paper.write(str(page + 11), 290, 815, page)
    paper.pdf.set_page_labels([{"startpage": 0, "style": "r", "firstpagenum": 1}])
    assert [page.label for page in paper.parse().pages] == ["i", "ii", "iii"]


def test_numbered_headings_nest_by_their_depth_whatever_their_font() -> None:
    paper = Paper()
    y = 80.0
    for heading in ("1 Scope", "1.1 Patients", "1.1.1 Adults", "2 Methods"):
        paper.write(heading, 72, y, size=12, font="hebo")
        y = paper.prose(72, y + 20) + 20
    sir = paper.parse(use_outline=False)
    levels = [(node.text, node.level) for node in sir.nodes if node.type == "section_header"]
    assert levels == [("1 Scope", 1), ("1.1 Patients", 2), ("1.1.1 Adults", 3), ("2 Methods", 1)]


@pytest.mark.parametrize("words", [("Kapitel", "Artikel"), ("Chapter", "Article")])
def test_worded_headings_enclose_each_other(words: tuple[str, str]) -> None:
    paper = Paper()
    y = 80.0
    for heading in (f"{words[0]} 1 Anfang", f"{words[1]} 1 Zweck", f"{words[1]} 2 Geltung"):
        paper.write(heading, 72, y, size=12, font="hebo")
        y = paper.prose(72, y + 20) + 20
    levels = [n.level for n in paper.parse().nodes if n.type == "section_header"]
    assert levels == [1, 2, 2]


def test_the_outline_gives_levels_only_where_it_is_asked() -> None:
    paper = Paper()
    y = 80.0
    for heading in ("Opening", "Closing"):
        paper.write(heading, 72, y, size=14)
        y = paper.prose(72, y + 20) + 20
    paper.pdf.set_toc([[1, "Opening", 1], [2, "Closing", 1]])
    with_outline = [n.level for n in paper.parse().nodes if n.type == "section_header"]
    without = paper.parse(use_outline=False)
    assert with_outline == [1, 2]
    assert [n.level for n in without.nodes if n.type == "section_header"] == [1, 1]


def test_list_items_are_held_by_a_list_and_nested_by_indentation() -> None:
    paper = Paper()
    paper.prose(72, 80)
    for x, y, text in ((80, 150, "outer"), (100, 165, "inner"), (80, 180, "second")):
        paper.pdf[0].insert_text((x, y), f"{BULLET} {text}", fontsize=10)
    sir = paper.parse()
    check(sir)
    lists = [i for i, node in enumerate(sir.nodes) if node.type == "list"]
    assert [len(sir.nodes[i].children) for i in lists] == [2, 1]
    assert sir.nodes[sir.nodes[lists[1]].parent].text.endswith("outer")


@pytest.mark.parametrize("triangle", ["\u25b6", "\u25b8", "\u25ba"])
def test_triangles_that_touch_the_first_word_begin_items(triangle: str) -> None:
    paper = Paper()
    paper.prose(72, 80)
    items = [f"{triangle}{word} the work with care" for word in ("Plan", "Write", "Publish")]
    writer = pymupdf.TextWriter(paper.pdf[0].rect)
    for row, item in enumerate(items):
        writer.append((80, 200 + 22 * row), item, pymupdf.Font("cjk"), 10)
    writer.write_text(paper.pdf[0])
    sir = paper.parse()
    check(sir)
    assert texts(sir, "list_item") == items


def test_a_paragraph_that_a_page_break_cuts_is_one_node_on_both_pages() -> None:
    paper = Paper(2)
    paper.prose(72, 760, lines=PROSE[:2])
    paper.prose(72, 80, page=1, lines=PROSE[2:])
    sir = paper.parse()
    assert texts(sir, "paragraph") == [" ".join(PROSE)]
    assert [box.page for box in sir.boxes(1)] == [1, 2]


def table(paper: Paper, page: int, top: float, rows: list[tuple[str, str]]) -> None:
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            left, upper = 72 + 200 * column, top + 24 * number
            paper.pdf[page].draw_rect(pymupdf.Rect(left, upper, left + 200, upper + 24))
            paper.write(text, left + 5, upper + 16, page)


def test_a_ruled_table_has_rows_and_cells_with_their_own_words() -> None:
    paper = Paper()
    paper.prose(72, 80)
    table(paper, 0, 200, [("Drug", "Dose"), ("Aspirin", "100 mg daily")])
    sir = paper.parse()
    check(sir)
    place = next(i for i, node in enumerate(sir.nodes) if node.type == "table")
    assert sir.nodes[place].locked
    assert texts(sir, "table_cell") == ["Drug", "Dose", "Aspirin", "100 mg daily"]
    assert [len(sir.nodes[row].children) for row in sir.nodes[place].children] == [2, 2]


def test_a_table_over_two_pages_is_one_and_its_repeated_header_is_set_aside() -> None:
    paper = Paper(2)
    table(paper, 0, 700, [("Drug", "Dose"), ("Aspirin", "100 mg")])
    table(paper, 1, 60, [("Drug", "Dose"), ("Ibuprofen", "400 mg")])
    paper.prose(72, 300, page=1)
    sir = paper.parse()
    check(sir)
    tables = [i for i, node in enumerate(sir.nodes) if node.type == "table"]
    assert len(tables) == 1
    assert subtree_text(sir, tables[0]) == "Drug Dose Aspirin 100 mg Ibuprofen 400 mg"
    aside = [n.text for n in sir.nodes[sir.flow :] if n.metadata["aside"].startswith("repeated")]
    assert " ".join(filter(None, aside)) == "Drug Dose"


def test_captions_footnotes_and_contents_have_their_own_classes() -> None:
    paper = Paper()
    for row in range(3):
        paper.write(f"Chapter {row} {'.' * 60} {row + 1}", 72, 80 + 13 * row)
    paper.prose(72, 150)
    paper.write("Figure 3: What was seen", 72, 240, size=9)
    paper.prose(72, 280)
    paper.write("1 See the annex of the report.", 72, 780, size=7)
    sir = paper.parse()
    assert texts(sir, "doc_index") == ["", "Chapter 0 1", "Chapter 1 2", "Chapter 2 3"]
    assert texts(sir, "caption") == ["Figure 3: What was seen"]
    assert texts(sir, "footnote") == ["1 See the annex of the report."]


def test_a_document_without_text_names_the_visual_route() -> None:
    with pytest.raises(NoText, match="visual route"):
        Paper().parse()


def test_options_of_another_parser_are_refused() -> None:
    paper = Paper()
    with pytest.raises(InvalidOption):
        get_parser("structural_rule").parse(paper.pdf, "0" * 64, ParserOptions())
    with pytest.raises(InvalidOption, match="structural_rule"):
        get_parser("no such parser")
