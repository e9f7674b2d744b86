"""Captions find their figures and tables, marks their footnotes, and doubts stay untied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.node_links import note_marks
from core.parsing.rebuilding import NodeChange, rebuilt
from core.parsing.structuring.markers import described_class
from core.sir import ElementType
from tests.core.parsing.papers import PROSE, Paper, check

if TYPE_CHECKING:
    from core.sir import Node, Sir
    from core.spans import Span

NOTE = "See the report of the second committee on this."


def nodes(sir: Sir, kind: str) -> list[Node]:
    return [node for node in sir.nodes[: sir.flow] if node.type == kind]


def picture(paper: Paper, left: float, top: float, right: float, bottom: float) -> None:
    """An image with something in it, so that no two are the same."""
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40), 0)
    pixels.clear_with(90 + int(top) % 100)
    paper.pdf[0].insert_image((left, top, right, bottom), pixmap=pixels, keep_proportion=False)


def ruled_table(paper: Paper, top: float) -> None:
    """Three rows of two cells between rules."""
    for row in range(4):
        y = top + 20 * row
        paper.pdf[0].draw_line((60, y), (360, y))
        if row < 3:
            paper.write("Age of the child", 64, y + 14)
            paper.write(f"{row + 2} mg a day", 220, y + 14)
    for x in (60, 210, 360):
        paper.pdf[0].draw_line((x, top), (x, top + 60))


def raised(paper: Paper, text: str, mark: str, x: float, y: float) -> None:
    """A word with a small mark behind its end, above the base line."""
    paper.write(text, x, y)
    end = x + pymupdf.get_text_length(text, fontsize=10)
    paper.write(mark, end, y - 4, size=6)


def test_captions_are_tied_to_the_nearest_figure_and_table() -> None:
    paper = Paper()
    paper.prose(60, 60)
    picture(paper, 60, 130, 300, 260)
    paper.write("Figure 1: The way of the first dose", 60, 275, size=8)
    paper.prose(60, 330)
    paper.write("Table 1: Doses by age", 60, 430, size=8)
    ruled_table(paper, 440)
    sir = paper.parse()
    check(sir)
    figure, table = nodes(sir, "figure")[0], nodes(sir, "table")[0]
    one, two = nodes(sir, "caption")
    assert (one.metadata["caption_of"], figure.metadata["caption"]) == (figure.id, one.id)
    assert (two.metadata["caption_of"], table.metadata["caption"]) == (table.id, two.id)


def test_each_of_two_figures_gets_the_caption_below_it() -> None:
    paper = Paper()
    for number, top in ((1, 80), (2, 240)):
        picture(paper, 60, top, 300, top + 120)
        paper.write(f"Figure {number}: A drawing of the way", 60, top + 134, size=8)
    paper.prose(60, 450)
    sir = paper.parse()
    figures, captions = nodes(sir, "figure"), nodes(sir, "caption")
    assert [one.metadata["caption_of"] for one in captions] == [figure.id for figure in figures]


@pytest.mark.parametrize("gap", ["far", "text"])
def test_a_caption_that_is_far_off_or_behind_a_text_is_left_alone(gap: str) -> None:
    paper = Paper()
    picture(paper, 60, 80, 300, 200)
    y = 420.0 if gap == "far" else paper.prose(60, 216, lines=PROSE[:2]) + 16
    paper.write("Figure 1: The way of the dose", 60, y, size=8)
    paper.prose(60, 600)
    sir = paper.parse()
    assert [node.text for node in nodes(sir, "caption")] == ["Figure 1: The way of the dose"]
    assert all("caption_of" not in node.metadata for node in sir.nodes)


def noted(marks: tuple[str, ...] = ("1",), note: str = f"1 {NOTE}") -> Sir:
    paper = Paper()
    y = paper.prose(60, 60)
    for mark in marks:
        raised(paper, "The rest of it was not looked at.", mark, 60, y)
        y = paper.prose(60, y + 13) + 20
    paper.write(note, 60, 790, size=7)
    return paper.parse()


def marks_of(sir: Sir) -> list[Span]:
    places = {node.id: index for index, node in enumerate(sir.nodes)}
    return note_marks(nodes(sir, "footnote")[0], places)


def test_a_raised_number_is_tied_to_the_footnote_that_begins_with_it() -> None:
    sir = noted()
    check(sir)
    note = nodes(sir, "footnote")[0]
    (mark,) = marks_of(sir)
    text = sir.nodes[mark.node]
    assert text.text[mark.start - 3 : mark.end] == "at.1"
    assert text.metadata["notes"] == note.id


def test_a_note_with_marks_in_several_places_is_left_alone() -> None:
    assert marks_of(noted(("1", "1"))) == []


def test_units_and_numbers_with_a_raised_number_are_no_marks() -> None:
    paper = Paper()
    y = paper.prose(60, 60)
    raised(paper, "The room has 20 m", "2", 60, y)
    raised(paper, "There were 10", "2", 60, paper.prose(60, y + 13) + 20)
    paper.write(f"2 {NOTE}", 60, 790, size=7)
    sir = paper.parse()
    assert nodes(sir, "footnote")[0].text == f"2 {NOTE}"
    assert all("notes" not in node.metadata for node in sir.nodes)


def test_a_number_glued_to_a_word_is_a_mark_where_nothing_is_raised() -> None:
    paper = Paper()
    paper.prose(60, paper.prose(60, 60, lines=("The rest was not read then.1 It was late.",)))
    paper.write(f"1 {NOTE}", 60, 790, size=7)
    sir = paper.parse()
    assert [(mark.start, mark.end) for mark in marks_of(sir)] == [(27, 28)]


def test_ties_lead_to_the_same_nodes_after_a_correction() -> None:
    sir = noted()
    heading = next(at for at, node in enumerate(sir.nodes) if node.type == "paragraph")
    again = rebuilt(sir, {heading: NodeChange(ElementType.SECTION_HEADER, 1, aside=False)})
    note = nodes(again, "footnote")[0]
    (mark,) = marks_of(again)
    text = again.nodes[mark.node]
    assert text.text[mark.start - 3 : mark.end] == "at.1"
    assert text.metadata["notes"] == note.id != nodes(sir, "footnote")[0].id


@pytest.mark.parametrize(
    ("caption", "described"),
    [
        ("Tab. 3", ElementType.TABLE),
        ("Tabelle 2: Dosen", ElementType.TABLE),
        ("Таблица 2: Дозы", ElementType.TABLE),
        ("Fig.2", ElementType.FIGURE),
        ("Tablets of 5 mg", None),
        ("Таблетки по 5 мг", None),
        ("Fight against fever", None),
    ],
)
def test_a_caption_names_what_it_describes_by_a_whole_word(
    caption: str, described: ElementType | None
) -> None:
    assert described_class(caption) is described
