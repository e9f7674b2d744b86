from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest

from benchmarks import section_paths
from core.sir import ElementType
from tests.core.parsing.papers import Paper

if TYPE_CHECKING:
    from pathlib import Path

TITLES = ["“PIRACY”", "5: “Piracy”", "Film", "NOTES"]


def as_listed(headings: list[str], gold: list[str]) -> list[str]:
    return section_paths._as_listed(headings, gold, TITLES)


def test_a_part_and_its_chapter_that_are_called_alike_are_each_found_once() -> None:
    headings = ["“PIRACY”", "CHAPTER FIVE: “Piracy”", "Film"]
    assert as_listed(headings, TITLES[:3]) == TITLES[:3]
    assert as_listed(headings[1:], TITLES[:3]) != TITLES[:3]


def test_a_heading_that_the_path_has_no_place_for_stays_in_ours() -> None:
    assert as_listed(["NOTES", "“PIRACY”"], ["“PIRACY”"]) == ["NOTES", "“PIRACY”"]
    assert as_listed(["Film", "Film"], ["Film"]) == ["Film", "Film"]
    assert as_listed(["Film", "Nothing of the kind"], ["Film"]) == ["Film"]


def test_words_in_a_drawing_are_no_paragraph_that_is_asked_for() -> None:
    paper = Paper()
    paper.prose(72, 100)
    page = paper.pdf[0]
    for step in range(24):
        x, y = 120 + 12 * step, 250 + 20 * (step % 2)
        page.draw_line((x, y), (x + 12, 520 - y), width=0.3)
    page.draw_rect((120, 240, 420, 420))
    for row in range(14):
        paper.write(f"PIN {row}", 300, 300 + 8 * row, size=8)
    sir = paper.parse()
    long = [
        index
        for index, node in enumerate(sir.nodes)
        if node.type is ElementType.PARAGRAPH and len(node.text.split()) >= 12
    ]
    asked = [index for index in long if section_paths._is_asked(sir, index)]
    assert len(long) == 2
    assert [sir.nodes[index].text.split()[0] for index in asked] == ["The"]


def chapters(*titles: str) -> Paper:
    """A page with these chapters, each above a paragraph."""
    paper = Paper()
    for row, title in enumerate(titles):
        paper.write(title, 72, 90 + 150 * row, size=16, font="hebo")
        paper.prose(72, 120 + 150 * row)
    return paper


def listed(paper: Paper, tmp_path: Path, *titles: str) -> list[tuple[list[str], list[str]]]:
    """Our path and that of an outline with these titles, of each paragraph of a page."""
    paper.pdf.set_toc([[1, title, 1] for title in titles])
    paper.pdf.save(tmp_path / "paper.pdf")
    return [(ours, gold) for _, ours, gold in section_paths.paths(tmp_path / "paper.pdf")]


def test_an_entry_begins_at_the_title_that_is_most_like_it(tmp_path: Path) -> None:
    titles = [f"Releases of the series {number}.x in the years of its history" for number in "3254"]
    assert [ours == gold for ours, gold in listed(chapters(*titles), tmp_path, *titles)] == [
        True
    ] * 4


def test_what_is_behind_references_that_no_entry_lists_is_not_asked_for(tmp_path: Path) -> None:
    paper = chapters("Ink", "Pens", "References")
    assert [gold for _, gold in listed(paper, tmp_path, "Ink", "Pens")] == [["Ink"], ["Pens"]]


@pytest.mark.parametrize("kind", [pymupdf.LINK_GOTO, pymupdf.LINK_NAMED])
def test_a_target_is_told_from_the_top_of_its_page_also_where_it_has_a_name(kind: int) -> None:
    pdf = Paper().pdf
    given = 100.0 if kind == pymupdf.LINK_GOTO else 742.0
    target = {"kind": kind, "to": pymupdf.Point(0, given)}
    assert section_paths._height(pdf, 1, target) == 100.0
