"""A recipe file gives back the configuration, and what cannot be used is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking import STRATEGIES, make_options
from core.configuration import AnswerOptions, Configuration, RefiningOptions, RetrievalOptions
from core.configuration.recipe_code import recipe_code
from core.configuration.recipe_file import LARGEST, parse_recipe, read_recipe, recipe_text
from core.errors import DataTooNew, InputError, InvalidOption

if TYPE_CHECKING:
    from pathlib import Path

FULL = Configuration(
    "semantic",
    make_options("semantic", {"max_tokens": 256, "percentile": 0.9}),
    "hashing",
    neighbourhood=0.4,
    retrieval=RetrievalOptions(top_k=3, gap=0.2, reading=False),
    parser="visual_topology",
    answer=AnswerOptions(threshold=0.3),
    refining=RefiningOptions(signature=True),
)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_written_is_read_again(strategy: str, tmp_path: Path) -> None:
    config = Configuration(strategy, make_options(strategy, {}))
    path = tmp_path / "recipe.toml"
    path.write_text(recipe_text(config), encoding="utf-8")
    assert read_recipe(path) == config


def test_every_part_of_a_configuration_is_in_its_file() -> None:
    assert parse_recipe(recipe_text(FULL).encode(), "full.toml") == FULL


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        (b"", InvalidOption, "strategy"),
        (b"strategy = fixed", InputError, "is no recipe"),
        (b"\xff\xfe", InputError, "is no recipe"),
        (b'strategy = "none"', InvalidOption, "Choose one of"),
        (b'strategy = "fixed"\nmax = 3', InvalidOption, "max"),
        (b'strategy = "fixed"\n[options]\nmax_tokens = 3', InvalidOption, "at least 16"),
        (b'strategy = "fixed"\n[options]\nmax_tokens = "x"', InvalidOption, "N"),
        (b'strategy = ["fixed"]', InvalidOption, "strategy"),
        (b'version = 2\nstrategy = "fixed"', DataTooNew, "later version"),
        (b'version = "1"\nstrategy = "fixed"', InputError, "version"),
        (b"#" * (LARGEST + 1), InputError, "too large"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_file(
    content: bytes, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=r"^mine\.toml.*") as raised:
        parse_recipe(content, "mine.toml")
    assert words in str(raised.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml cannot be read"):
        read_recipe(tmp_path / "none.toml")


def test_the_lines_of_code_for_python_can_be_compiled_and_name_the_file() -> None:
    code = recipe_code(FULL, "How much?")
    for language, lines in code.values():
        assert "How much?" in lines or "mcp" in lines
        if language == "python":
            compile(lines, "shown", "exec")
    assert '"top_k": 3' in code["HTTP"][1]
