"""One way to read, cut and search: what a sweep compares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from core.answering.base import AnswerOptions
from core.configuration import RetrievalOptions, pack_recipe, unpack_recipe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.configuration import Recipe

ANSWERED_AS_USUAL = AnswerOptions()
"""The options of answers as the app starts with them."""


@dataclass(frozen=True)
class Setting:
    """A parser, a recipe, and how questions are answered.

    Without a parser each document is read as it is in the library.
    """

    recipe: Recipe
    parser: str = ""
    answer: AnswerOptions = ANSWERED_AS_USUAL

    @property
    def key(self) -> str:
        """Ten hexadecimal digits from all that the figures depend on, top-k included.

        Settings that are answered as the app does by default have the key they had before.
        """
        search = self.recipe.retrieval
        # What is as it always was before it could be chosen is left out, so that keys stay.
        named = search.model_dump_json(exclude={"reading"} if search.reading else None)
        said = f"{self.parser}:{self.recipe.variant}:{named}"
        if self.answer != ANSWERED_AS_USUAL:
            said += f":{self.answer.model_dump_json()}"
        return blake2b(said.encode(), digest_size=5).hexdigest()

    def with_retrieval(self, **changes: float) -> Setting:
        """The same setting with some retrieval options changed."""
        values = {**self.recipe.retrieval.model_dump(), **changes}
        retrieval = RetrievalOptions.model_validate(values)
        return replace(self, recipe=replace(self.recipe, retrieval=retrieval))


def pack_setting(setting: Setting) -> dict[str, Any]:
    """A setting as values of JSON; `unpack_setting` reads them."""
    packed = {"parser": setting.parser, **pack_recipe(setting.recipe)}
    if setting.answer != ANSWERED_AS_USUAL:
        packed["answer"] = setting.answer.model_dump()
    return packed


def unpack_setting(values: Mapping[str, Any]) -> Setting:
    """A setting from values of JSON; what is left out is as the app starts with it.

    Raises:
        InvalidOption: there is no such strategy, or an option is not one of its own.
        ValidationError: an option of retrieval or of answers is unknown or out of range.
    """
    answer = AnswerOptions.model_validate(values.get("answer", {}))
    return Setting(unpack_recipe(values), values.get("parser", ""), answer)
