"""The recipe that a library starts with: what someone adopted for it, else that of the app."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.errors import InvalidOption, SetupError
from core.files import write_atomic
from core.recipe import Recipe, pack_recipe, unpack_recipe

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings

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
    path = _path(settings)
    try:
        return unpack_recipe(json.loads(path.read_bytes()))
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
    path = _path(settings)
    if recipe is None:
        path.unlink(missing_ok=True)
        return
    content = json.dumps(pack_recipe(recipe), indent=2, sort_keys=True) + "\n"
    write_atomic(settings.home, path, content.encode())


def _path(settings: Settings) -> Path:
    return settings.home / _FILE
