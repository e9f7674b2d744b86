"""Recipes on the command line: printed, written, read and adopted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.configuration import Configuration
from core.configuration.adopted import adopted_configuration
from core.configuration.recipe_file import parse_recipe
from core.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.core.conftest import Run


def test_the_recipe_in_force_is_printed(home: Path, command: Run) -> None:
    code, out, _ = command("recipe")
    assert code == 0 and parse_recipe(out.encode(), "out") == Configuration.default()
    assert not home.exists()


def test_a_recipe_is_written_changed_and_adopted(home: Path, tmp_path: Path, command: Run) -> None:
    path = tmp_path / "mine" / "recipe.toml"
    given = ["--strategy", "fixed", "--max-tokens", "64", "--encoder", "hashing"]
    assert command("recipe", *given, "--out", path).code == 0
    assert adopted_configuration(load_settings(home=home)) is None
    code, out, _ = command("recipe", "--json", "--recipe", path, "--overlap", "0.1", "--adopt")
    printed = json.loads(out)["recipe"]
    assert code == 0
    assert printed["options"] == {"max_tokens": 64, "overlap": 0.1}
    settings = load_settings(home=home)
    adopted = adopted_configuration(settings)
    assert adopted
    assert (adopted.options.model_dump(), settings.encoder) == (printed["options"], "hashing")


def test_a_recipe_that_cannot_be_used_is_named(home: Path, tmp_path: Path, command: Run) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text('strategy = "fixed"\nparser = "visual_topology"\n', encoding="utf-8")
    code, _, err = command("recipe", "--recipe", path)
    assert code == 2 and "take the line out" in err
    code, _, err = command("recipe", "--recipe", tmp_path / "none.toml")
    assert code == 1 and "none.toml cannot be read" in err


def test_a_library_that_opens_a_recipe_of_the_environment_says_which_model_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch, command: Run
) -> None:
    monkeypatch.setenv("SIGHTLINE_ENCODER", "all-MiniLM-L6-v2")
    code, _, err = command("recipe", "--encoder", "hashing", "--adopt")
    assert code == 0 and "SIGHTLINE_ENCODER" in err
