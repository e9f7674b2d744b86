"""Recipes on the command line: printed, written, read and adopted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.cli import main
from core.configuration import Configuration
from core.configuration.adopted import adopted_configuration
from core.configuration.recipe_file import parse_recipe
from core.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_recipe_in_force_is_printed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recipe"]) == 0
    assert parse_recipe(capsys.readouterr().out.encode(), "out") == Configuration.default()
    assert not home.exists()


def test_a_recipe_is_written_changed_and_adopted(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine" / "recipe.toml"
    given = ["--strategy", "fixed", "--max-tokens", "64", "--encoder", "hashing"]
    assert main(["recipe", *given, "--out", str(path)]) == 0
    assert adopted_configuration(load_settings(home=home)) is None
    assert main(["recipe", "--json", "--recipe", str(path), "--overlap", "0.1", "--adopt"]) == 0
    out = capsys.readouterr().out
    printed = json.loads(out[out.index("{") :])["recipe"]
    assert printed["options"] == {"max_tokens": 64, "overlap": 0.1}
    settings = load_settings(home=home)
    adopted = adopted_configuration(settings)
    assert adopted
    assert (adopted.options.model_dump(), settings.encoder) == (printed["options"], "hashing")


def test_a_recipe_that_cannot_be_used_is_named(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text('strategy = "fixed"\nparser = "visual_topology"\n', encoding="utf-8")
    assert main(["recipe", "--recipe", str(path)]) == 2
    assert "take the line out" in capsys.readouterr().err
    assert main(["recipe", "--recipe", str(tmp_path / "none.toml")]) == 1
    assert "none.toml cannot be read" in capsys.readouterr().err


def test_a_library_that_opens_a_recipe_of_the_environment_says_which_model_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIGHTLINE_ENCODER", "all-MiniLM-L6-v2")
    assert main(["recipe", "--encoder", "hashing", "--adopt"]) == 0
    assert "SIGHTLINE_ENCODER" in capsys.readouterr().err
