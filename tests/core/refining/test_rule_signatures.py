from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings

from core.refining import refine
from tests.builders import heading
from tests.cutting import cut
from tests.strategies import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.tokens import TokenStream
    from tests.builders import Block


def signatures(blocks: Sequence[Block | str]) -> list[str]:
    return [one.signature for one in refine(cut(blocks, "topology")).chunks]


def test_a_signature_holds_what_sets_a_chunk_apart():
    blocks = [
        heading("One"), "The committee discussed renal function and the contrast medium.",
        heading("Two"), "The committee discussed hair cells of the inner ear.",
    ]  # fmt: skip
    one, two = signatures(blocks)
    assert "renal function" in one.casefold()
    assert "contrast medium" in one.casefold()
    assert "hair cells" in two.casefold()
    assert "committee" not in (one + two).casefold()


def test_german_phrases_end_in_nouns():
    blocks = [
        heading("Behandlung"),
        "Zu den Folgen zählt eine schwere Neutropenie, und die Fieberkurve wird von der "
        "Pflege notiert. Bei einer Neutropenie hilft das Antibiotikum.",
    ]  # fmt: skip
    [signature] = signatures(blocks)
    assert "Neutropenie" in signature
    assert "notiert" not in signature


def test_a_signature_is_not_the_first_sentence():
    blocks = [heading("Keys"), "Red keys open medicine rooms. The porter keeps the log of keys."]
    [signature] = signatures(blocks)
    assert not signature.startswith("Red keys open")


def test_chunks_that_speak_alike_have_signatures_of_their_own():
    text = "Total daily dose of hydrocortisone tablets, liver function and renal impairment."
    one, two = signatures([heading("Adults"), text, heading("Children"), text])
    assert one != two


def test_a_chunk_of_few_words_has_none():
    assert signatures([heading("References")]) == [""]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(stream=streams())
def test_signatures_have_three_to_eight_words_on_one_line(stream: TokenStream):
    result = refine(cut(stream, "topology"))
    for one in result.chunks:
        assert one.signature == "" or 3 <= len(one.signature.split()) <= 8
        assert len(one.signature) <= 100
        assert one.signature == " ".join(one.signature.split())
