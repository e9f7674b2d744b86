"""The recipe that questions are searched by, which lives as long as the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import state
from components.forms.configuration_form import decode_recipe

if TYPE_CHECKING:
    from core.configuration import Recipe

_RECIPE = "sightline.ask-recipe"


def ask_recipe() -> Recipe:
    """The recipe that documents are searched by now; that of the library till one is chosen."""
    return decode_recipe(state.kept(_RECIPE, "") or None)


def search_by(recipe: str | None) -> None:
    """Search by this recipe, in its short form, from the next question on."""
    state.keep(_RECIPE, recipe)
