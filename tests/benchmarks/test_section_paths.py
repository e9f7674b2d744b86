from __future__ import annotations

from benchmarks import section_paths

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
