"""Recipes and lines of others, as far as no server is needed to try them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.foreign_input import MarkedLine, foreign_recipe, result_lines

if TYPE_CHECKING:
    from sightline import Library

NAME = "data_security_policy.pdf"


def test_without_values_the_recipe_is_that_of_the_library(library: Library) -> None:
    assert foreign_recipe(library, None) is None
    recipe = foreign_recipe(library, library.recipe.to_json())
    assert recipe == library.recipe


def test_a_recipe_keeps_the_embedding_model_of_the_library_if_it_names_none(
    library: Library,
) -> None:
    recipe = foreign_recipe(library, {"strategy": "fixed"})
    assert recipe
    assert recipe.encoder == library.recipe.encoder
    other = foreign_recipe(library, {"strategy": "fixed", "encoder": "all-MiniLM-L6-v2"})
    assert other
    assert other.encoder == "all-MiniLM-L6-v2"


def test_all_lines_of_a_document_come_back_as_they_were(library: Library) -> None:
    lines = [line for chunk in library.chunks(NAME) for line in chunk.lines]
    sent = [MarkedLine.model_validate(line.model_dump(mode="json")) for line in lines]
    assert result_lines(sent) == lines
