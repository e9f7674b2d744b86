"""A library starts with the configuration that was adopted for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration, RetrievalOptions
from core.configuration.adopted import adopt, adopted_configuration, starting_configuration
from core.errors import SetupError
from core.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path


def test_nothing_adopted_is_what_the_app_starts_with(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    assert adopted_configuration(settings) is None
    assert starting_configuration(settings) == Configuration.default()


def test_what_was_adopted_is_there_at_the_next_start_and_can_be_taken_back(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    config = Configuration(
        "semantic",
        make_options("semantic", {"max_tokens": 256, "percentile": 0.9}),
        "hashing",
        neighbourhood=0.4,
        retrieval=RetrievalOptions(top_k=3, dense=1.2, gap=0.2),
    )
    adopt(settings, config)
    assert starting_configuration(load_settings(home=tmp_path)) == config
    adopt(settings, None)
    assert starting_configuration(settings) == Configuration.default()


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"strategy": "none"}', b'{"strategy": 1, "options": 2}']
)
def test_a_damaged_file_is_named_with_the_way_out(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "recipe.json").write_bytes(content)
    with pytest.raises(SetupError, match=r"recipe\.json .* Delete it"):
        starting_configuration(load_settings(home=tmp_path))
