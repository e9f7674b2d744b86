"""The recipe that a library starts with: what someone adopted for it, else that of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.configuration import Recipe, pack_recipe, unpack_recipe
from core.errors import InvalidOption, SetupError
from core.file_format import Form, decode_values, encode_values
from core.files import write_atomic

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings

_FORM = Form("sightline.recipe", editable=True)
_FILE = "recipe.json"
"""In the data folder; it is there only when a recipe was adopted."""


def starting_recipe(settings: Settings) -> Recipe:
    """What documents are cut and searched by where nobody says otherwise.

    Raises:
        SetupError: the file that holds it is damaged.
    """
    return adopted_recipe(settings) or Recipe.default()


def adopted_recipe(settings: Settings) -> Recipe | None:
    """The recipe that was adopted for this library; None where none was.

    Raises:
        SetupError: the file that holds it is damaged.
    """
    path = recipe_file(settings)
    try:
        return unpack_recipe(decode_values(_FORM, path.read_bytes(), path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, InvalidOption) as error:
        raise SetupError(
            f"{path} holds no recipe that can be used: {error}. Delete it to start as the app does."
        ) from error


def adopt_recipe(settings: Settings, recipe: Recipe | None) -> None:
    """Makes a recipe the one that this library starts with; None: that of the app again.

    Raises:
        SetupError: the data folder cannot be written.
    """
    path = recipe_file(settings)
    if recipe is None:
        path.unlink(missing_ok=True)
        return
    content = encode_values(_FORM, pack_recipe(recipe), 2) + b"\n"
    write_atomic(settings.home, path, content)


def recipe_file(settings: Settings) -> Path:
    """Where the adopted recipe is, or would be."""
    return settings.home / _FILE
