"""Two trees of the same pages: what they share, and what each has for itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given

from core.geometry import BoundingBox
from core.parsing.corrections import apply_corrections, correction
from core.parsing.tree_comparison import Change, compare
from core.sir import ElementType, Node, PieceTable, Sir
from tests.builders import Block, bullets, heading, sir_from_texts, table
from tests.strategies import sirs

GUIDE = (
    heading("Dose of the drug"),
    "Give five milligrams twice a day.",
    bullets("with water", "after a meal"),
    table([["Age", "Dose"], ["12", "5 mg"]]),
)


def at(sir: Sir, text: str) -> int:
    return next(i for i, node in enumerate(sir.nodes) if node.text == text)


def changed(sir: Sir, text: str, type_: ElementType) -> Sir:
    return apply_corrections(sir, [correction(sir, at(sir, text), type_)])


@given(sirs())
def test_a_tree_is_the_same_as_itself(sir: Sir) -> None:
    found = compare(sir, sir)
    assert set(found.one.values()) <= {Change.SAME}
    assert found.one == found.other
    assert all(a == b for a, b in found.pairs.items())


@given(sirs(), sirs())
def test_what_one_tree_has_the_same_or_renamed_the_other_has_too(one: Sir, other: Sir) -> None:
    found = compare(one, other)
    for kind in (Change.SAME, Change.RENAMED):
        assert found.counts[0][kind] == found.counts[1][kind]
    assert len(set(found.pairs.values())) == len(found.pairs)


def test_a_table_counts_once_and_a_list_by_its_items() -> None:
    sir = sir_from_texts(GUIDE)
    kinds = [sir.nodes[index].type.value for index in compare(sir, sir).one]
    assert kinds == ["section_header", "paragraph", "list_item", "list_item", "table"]


def test_another_class_or_level_is_told() -> None:
    one = sir_from_texts(GUIDE)
    other = changed(one, "Give five milligrams twice a day.", ElementType.SECTION_HEADER)
    found = compare(one, other)
    assert found.one[at(one, "Give five milligrams twice a day.")] is Change.RENAMED
    assert found.counts[0] == {Change.SAME: 4, Change.RENAMED: 1}
    aside = changed(one, "Dose of the drug", ElementType.PAGE_HEADER)
    assert compare(one, aside).one[1] is Change.RENAMED


def test_elements_that_were_joined_are_told_from_those_that_are_gone() -> None:
    one = sir_from_texts(["one two three four five six seven eight", "nine ten"])
    other = sir_from_texts(["one two three four five six seven eight nine ten"])
    found = compare(one, other)
    assert list(found.one.values()) == [Change.SAME, Change.DIVIDED]
    assert list(found.other.values()) == [Change.SAME]
    less = sir_from_texts(["one two three four five six seven eight"])
    assert compare(one, less).one[2] is Change.MISSING


def test_words_read_by_ocr_are_known_by_their_place() -> None:
    one = sir_from_texts(["one two three four"])
    shifted = np.clip(one.words.boxes + np.float32(0.002), 0, 1)
    other = replace(one, words=replace(one.words, boxes=shifted))
    assert list(compare(one, other).one.values()) == [Change.SAME]


def test_figures_are_known_by_their_place() -> None:
    def figure(left: float) -> Sir:
        box = BoundingBox(1, left, 0.1, left + 0.3, 0.4)
        sir = sir_from_texts(["text"])
        node = Node("f", ElementType.FIGURE, parent=0, regions=(box,))
        first = np.append(sir.pieces.first, sir.pieces.first[-1])
        pieces = PieceTable(first, sir.pieces.start, sir.pieces.end, sir.pieces.word)
        return replace(sir, nodes=[*sir.nodes, node], flow=3, pieces=pieces)

    assert compare(figure(0.1), figure(0.12)).one[2] is Change.SAME
    assert compare(figure(0.1), figure(0.6)).one[2] is Change.MISSING
    assert compare(figure(0.1), figure(0.6)).other[2] is Change.MISSING


def test_a_table_and_the_paragraphs_of_its_rows_are_divided() -> None:
    one = sir_from_texts([table([["Age", "Dose"], ["12", "5 mg"]])])
    texts = ("Age", "Dose", "12", "5 mg")
    other = sir_from_texts([Block(ElementType.PARAGRAPH, text) for text in texts])
    found = compare(one, other)
    assert found.one[1] in (Change.RENAMED, Change.DIVIDED)
    assert Change.DIVIDED in found.other.values()


def test_segments_are_told_from_the_paragraphs_they_hold() -> None:
    texts = ("one two three", "four five six", "seven eight nine")
    parts = tuple(Block(ElementType.PARAGRAPH, text) for text in texts)
    plain = sir_from_texts(parts)
    cut = sir_from_texts(
        [
            Block(ElementType.SEGMENT, children=parts[:2]),
            Block(ElementType.SEGMENT, children=parts[2:]),
        ]
    )
    found = compare(cut, plain)
    assert found.counts[0] == {Change.SAME: 3, Change.MISSING: 2}
    assert found.counts[1] == {Change.SAME: 3}
    other = sir_from_texts([Block(ElementType.SEGMENT, children=parts)])
    assert [compare(cut, other).one[at] for at in (1, 4)] == [Change.SAME, Change.DIVIDED]
