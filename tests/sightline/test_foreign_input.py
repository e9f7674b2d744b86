"""Recipes and lines of others, as far as no server is needed to try them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from core.errors import InvalidOption
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


@pytest.mark.parametrize(
    "encoder", ["gemini:x", "openai:x", "sentence-transformers:x", "nothing", ""]
)
def test_no_model_is_fetched_or_paid_for_because_a_request_says_so(
    library: Library, encoder: str
) -> None:
    with pytest.raises(InvalidOption, match="encoder must be one of"):
        foreign_recipe(library, {"strategy": "fixed", "encoder": encoder})


def test_all_lines_of_a_document_come_back_as_they_were(library: Library) -> None:
    lines = [line for chunk in library.chunks(NAME) for line in chunk.lines]
    sent = [MarkedLine.model_validate(line.model_dump(mode="json")) for line in lines]
    assert result_lines(sent) == lines


def test_a_line_that_is_inside_out_is_none() -> None:
    with pytest.raises(ValidationError, match="right and bottom lie behind"):
        MarkedLine(page=1, left=0.5, top=0.1, right=0.4, bottom=0.2)
