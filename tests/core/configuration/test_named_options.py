"""Options that are names, not numbers: in keys, addresses, labels, grids and the command line."""

from __future__ import annotations

import pytest

from core.chunking import make_options
from core.cli.arguments import configuration_of
from core.cli.commands import build_parser
from core.configuration import Configuration
from core.configuration.address import from_address, to_address
from core.configuration.labels import label
from core.errors import InvalidOption
from core.evaluation.sweeps.grid import around, read_grid
from core.settings import load_settings

NAMED = {"split_order": "h3_first", "tokenizer": "words"}


def config(**values: str) -> Configuration:
    return Configuration("heading_anchored", make_options("heading_anchored", values))


def test_names_survive_an_address_and_stored_values() -> None:
    named = config(**NAMED)
    assert to_address(named).endswith("split_order=h3_first,tokenizer=words")
    assert from_address(to_address(named)) == named
    assert Configuration.from_json(named.to_json()) == named
    assert "split_order h3_first, tokenizer words" in label(named)


def test_names_as_they_were_before_there_was_a_choice_are_left_out() -> None:
    assert "split_order" not in to_address(config())
    assert config(split_order="fewest", tokenizer="document").chunks_key == config().chunks_key
    assert config(**NAMED).chunks_key != config().chunks_key


def test_an_address_with_an_unknown_name_is_refused() -> None:
    with pytest.raises(InvalidOption, match="choose one of fewest, h3_first"):
        from_address("heading_anchored,split_order=2")


def test_a_grid_varies_names_like_numbers() -> None:
    grid = read_grid(
        {"strategies": ["heading_anchored"], "options": {"split_order": ["fewest", "h3_first"]}}
    )
    assert [setting.options for setting in grid.settings()] == [
        config().options,
        config(split_order="h3_first").options,
    ]
    assert around(config(**NAMED)).settings()[0].options == config(**NAMED).options


def test_the_command_line_takes_names() -> None:
    given = ["chunk", "x", "--strategy", "heading_anchored", "--split-order", "h3_first"]
    chosen = configuration_of(build_parser().parse_args(given), load_settings())
    assert chosen.options == config(split_order="h3_first").options
    wrong = [*given[:-1], "h2"]
    with pytest.raises(InvalidOption, match="choose one of fewest, h3_first"):
        configuration_of(build_parser().parse_args(wrong), load_settings())
