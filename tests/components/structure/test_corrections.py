"""Corrections in words, and the element that stays selected through them."""

from __future__ import annotations

from components.structure.corrections import class_in_words, correction_in_words, same_node
from core.parsing.corrections import apply_corrections, correction
from core.sir import ElementType
from tests.builders import heading, sir_from_texts, table

GUIDE = (heading("Dose"), "Give five milligrams.", table([["Age", "Dose"], ["12", "5"]]))


def test_a_correction_says_what_was_and_what_is() -> None:
    sir = sir_from_texts(GUIDE)
    assert correction_in_words(correction(sir, 2, ElementType.SECTION_HEADER, 2)) == (
        'Page 1 "Give five milligrams.": paragraph, now section heading, level 2'
    )
    assert correction_in_words(correction(sir, 1, level=3)).endswith("section heading, now level 3")
    assert correction_in_words(correction(sir, 3, aside=True)).endswith("table, now set aside")


def test_classes_that_never_enter_the_flow_say_so() -> None:
    assert class_in_words(ElementType.PAGE_HEADER) == "page header (set aside)"
    assert class_in_words(ElementType.SECTION_HEADER) == "section heading"


def test_an_element_is_found_again_in_the_corrected_tree() -> None:
    sir = sir_from_texts(GUIDE)
    after = apply_corrections(sir, [correction(sir, 1, ElementType.PAGE_FOOTER)])
    assert [after.nodes[same_node(sir, at, after) or 0].text for at in (1, 2)] == [
        "Dose",
        "Give five milligrams.",
    ]
    place = same_node(sir, 3, after)
    assert place is not None
    assert after.nodes[place].type is ElementType.TABLE
