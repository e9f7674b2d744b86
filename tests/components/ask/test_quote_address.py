"""The place of a quote in an address leads back to the very same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.ask.citation_cards import own_spans
from components.ask.quote_address import decode_place, encode_place
from core.spans import Span
from tests.builders import heading, sir_from_texts, table
from tests.cutting import cut
from tests.strategies import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.sir import Sir
    from core.tokens import TokenStream


@given(streams(), st.sampled_from(["fixed", "recursive", "hierarchical"]))
def test_the_own_words_of_every_chunk_are_found_again(stream: TokenStream, strategy: str) -> None:
    result = cut(stream, strategy, max_tokens=24)
    for one in result.chunks:
        spans = own_spans(one)
        if any(span.end > span.start for span in spans):
            held = tuple(span for span in spans if span.end > span.start)
            assert decode_place(stream.sir, encode_place(stream.sir, held)) == held


@given(streams(), st.data())
def test_words_with_others_left_out_in_between_are_found_again(
    stream: TokenStream, data: st.DataObject
) -> None:
    sir = stream.sir
    spans = []
    for index, node in enumerate(sir.nodes):
        low, high = sorted(data.draw(st.tuples(*[st.integers(0, len(node.text))] * 2)))
        if data.draw(st.booleans()):
            spans.append(Span(index, low, high))
    found = decode_place(sir, encode_place(sir, spans))
    assert words(sir, found) == words(sir, spans)


def words(sir: Sir, spans: Sequence[Span]) -> list[str]:
    return [word for one in spans for word in sir.nodes[one.node].text[one.start : one.end].split()]


def test_a_heading_between_two_cited_lines_is_not_marked() -> None:
    sir = sir_from_texts(["The first line.", heading("A heading"), "The last line."])
    spans = (Span(1, 4, 15), Span(3, 0, 8))
    assert decode_place(sir, encode_place(sir, spans)) == spans


def test_a_sentence_is_found_again_to_the_character() -> None:
    sir = sir_from_texts(["Give one. Give two at night. Stop."])
    spans = (Span(1, 10, 28),)
    assert decode_place(sir, encode_place(sir, spans)) == spans
    assert sir.nodes[1].text[10:28] == "Give two at night."


def test_a_row_is_found_again_with_all_its_cells() -> None:
    sir = sir_from_texts([table([["Age", "Dose"], ["4", "2 mg"]])])
    cells = [i for i, node in enumerate(sir.nodes) if node.text in ("4", "2 mg")]
    spans = tuple(Span(i, 0, len(sir.nodes[i].text)) for i in cells)
    assert decode_place(sir, encode_place(sir, spans)) == spans


@pytest.mark.parametrize(
    "place", ["", "x", "0:1", "gone:0-4", "ff:0-4", "ff:0-ee:4", "ff:9-", "²:1-2", ",", "ff:0-4,"]
)
def test_a_place_that_is_not_there_gives_nothing(place: str) -> None:
    assert decode_place(sir_from_texts(["Some words."]), place) == ()


def test_an_end_behind_the_text_is_cut_to_it() -> None:
    sir = sir_from_texts(["Some words."])
    assert decode_place(sir, f"{sir.nodes[1].id}:5-999") == (Span(1, 5, 11),)
