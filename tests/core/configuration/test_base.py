"""Keys, index names and stored forms of a configuration never change."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from core.chunking import make_options
from core.configuration import AnswerOptions, Configuration, RefiningOptions, RetrievalOptions
from core.configuration.address import from_address, to_address
from core.configuration.labels import label, short_label
from core.errors import InvalidOption

USUAL = Configuration.default()
SEMANTIC = Configuration(
    "semantic",
    make_options("semantic", {"max_tokens": 256, "percentile": 0.9}),
    "hashing",
    neighbourhood=0.4,
    retrieval=RetrievalOptions(top_k=3, dense=1.2, gap=0.2),
    parser="semantic_flow",
)
PLANNED = Configuration(
    "topology",
    make_options("topology", {}),
    "hashing",
    "gemini-2.5-flash",
    0.5,
    RetrievalOptions(top_k=3, dense=1, gap=0.25, reading=False, same_page=1),
    "structural_rule",
    AnswerOptions(threshold=0.1, max_citations=2),
)
REFINED = Configuration(
    "fixed",
    make_options("fixed", {"max_tokens": 64}),
    "hashing",
    "gemini-2.5-flash",
    refining=RefiningOptions(lineage=False, supplement=True),
)
FORMS: dict[str, tuple[Configuration, dict[str, str]]] = {
    "usual": (
        USUAL,
        {
            "chunks": "58ffe33f97",
            "index": "hierarchical-58ffe33f97",
            "figures": "402db54a8f",
            "address": "hierarchical,max_tokens=128,heading_budget=0.4",
            "stored": (
                '{"parser": "", "strategy": "hierarchical", "options": {"max_tokens": '
                '128, "heading_budget": 0.4}, "encoder": "bge-small-en-v1.5", '
                '"neighbourhood": 0.0, "retrieval": {"top_k": 5, "dense": 1.3, "gap": '
                '0.0, "same_page": 0.9}}'
            ),
            "label": "Hierarchical, N 128, B_h 0.4, k 5",
            "short": "Hierarchical, N 128, B_h 0.4",
        },
    ),
    "semantic": (
        SEMANTIC,
        {
            "chunks": "351c7d1e1c",
            "index": "semantic-351c7d1e1c-0.4",
            "figures": "6c03d5102c",
            "address": (
                ""
                "semantic,max_tokens=256,percentile=0.9,minimum=0.5,k=3,dense=1.2,gap=0.2,neighbourhood=0.4"
            ),
            "stored": (
                '{"parser": "semantic_flow", "strategy": "semantic", "options": '
                '{"max_tokens": 256, "percentile": 0.9, "minimum": 0.5}, "encoder": '
                '"hashing", "neighbourhood": 0.4, "retrieval": {"top_k": 3, "dense": '
                '1.2, "gap": 0.2, "same_page": 0.9}}'
            ),
            "label": (
                "Semantic flow, Semantic, N 256, Q 0.9, M 0.5, hashing, neighbourhood "
                "0.4, weight 1.2, gap 0.2, k 3"
            ),
            "short": (
                "Semantic, N 256, Q 0.9, M 0.5, k 3, weight of meaning 1.2, gap that "
                "ends the list 0.2, neighbourhood 0.4"
            ),
        },
    ),
    "planned": (
        PLANNED,
        {
            "chunks": "374f4a9032",
            "index": "topology-374f4a9032-0.5",
            "figures": "07550e3ccf",
            "address": (
                ""
                "topology,max_tokens=512,theta=500,k=3,dense=1,gap=0.25,same_page=1,reading=False,neighbourhood=0.5,model=gemini-2.5-flash"
            ),
            "stored": (
                '{"parser": "structural_rule", "strategy": "topology", "options": '
                '{"max_tokens": 512, "theta": 500}, "encoder": "hashing", '
                '"neighbourhood": 0.5, "retrieval": {"top_k": 3, "dense": 1.0, "gap": '
                '0.25, "same_page": 1.0, "reading": false}, "answer": {"threshold": '
                '0.1, "max_citations": 2, "passages": 8}}'
            ),
            "label": (
                "Structural rule, Topology, N 512, theta 500, hashing, neighbourhood "
                "0.5, weight 1, gap 0.25, same page 1, without close reading, threshold "
                "0.1, citations 2, k 3"
            ),
            "short": (
                "Topology, N 512, theta 500, k 3, weight of meaning 1, gap that ends "
                "the list 0.25, further chunks of a page 1, without close reading, "
                "neighbourhood 0.5"
            ),
        },
    ),
    "refined": (
        REFINED,
        {
            "chunks": "9cff29def9",
            "index": "fixed-9cff29def9",
            "figures": "b8558c0b70",
            "address": (
                "fixed,max_tokens=64,overlap=0.2,refining=supplement,model=gemini-2.5-flash"
            ),
            "stored": (
                '{"parser": "", "strategy": "fixed", "options": {"max_tokens": 64, "overlap": '
                '0.2}, "encoder": "hashing", "neighbourhood": 0.0, "retrieval": {"top_k": 5, '
                '"dense": 1.3, "gap": 0.0, "same_page": 0.9}, "refining": {"lineage": false, '
                '"signature": false, "supplement": true, "embedded": false}}'
            ),
            "label": (
                "Fixed size, N 64, O 0.2, hashing, without headings above, "
                "with context supplement, k 5"
            ),
            "short": "Fixed size, N 64, O 0.2, without headings above, with context supplement",
        },
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_keys_addresses_and_stored_values_are_those_of_every_earlier_version(name: str) -> None:
    config, forms = FORMS[name]
    assert {
        "chunks": config.chunks_key,
        "index": config.variant,
        "figures": config.key,
        "address": to_address(config),
        "stored": json.dumps(config.to_json()),
        "label": label(config),
        "short": short_label(config),
    } == forms


@pytest.mark.parametrize("name", FORMS)
def test_what_is_stored_is_read_again_without_the_model_that_plans(name: str) -> None:
    config = FORMS[name][0]
    assert Configuration.from_json(json.loads(json.dumps(config.to_json()))) == replace(
        config, model=""
    )


def test_an_index_made_when_topology_was_always_refined_is_not_taken_for_another() -> None:
    refined = replace(PLANNED, refining=RefiningOptions(signature=True, supplement=True))
    assert len({PLANNED.chunks_key, refined.chunks_key, "cfaa965043"}) == 3


def test_no_stored_values_turn_a_planning_model_on() -> None:
    values = {"strategy": "topology", "options": {}, "model": "gemini-2.5-flash"}
    assert Configuration.from_json(values).model == ""


def test_an_address_names_all_but_parser_encoder_and_answers() -> None:
    assert from_address(to_address(PLANNED)) == replace(PLANNED.adoptable, encoder=USUAL.encoder)


def test_what_is_left_out_is_as_the_app_starts_with_it() -> None:
    assert Configuration.from_json({"strategy": "fixed", "options": {}}) == from_address("fixed")


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({}, "strategy: Field required"),
        ({"strategy": "none", "options": {}}, "There is no 'none'"),
        ({"strategy": "fixed", "options": {"x": 1}}, "fixed has no option x"),
        (
            {"strategy": "fixed", "options": {"max_tokens": -5}},
            "N must be at least 16; you gave -5",
        ),
        (
            {"strategy": "fixed", "options": {"percentile": 0.9}},
            r"Q \(percentile\) does not apply to fixed",
        ),
        ({"strategy": "fixed", "encodr": "hashing"}, "encodr: Unexpected"),
        (
            {"strategy": "fixed", "neighbourhood": 40},
            "neighbourhood must be at most 4; you gave 40",
        ),
        (
            {"strategy": "fixed", "options": {}, "retrieval": {"top_k": 0}},
            "retrieval.top_k must be at least 1",
        ),
    ],
)
def test_values_that_are_none_are_named(values: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidOption, match=problem):
        Configuration.from_json(values)


def test_another_strategy_takes_over_what_both_have() -> None:
    fixed = from_address("fixed,max_tokens=512,overlap=0.1")
    recursive = fixed.with_strategy("recursive")
    assert recursive.options.model_dump() == {"max_tokens": 512, "overlap": 0.1}
    assert fixed.with_strategy("semantic").options.size == 512
    assert fixed.with_strategy("fixed") is fixed
