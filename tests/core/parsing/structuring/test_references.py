"""Numbered entries below a heading such as "References" are set aside, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.parsing.structuring.references import references_aside
from tests.core.parsing.papers import Paper, check, texts
from tests.core.parsing.structuring.elements import element, list_of

if TYPE_CHECKING:
    from core.parsing.elements import Element

ENTRIES = [f"{number}. Smith J. A study. Lancet 20{number}." for number in range(1, 5)]


def kinds(found: list[Element]) -> list[str]:
    return [one.type.value for one in found]


@pytest.mark.parametrize(
    "title", ["References", "7 REFERENCES", "Literaturverzeichnis", "Bibliography:"]
)
def test_a_numbered_list_below_such_a_heading_is_one_of_references(title: str) -> None:
    found = references_aside([element("section_header", title), list_of(*ENTRIES)])
    assert kinds(found) == ["section_header", "reference_list"]
    assert [entry.text for entry in found[1].children] == ENTRIES
    assert f'below the heading "{title}"' in found[1].children[0].metadata["reason"]


def test_entries_in_brackets_and_pieces_between_them_go_along_and_the_end_stays() -> None:
    texts_ = ["[1] Smith J.", "[2] Jones A. A", "study of it.", "[3] Brown B.", "We thank all."]
    found = references_aside(
        [element("section_header", "References"), *(element("paragraph", text) for text in texts_)]
    )
    assert kinds(found) == ["section_header", "reference_list", "paragraph"]
    assert [entry.text for entry in found[1].children] == texts_[:4]


@pytest.mark.parametrize(
    ("title", "held"),
    [
        ("Doses", ENTRIES),
        ("References to the law", ENTRIES),
        ("References", ENTRIES[:2]),
        ("References", ENTRIES[1:]),
        ("References", ["See the report.", *ENTRIES]),
        ("References", ["Smith J. 2001.", "Jones A. 2002.", "Brown B. 2003."]),
    ],
)
def test_other_text_stays_as_it_is(title: str, held: list[str]) -> None:
    given = [element("section_header", title), *(element("paragraph", text) for text in held)]
    assert references_aside(given) == given
    assert kinds(given)[1:] == ["paragraph"] * len(held)


def test_entries_of_columns_that_were_mixed_up_are_found_all_the_same() -> None:
    mixed = [ENTRIES[0], ENTRIES[2], ENTRIES[3], ENTRIES[1]]
    found = references_aside([element("section_header", "References"), list_of(*mixed)])
    assert [entry.text for entry in found[1].children] == mixed


def test_a_note_between_entries_stays_in_the_flow() -> None:
    given = [element("paragraph", text) for text in ENTRIES]
    note = element("footnote", "1 See the appendix.")
    found = references_aside(
        [element("section_header", "References"), *given[:2], note, *given[2:]]
    )
    assert kinds(found) == ["section_header", "reference_list", "footnote"]
    assert len(found[1].children) == 4


def test_entries_that_were_taken_for_footnotes_go_along() -> None:
    given = [element("paragraph", text) for text in ENTRIES[:2]]
    given += [element("footnote", text) for text in ENTRIES[2:]]
    found = references_aside(
        [element("section_header", "References"), *given, element("title", "A")]
    )
    assert kinds(found) == ["section_header", "reference_list", "title"]
    assert len(found[1].children) == 4


def test_references_of_a_paper_are_kept_apart_with_their_reason() -> None:
    paper = Paper()
    paper.write("Results", 60, 60, size=16)
    y = paper.prose(60, 90) + 30
    paper.write("References", 60, y, size=16)
    for row, entry in enumerate(ENTRIES):
        paper.write(entry, 60, y + 30 + 22 * row)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "reference_item", aside=True) == ENTRIES
    assert "References" in texts(sir, "section_header")
