"""Corrections by hand: the tree follows them, words and order stay, and they outlive a parse."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InvalidOption
from core.parsing.corrections import (
    Correction,
    apply_corrections,
    classes_for,
    correction,
    corrections_key,
    lost_corrections,
    with_correction,
)
from core.parsing.rebuilding import rebuilt
from core.sir import HEADINGS, LEVEL_BY, SET_ASIDE, ElementType, Sir
from core.sir_io import to_json
from tests.builders import Block, aside, bullets, heading, sir_from_texts, table
from tests.core.parsing.papers import check
from tests.strategies import sirs

if TYPE_CHECKING:
    from collections.abc import Sequence

GUIDE = (
    heading("Dose"),
    "Give five milligrams twice a day.",
    heading("Children", 2),
    "Give half of it to children.",
    bullets("with water", "after a meal", "never at night"),
    table([["Age", "Dose"], ["12", "5 mg"]]),
    "See also the notes.",
    aside("Guideline of the clinic"),
)


def at(sir: Sir, text: str) -> int:
    return next(i for i, node in enumerate(sir.nodes) if node.text == text)


def corrected(
    sir: Sir, text: str, type_: ElementType | None = None, level: int | None = None, **more: bool
) -> Sir:
    found = apply_corrections(sir, [correction(sir, at(sir, text), type_, level, **more)])
    assert not lost_corrections(found)
    check(found)
    return found


def lineage(sir: Sir, text: str) -> list[str]:
    return [sir.nodes[i].text for i in sir.lineage(at(sir, text))]


def flow_words(sir: Sir) -> list[int]:
    return sir.pieces.word[: sir.pieces.first[sir.flow]].tolist()


@st.composite
def corrections_of(draw: st.DrawFn, sir: Sir) -> tuple[Correction, ...]:
    nodes = [i for i in range(1, len(sir.nodes)) if classes_for(sir, i)]
    chosen = draw(st.lists(st.sampled_from(nodes), max_size=6)) if nodes else []
    said: tuple[Correction, ...] = ()
    for index in chosen:
        kind = draw(st.sampled_from(classes_for(sir, index)))
        level = draw(st.integers(1, 6)) if kind in HEADINGS else None
        is_aside = draw(st.booleans()) and draw(st.booleans())
        said = with_correction(said, correction(sir, index, kind, level, aside=is_aside))
    return said


@given(sirs())
def test_a_tree_built_again_without_changes_is_the_same(sir: Sir) -> None:
    assert to_json(rebuilt(sir, {})) == to_json(sir)


@given(st.data(), sirs())
def test_any_corrections_keep_every_word_once_and_the_order_of_the_flow(
    data: st.DataObject, sir: Sir
) -> None:
    before = to_json(sir)
    said = data.draw(corrections_of(sir))
    found = apply_corrections(sir, said)
    check(found)
    assert sorted(found.pieces.word) == sorted(sir.pieces.word)
    kept = set(flow_words(found))
    assert flow_words(found) == [word for word in flow_words(sir) if word in kept]
    assert not any(node.type in SET_ASIDE for node in found.nodes[: found.flow])
    assert to_json(sir) == before


@given(st.data(), sirs())
def test_the_order_of_corrections_does_not_matter_and_undo_restores_the_tree(
    data: st.DataObject, sir: Sir
) -> None:
    said = data.draw(corrections_of(sir))
    found, again = (apply_corrections(sir, order) for order in (said, said[::-1]))
    assert len(lost_corrections(found)) == len(lost_corrections(again))
    assert to_json(replace(found, metadata={})) == to_json(replace(again, metadata={}))
    assert to_json(apply_corrections(sir, ())) == to_json(sir)


def test_what_follows_a_new_heading_hangs_below_it() -> None:
    sir = corrected(
        sir_from_texts(GUIDE), "Give half of it to children.", ElementType.SECTION_HEADER, 3
    )
    path = ["Dose", "Children", "Give half of it to children."]
    assert lineage(sir, "with water") == path
    node = sir.nodes[at(sir, "Give half of it to children.")]
    assert (node.level, node.metadata["corrected"], node.metadata["was"]) == (
        3,
        "by hand",
        "paragraph",
    )


def test_another_level_moves_the_section() -> None:
    sir = corrected(sir_from_texts(GUIDE), "Children", level=1)
    assert lineage(sir, "See also the notes.") == ["Children"]
    assert corrected(sir_from_texts(GUIDE), "Dose", ElementType.TITLE).nodes[1].level == 1


def test_what_a_level_was_judged_by_is_gone_once_a_person_set_it() -> None:
    sir = sir_from_texts(GUIDE)
    sir.nodes[at(sir, "Dose")].metadata[LEVEL_BY] = "type"
    assert LEVEL_BY in corrected(sir, "Children", level=1).nodes[1].metadata
    assert LEVEL_BY not in corrected(sir, "Dose", level=2).nodes[1].metadata


def test_a_heading_that_is_none_leaves_its_text_to_the_one_above() -> None:
    sir = corrected(sir_from_texts(GUIDE), "Children", ElementType.PARAGRAPH)
    assert lineage(sir, "See also the notes.") == ["Dose"]
    assert sir.nodes[at(sir, "Children")].level is None


def test_a_running_header_leaves_the_flow() -> None:
    sir = corrected(sir_from_texts(GUIDE), "See also the notes.", ElementType.PAGE_HEADER)
    assert at(sir, "See also the notes.") >= sir.flow
    assert sir.nodes[-1].metadata["aside"] == "set aside by hand"
    sir = corrected(sir_from_texts(GUIDE), "Children", aside=True)
    assert at(sir, "Children") >= sir.flow
    assert lineage(sir, "See also the notes.") == ["Dose"]


def test_what_was_set_aside_comes_back_to_its_place() -> None:
    blocks = [aside("Only a header"), "First.", aside("A heading after all"), "Second."]
    sir = corrected(sir_from_texts(blocks), "A heading after all", ElementType.SECTION_HEADER, 2)
    assert [node.text for node in sir.nodes[1 : sir.flow]] == [
        "First.",
        "A heading after all",
        "Second.",
    ]
    assert "aside" not in sir.nodes[2].metadata


def test_a_list_is_parted_where_an_item_is_none() -> None:
    sir = corrected(sir_from_texts(GUIDE), "after a meal", ElementType.PARAGRAPH)
    place = at(sir, "after a meal")
    kinds = [node.type.value for node in sir.nodes[place - 2 : place + 3]]
    assert kinds == ["list", "list_item", "paragraph", "list", "list_item"]
    assert len({node.parent for node in (sir.nodes[place - 2], sir.nodes[place])}) == 1


def test_the_only_item_of_a_list_leaves_no_empty_list() -> None:
    sir = corrected(sir_from_texts([bullets("alone"), "text"]), "alone", ElementType.PARAGRAPH)
    assert [node.type.value for node in sir.nodes] == ["root", "paragraph", "paragraph"]


def test_a_new_item_joins_the_list_above_it_or_gets_one() -> None:
    sir = corrected(sir_from_texts([bullets("one"), "two"]), "two", ElementType.LIST_ITEM)
    assert [len(node.children) for node in sir.nodes] == [1, 2, 0, 0]
    sir = corrected(sir_from_texts(["two"]), "two", ElementType.LIST_ITEM)
    assert [node.type.value for node in sir.nodes] == ["root", "list", "list_item"]


def test_a_heading_leaves_the_segment_that_held_it() -> None:
    parts = tuple(Block(ElementType.PARAGRAPH, text) for text in ("one", "two", "three"))
    sir = sir_from_texts([Block(ElementType.SEGMENT, children=parts)])
    sir = corrected(sir, "two", ElementType.SECTION_HEADER, 1)
    assert lineage(sir, "one") == []
    assert lineage(sir, "three") == ["two"]
    assert [node.type.value for node in sir.nodes].count("segment") == 2


def test_a_table_is_set_aside_with_its_cells() -> None:
    sir = sir_from_texts(GUIDE)
    whole = next(i for i, node in enumerate(sir.nodes) if node.type is ElementType.TABLE)
    found = apply_corrections(sir, [correction(sir, whole, aside=True)])
    check(found)
    assert not lost_corrections(found)
    assert at(found, "5 mg") >= found.flow
    assert not any(node.type is ElementType.TABLE for node in found.nodes[: found.flow])


def test_cells_and_rows_cannot_be_corrected_alone() -> None:
    sir = sir_from_texts(GUIDE)
    with pytest.raises(InvalidOption, match="no class of its own"):
        correction(sir, at(sir, "5 mg"), ElementType.PARAGRAPH)
    with pytest.raises(InvalidOption, match="cannot be a table"):
        correction(sir, at(sir, "Dose"), ElementType.TABLE)
    with pytest.raises(InvalidOption, match="Only headings"):
        correction(sir, at(sir, "See also the notes."), level=2)


def test_a_second_correction_of_an_element_completes_the_first() -> None:
    base = sir_from_texts(GUIDE)
    first = correction(base, at(base, "See also the notes."), ElementType.SECTION_HEADER)
    now = apply_corrections(base, [first])
    second = correction(now, at(now, "See also the notes."), level=2)
    joined = with_correction([first], second)
    assert [(one.type, one.level) for one in joined] == [(ElementType.SECTION_HEADER, 2)]
    assert apply_corrections(base, joined).nodes[-2].level == 2


def differently(blocks: Sequence[Block | str]) -> Sir:
    """Another parse of the same pages: no headings, one list item is lost in a paragraph."""
    plain = [
        Block(ElementType.PARAGRAPH, one.text)
        if isinstance(one, Block) and one.type in HEADINGS
        else one
        for one in blocks
    ]
    return sir_from_texts(plain, "f" * 64)


def test_a_correction_finds_its_element_in_another_parse() -> None:
    base = sir_from_texts(GUIDE)
    said = correction(base, at(base, "Children"), ElementType.SECTION_HEADER, 1)
    found = apply_corrections(differently(GUIDE), [said])
    assert not lost_corrections(found)
    assert lineage(found, "See also the notes.") == ["Children"]


def test_a_correction_whose_element_is_gone_is_given_back() -> None:
    base = sir_from_texts(GUIDE)
    said = correction(base, at(base, "Children"), level=1)
    joined = sir_from_texts(["Dose", "Give five milligrams twice a day. Children Give half."])
    found = apply_corrections(joined, [said])
    assert lost_corrections(found) == (0,)
    assert found.nodes is joined.nodes


def test_equal_words_on_a_page_are_told_apart_by_their_place() -> None:
    sir = sir_from_texts(["Note", "text between", "Note"])
    found = apply_corrections(sir, [correction(sir, 3, ElementType.SECTION_HEADER, 1)])
    assert [node.type.value for node in found.nodes[1:]] == [
        "paragraph",
        "paragraph",
        "section_header",
    ]


def test_the_same_corrections_in_the_same_order_have_the_same_key() -> None:
    sir = sir_from_texts(GUIDE)
    said = (correction(sir, 1, level=2), correction(sir, 3, ElementType.PARAGRAPH))
    assert corrections_key(()) == ""
    assert corrections_key(said) == corrections_key(list(said))
    assert corrections_key(said) != corrections_key(said[:1])
