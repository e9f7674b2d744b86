"""The chart of a structure draws every token once, in groups where parts are too small to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components.structure.chart import chosen
from components.structure.chart_parts import Part, parts, section_of
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import heading, sir_from_texts

if TYPE_CHECKING:
    from core.sir import Sir


@pytest.fixture(scope="module")
def stream() -> TokenStream:
    """A title over two sections: one with two long parts, one with very many short ones."""
    long = "Give the first drug for ten days, then look at the blood count again. " * 12
    blocks = [heading("Guideline"), heading("Dose", 2), long, long, heading("Notes", 2)]
    return tokenize(sir_from_texts([*blocks, *["Short."] * 300]), minilm_tokenizer())


def at(sir: Sir, text: str) -> int:
    return next(i for i, node in enumerate(sir.nodes) if node.text == text)


def below(found: list[Part], node: int) -> list[Part]:
    return [part for part in found if part.parent == node]


def test_a_title_is_opened_at_first_so_that_main_sections_have_room(stream: TokenStream) -> None:
    assert section_of(stream.sir, None) == at(stream.sir, "Guideline")


def test_an_element_opens_the_section_it_stands_in(stream: TokenStream) -> None:
    dose = at(stream.sir, "Dose")
    assert section_of(stream.sir, dose) == dose == section_of(stream.sir, dose + 1)


def test_a_section_holds_its_parts_and_its_own_heading(stream: TokenStream) -> None:
    sir = stream.sir
    found = parts(stream, "guideline.pdf", section_of(sir, None))
    for part in found:
        if held := below(found, part.node):
            first, last = stream.own(part.node)
            assert part.tokens == sum(one.tokens for one in held) + (last - first)


def test_main_sections_have_hues_of_their_own_that_their_parts_share(stream: TokenStream) -> None:
    found = parts(stream, "guideline.pdf", section_of(stream.sir, None))
    assert [part.hue for part in below(found, at(stream.sir, "Guideline"))] == [0, 1]
    for section in ("Dose", "Notes"):
        node = at(stream.sir, section)
        own = next(part.hue for part in found if part.node == node)
        assert {part.hue for part in below(found, node)} == {own}


def test_parts_too_small_to_be_seen_are_drawn_in_groups(stream: TokenStream) -> None:
    sir = stream.sir
    notes = at(sir, "Notes")
    groups = below(parts(stream, "guideline.pdf", notes), notes)
    assert len(groups) <= 49
    assert [node for part in groups for node in range(part.node, part.last + 1)] == (
        sir.nodes[notes].children
    )


def test_a_click_chooses_a_part_and_one_on_the_opened_section_what_is_above_it(
    stream: TokenStream,
) -> None:
    sir = stream.sir
    dose, title = at(sir, "Dose"), at(sir, "Guideline")
    assert chosen(sir, {"id": str(dose)}, title) == dose
    assert chosen(sir, {"id": str(dose)}, dose) == title
    assert chosen(sir, {"id": str(title)}, title) == 0
