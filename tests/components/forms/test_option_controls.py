"""Each kind of option has the control that fits it."""

from __future__ import annotations

from components.forms.option_controls import in_words, is_size, sizes, step_of, tokens_of
from core.chunking import make_options
from core.chunking.heading_anchored import HeadingAnchoredOptions
from core.chunking.semantic import SemanticOptions
from core.chunking.three_step import ThreeStepOptions
from core.chunking.topology import TopologyOptions


def test_sizes_hold_those_of_the_thesis_and_the_present_one() -> None:
    found = sizes(SemanticOptions.model_fields["max_tokens"], 200)
    assert {128, 200, 256, 512, 1024} <= set(found)
    assert found == sorted(found)


def test_sizes_lead_back_to_the_default() -> None:
    assert 500 in sizes(TopologyOptions.model_fields["theta"], 384)


def test_only_numbers_of_tokens_of_a_chunk_are_sizes() -> None:
    assert all(is_size(info) for info in TopologyOptions.model_fields.values())
    assert not any(is_size(info) for info in HeadingAnchoredOptions.model_fields.values())
    assert not is_size(ThreeStepOptions.model_fields["block_size"])


def test_steps_fit_the_order_of_a_number() -> None:
    assert [step_of(number) for number in (6, 10, 1200, 128_000)] == [1, 1, 100, 10_000]


def test_shares_come_to_tokens() -> None:
    options = make_options("fixed", {"max_tokens": 256, "overlap": 0.2})
    assert tokens_of(options, "overlap") == 51
    assert tokens_of(make_options("semantic", {}), "percentile") is None
    assert in_words(type(options).model_fields["overlap"], options, "overlap") == "O = 51 tokens"


def test_a_number_in_a_box_is_not_said_twice() -> None:
    options = HeadingAnchoredOptions.model_validate({})
    assert in_words(type(options).model_fields["top_k"], options, "top_k") == ""
    assert in_words(type(options).model_fields["safety"], options, "safety") == "B = 0.8"
