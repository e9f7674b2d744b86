"""Units of a document, and what ties them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from core.chunking.unit_outline import Outline
from core.node_links import CAPTION_OF
from core.sir import ElementType
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import Block, bullets, heading, sir_from_texts, table
from tests.core.chunking.test_promises import quiet
from tests.strategies import streams

if TYPE_CHECKING:
    from collections.abc import Sequence


def outline(blocks: Sequence[Block | str]) -> Outline:
    return Outline.of(tokenize(sir_from_texts(blocks), minilm_tokenizer()))


def tied(found: Outline) -> list[list[str]]:
    """Ids of the units that are tied together, those that are tied to none left out."""
    groups: dict[int, list[str]] = {}
    for unit, head in zip(found.units, found.atoms, strict=True):
        groups.setdefault(head, []).append(unit.id)
    return [group for group in groups.values() if len(group) > 1]


def test_lists_and_tables_are_one_unit_each() -> None:
    found = outline([heading("a"), "b.", bullets("c", "d"), table([["e", "f"]]), heading("g", 2)])
    assert [(unit.id, unit.kind) for unit in found.units] == [
        ("h1", "heading"), ("p1", "paragraph"), ("l1", "list"), ("t1", "table"), ("h2", "heading"),
    ]  # fmt: skip
    assert [unit.is_heading for unit in found.units] == [True, False, False, False, True]
    sections = [found.stream.sir.nodes[unit.section].text for unit in found.units]
    assert sections == ["a", "a", "a", "a", "g"]


@quiet
@given(stream=streams())
def test_units_hold_every_token_once(stream: TokenStream) -> None:
    found = Outline.of(stream)
    ends = [0, *(unit.end for unit in found.units)]
    assert [unit.start for unit in found.units] == ends[:-1]
    assert ends[-1] == len(stream)
    assert len({unit.id for unit in found.units}) == len(found.units)
    assert all(head <= place for place, head in enumerate(found.atoms))


def test_a_list_is_tied_to_the_sentence_that_introduces_it() -> None:
    assert tied(outline(["Ask about:", bullets("pain", "sleep"), "Then rest."])) == [["p1", "l1"]]
    assert tied(outline(["Ask about:", heading("a"), "b"])) == []


def test_numbered_paragraphs_are_one_procedure_with_what_stands_between_them() -> None:
    blocks = ["1. Wash.", "For a minute.", "2. Dry.", "3. Rest.", "Later.", "5. No.", "(6) No."]
    assert tied(outline(blocks)) == [["p1", "p2", "p3", "p4"]]


def test_steps_with_headings_of_their_own_are_one_procedure() -> None:
    steps = [part for n in (1, 2, 3) for part in (heading(f"Step {n}: do", 2), f"Text {n}.")]
    assert tied(outline([heading("a"), "Intro.", *steps, heading("b"), "Text."])) == [
        ["h2", "p2", "h3", "p3", "h4", "p4"]
    ]


def test_numbered_sections_and_recommendations_are_no_steps() -> None:
    blocks = [heading("1. Dose"), "1.1.1 Offer it.", "1.1.2 Offer more.", heading("2. Review"), "x"]
    assert tied(outline(blocks)) == []


def test_steps_under_different_headings_are_different_procedures() -> None:
    blocks = [heading("a"), "1. One.", heading("b"), "2. Two.", "3. Three."]
    assert tied(outline(blocks)) == [["p2", "p3"]]


def test_a_list_that_goes_on_counting_belongs_to_the_one_before() -> None:
    blocks = [bullets("a) one", "b) two"), "A note.", bullets("c) three", "d) four")]
    assert tied(outline(blocks)) == [["l1", "p1", "l2"]]


def test_marks_that_go_on_counting_far_away_are_no_steps() -> None:
    notes = [bullets("(1) See above."), "word " * 300, bullets("(2) See below.")]
    assert tied(outline(notes)) == []


def test_steps_may_be_numbered_without_a_full_stop() -> None:
    assert tied(outline(["1 Open the lid.", "2 Press the key.", "2 months later"])) == [
        ["p1", "p2"]
    ]


def test_a_caption_is_tied_to_its_table() -> None:
    sir = sir_from_texts([Block(ElementType.CAPTION, "Table 1. Dose"), table([["a", "b"]])])
    caption, held = sir.nodes[1], sir.nodes[2]
    caption.metadata[CAPTION_OF] = held.id
    assert tied(Outline.of(tokenize(sir, minilm_tokenizer()))) == [["c1", "t1"]]
