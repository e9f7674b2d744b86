from __future__ import annotations

from benchmarks import section_paths
from core.sir import ElementType
from tests.core.parsing.papers import Paper

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
