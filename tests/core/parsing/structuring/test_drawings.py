"""Drawings on pages read by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.sir import ElementType
from tests.core.parsing.papers import Paper, check, subtree_text, texts

if TYPE_CHECKING:
    from core.sir import Sir

LEFT, TOP = 120, 250
LABELS = ("CLK", "RESET", "DATA 1", "DATA 2", "GND")


def drawn(*labels: str, slanted: bool = True) -> Paper:
    """Prose, a zigzag line with labels below, a caption and prose again."""
    paper = Paper()
    paper.prose(72, 100)
    page = paper.pdf[0]
    for step in range(24):
        x, y = LEFT + 12 * step, TOP + 20 * (step % 2)
        end = (x + 12, TOP + 20 * ((step + 1) % 2)) if slanted else (x + 12, y)
        page.draw_line((x, y), end, width=0.3)
    page.draw_rect((LEFT, TOP - 10, LEFT + 300, TOP + 110))
    for row, label in enumerate(labels):
        paper.write(label, LEFT + 50 * (row % 5) + 4, TOP + 45 + 13 * (row // 5), size=9)
    paper.write("Figure 1: How the parts are connected.", 72, TOP + 130)
    paper.prose(72, TOP + 170)
    return paper


def figures(sir: Sir) -> list[str]:
    """The words in each figure."""
    found = [index for index, n in enumerate(sir.nodes) if n.type is ElementType.FIGURE]
    return [subtree_text(sir, index) for index in found]


def test_a_drawing_is_a_figure_that_holds_its_labels_and_has_its_caption() -> None:
    sir = drawn(*LABELS).parse()
    check(sir)
    assert figures(sir) == [" ".join(LABELS)]
    (figure,) = (node for node in sir.nodes if node.type is ElementType.FIGURE)
    (caption,) = (node for node in sir.nodes if node.type is ElementType.CAPTION)
    assert figure.metadata["caption"] == caption.id
    (region,) = figure.regions
    box = region.in_points(595, 842)
    assert box == pytest.approx((LEFT, TOP - 10, LEFT + 300, TOP + 110), abs=2)
    assert len([text for text in texts(sir, "paragraph") if text.startswith("The committee")]) == 2


def test_boxes_and_level_lines_around_words_are_no_drawing() -> None:
    assert figures(drawn(*LABELS, slanted=False).parse()) == []


def test_sentences_between_drawn_lines_are_no_labels() -> None:
    paper = drawn()
    lines = ("We draw a line around", "what is to be read with", "care before the start.")
    paper.prose(LEFT + 10, TOP + 45, lines=lines)
    sir = paper.parse()
    assert figures(sir) == []
    assert " ".join(lines) in " ".join(texts(sir, "paragraph"))


def test_a_text_without_blanks_between_drawn_lines_is_no_label() -> None:
    paper = drawn()
    lines = (
        "本公司编制的财务报表符合企业会计准",
        "则的要求，真实、完整地反映了公司的",
        "财务状况和经营成果。",
    )
    for row, line in enumerate(lines):
        paper.write(line, LEFT + 10, TOP + 45 + 13 * row, font="china-s")
    assert figures(paper.parse()) == []


def test_filled_icons_beside_words_are_no_drawing() -> None:
    paper = Paper()
    paper.prose(72, 100)
    for row in range(12):
        for column in range(2):
            middle = pymupdf.Point(LEFT + 14 * column, TOP + 12 * row)
            paper.pdf[0].draw_circle(middle, 5, color=None, fill=(0.2, 0.2, 0.6))
        paper.write(f"Advice {row}", LEFT + 22, TOP + 4 + 12 * row)
    assert figures(paper.parse()) == []


def test_a_drawn_table_with_slanted_marks_in_it_stays_a_table() -> None:
    paper = Paper()
    paper.prose(72, 100)
    page = paper.pdf[0]
    for row in range(6):
        for column in range(4):
            x, y = 100 + 90 * column, 200 + 20 * row
            page.draw_rect((x, y, x + 90, y + 20))
            paper.write(f"cell {row} {column}", x + 4, y + 14)
            page.draw_line((x + 70, y + 5), (x + 80, y + 15))
    sir = paper.parse()
    assert figures(sir) == []
    assert len(texts(sir, "table")) == 1


def test_labels_at_the_edge_of_a_drawing_are_in_it_and_headings_are_not() -> None:
    paper = drawn(*LABELS)
    paper.write("OUT", LEFT + 305, TOP + 50, size=9)
    paper.write("Wiring", LEFT, TOP - 16, size=14, font="hebo")
    sir = paper.parse()
    assert figures(sir) == [" ".join((*LABELS, "OUT"))]
    assert "Wiring" in texts(sir, "section_header")


def test_a_drawing_within_the_frame_of_its_sheet_is_one_figure() -> None:
    paper = Paper(width=842, height=595)
    page = paper.pdf[0]
    for step in range(20):
        page.draw_line((30 + 39 * step, 20), (69 + 39 * step, 20))
        page.draw_line((30 + 39 * step, 570), (69 + 39 * step, 570))
        page.draw_line((30, 20 + 27.5 * step), (30, 47.5 + 27.5 * step))
        page.draw_line((300 + 10 * step, 300), (310 + 10 * step, 320))
    for label, x, y in (("A", 200, 35), ("R1", 330, 340), ("U30", 500, 290), ("Sheet 4", 700, 560)):
        paper.write(label, x, y)
    assert figures(paper.parse()) == ["A U30 R1 Sheet 4"]


def test_a_listing_beside_a_drawing_is_not_in_it() -> None:
    paper = drawn(*LABELS)
    for row in range(9):
        paper.write(f"part{row}:=pin{row}", LEFT + 305, TOP + 12 * row, size=9, font="cour")
    assert figures(paper.parse()) == [" ".join(LABELS)]


def test_a_table_beside_a_drawing_stays_a_table() -> None:
    paper = drawn(*LABELS)
    page = paper.pdf[0]
    cells = [f"{name} {at}" for at in range(5) for name in ("pin", "net", "part")]
    for at, cell in enumerate(cells):
        x, y = LEFT + 308 + 50 * (at % 3), TOP - 10 + 26 * (at // 3)
        paper.write(cell, x, y + 14, size=9)
        page.draw_rect((x, y, x + 50, y + 26), width=0.5)
    sir = paper.parse()
    check(sir)
    assert figures(sir) == [" ".join(LABELS)]
    assert texts(sir, "table_cell") == cells
