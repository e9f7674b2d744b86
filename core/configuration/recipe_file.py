"""A configuration as a file to hand on, `recipe.toml`: app, command line and Python API read it."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from core.configuration.base import Configuration
from core.errors import DataTooNew, InputError, InvalidOption
from core.file_format import unchanged

if TYPE_CHECKING:
    from pathlib import Path

NAME = "recipe.toml"
"""What such a file is called where nobody says otherwise."""
LARGEST = 100_000
"""Bytes of a file that is read; one of today has less than a thousand."""

_STEPS = (unchanged,)
"""`_STEPS[n]` makes version n + 1 of the values of version n; their number is today's version."""
_HEAD = (
    "# How Sightline cuts documents into chunks, finds them and answers from them.\n"
    "# Open it on the page Chunks, by --recipe on the command line, or by\n"
    "# sightline.read_recipe in Python. What is left out is as Sightline starts with it.\n"
)


def recipe_text(config: Configuration) -> str:
    """The content of a recipe file, in TOML; what plans by a language model is not in it."""
    values = {"version": len(_STEPS), **config.to_json()}
    return _HEAD + tomli_w.dumps({name: value for name, value in values.items() if value != ""})


def read_recipe(path: Path) -> Configuration:
    """The configuration that a recipe file holds. Raises as `parse_recipe`.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"{path} cannot be read: {reason}. Give the path of a recipe.") from error
    return parse_recipe(content, path.name)


def parse_recipe(content: bytes, name: str) -> Configuration:
    """The configuration in the content of a recipe file; `name` is for messages.

    Raises:
        InputError: it is no TOML, or no recipe.
        InvalidOption: there is no such strategy, or an option is unknown or out of range.
        DataTooNew: a later version of Sightline wrote it.
    """
    if len(content) > LARGEST:
        raise InputError(f"{name} is too large for a recipe: it passes {LARGEST:,} bytes.")
    try:
        values = tomllib.loads(content.decode())
    except ValueError as error:
        raise InputError(
            f"{name} is no recipe: {error}. A recipe is a TOML file; write one with "
            "python -m core recipe."
        ) from error
    try:
        return Configuration.from_json(_of_today(values, name))
    except InvalidOption as error:
        raise InvalidOption(f"{name}: {error}") from error


def _of_today(values: dict[str, Any], name: str) -> dict[str, Any]:
    version = values.pop("version", len(_STEPS))
    if type(version) is not int or version < 1:
        raise InputError(f"{name}: version must be a whole number from 1 to {len(_STEPS)}.")
    if version > len(_STEPS):
        raise DataTooNew(f"{name} was written by a later version of Sightline. Update Sightline.")
    for step in _STEPS[version:]:
        values = step(values)
    return values
