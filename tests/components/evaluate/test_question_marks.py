"""Lines are drawn in the colour of who retrieved them, evidence in that of whether it was found."""

from __future__ import annotations

import pytest

from components.evaluate.figures import A_COLOUR, B_COLOUR
from components.evaluate.question_marks import (
    BOTH_COLOUR,
    FOUND_COLOUR,
    MISSED_COLOUR,
    Side,
    evidence_marks,
    fits,
    ranks_on,
    retrieved_marks,
    side_of,
)
from components.widgets.page_view import MarkRole
from core.evaluation.outcome import Retrieved
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import heading, sir_from_texts
from tests.core.evaluation.builders import question

TEXTS = ("Give the first drug for ten days.", "Stop the second drug.", "Ask the third nurse.")


@pytest.fixture
def stream() -> TokenStream:
    return tokenize(sir_from_texts([heading("Drugs"), *TEXTS]), minilm_tokenizer())


def chunk(stream: TokenStream, first: int, last: int) -> Retrieved:
    """The chunk of whole nodes, from a place to another one."""
    start, end = stream.own(first)[0], stream.own(last)[1]
    page = int(stream.page[start])
    document = stream.sir.document
    return Retrieved(document=document, chunk="id", start=start, end=end, page=page, score=1.0)


def side(name: str, stream: TokenStream, *taken: Retrieved) -> Side:
    return side_of(name, stream, taken, stream.sir.document)


def nodes(stream: TokenStream) -> list[int]:
    """The places of the three paragraphs."""
    return [at for at, node in enumerate(stream.sir.nodes) if node.text in TEXTS]


def test_what_both_retrieved_has_a_colour_of_its_own(stream: TokenStream) -> None:
    first, second, third = nodes(stream)
    one = side("A", stream, chunk(stream, first, second))
    other = side("B", stream, chunk(stream, third, third), chunk(stream, second, second))
    marks = retrieved_marks(one, other)
    assert [(mark.colour, mark.badge) for mark in marks] == [
        (A_COLOUR, "A1"),
        (BOTH_COLOUR, "A1 B2"),
        (B_COLOUR, "B1"),
    ]
    assert marks[1].label == "Rank 1 of A\nRank 2 of B"


def test_lines_of_another_parser_are_compared_by_their_place(stream: TokenStream) -> None:
    first, second, _ = nodes(stream)
    beside = tokenize(stream.sir, minilm_tokenizer())
    one = side("A", stream, chunk(stream, first, second))
    other = side("B", beside, chunk(beside, second, second))
    marks = retrieved_marks(one, other)
    assert [mark.colour for mark in marks] == [A_COLOUR, BOTH_COLOUR, BOTH_COLOUR]


def test_evidence_says_who_found_it(stream: TokenStream) -> None:
    first, second, third = nodes(stream)
    asked = question(stream.sir, "What?", TEXTS[0], TEXTS[2])
    one = side("A", stream, chunk(stream, first, second))
    other = side("B", stream, chunk(stream, second, second))
    marks = evidence_marks(asked, stream.sir.document, one, other)
    assert [(mark.colour, mark.label) for mark in marks] == [
        (FOUND_COLOUR, "Evidence, found by A"),
        (MISSED_COLOUR, "Evidence, found by neither"),
    ]
    assert {mark.role for mark in marks} == {MarkRole.HEADING}
    assert third


def test_repeated_words_and_headings_find_evidence(stream: TokenStream) -> None:
    first, second, third = nodes(stream)
    asked = question(stream.sir, "What?", TEXTS[0], TEXTS[1])
    start, end = stream.own(first)
    overlap = stream.own(second)[1] - stream.own(second)[0]
    repeated = chunk(stream, third, third).model_copy(
        update={"overlap": overlap, "context": ((start, end),)}
    )
    empty = side("B", stream)
    marks = evidence_marks(asked, stream.sir.document, side("A", stream, repeated), empty)
    assert [mark.colour for mark in marks] == [FOUND_COLOUR, FOUND_COLOUR]


def test_ranks_are_found_by_page(stream: TokenStream) -> None:
    first, second, _ = nodes(stream)
    one = side("A", stream, chunk(stream, second, second), chunk(stream, first, first))
    assert ranks_on(one) == {1: [1, 2]}
    assert ranks_on(side("B", stream)) == {}


def test_places_of_another_tree_do_not_fit(stream: TokenStream) -> None:
    good = chunk(stream, *nodes(stream)[:2])
    assert fits(side("A", stream, good))
    assert not fits(side("A", stream, good.model_copy(update={"end": len(stream) + 1})))
    assert not fits(side("A", stream, good.model_copy(update={"page": 7})))
