"""One way to read, cut and search: what a sweep compares, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from core.answering.base import AnswerOptions
from core.chunking import chunker
from core.configuration import AS_USUAL, RetrievalOptions, pack_recipe, unpack_recipe
from core.embedding import DEFAULT

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


def symbol_values(setting: Setting) -> dict[str, float]:
    """The options of the strategy by symbol (N, O, Q, M, B_h), by name where they have none."""
    values = setting.recipe.options.model_dump()
    fields = chunker(setting.recipe.strategy).options.model_fields
    return {_symbol(name, field.title or ""): values[name] for name, field in fields.items()}


def in_words(setting: Setting) -> str:
    """A setting on one line, as in `hierarchical, N 128, B_h 0.4, k 5`.

    Parser, embedding model, neighbourhood, weight, gap, reading and what answers are shown by are
    named where they are not those that the app starts with.
    """
    recipe, search, answer = setting.recipe, setting.recipe.retrieval, setting.answer
    usual = AS_USUAL
    named = {
        "neighbourhood": (recipe.neighbourhood, 0.0),
        "weight": (search.dense, usual.dense),
        "gap": (search.gap, usual.gap),
        "same page": (search.same_page, usual.same_page),
    }
    shown = {
        "threshold": (answer.threshold, ANSWERED_AS_USUAL.threshold),
        "citations": (answer.max_citations, ANSWERED_AS_USUAL.max_citations),
    }
    parts = [
        setting.parser,
        recipe.strategy,
        *(f"{name} {value:g}" for name, value in symbol_values(setting).items()),
        recipe.encoder if recipe.encoder != DEFAULT else "",
        *_changed(named),
        "" if search.reading else "without close reading",
        *_changed(shown),
        f"k {search.top_k}",
    ]
    return ", ".join(filter(None, parts))


def _changed(values: Mapping[str, tuple[float, float]]) -> list[str]:
    """The values that are not the usual ones, with their names."""
    return [f"{name} {value:g}" for name, (value, usual) in values.items() if value != usual]


def _symbol(name: str, title: str) -> str:
    symbol, colon, _ = title.partition(":")
    return symbol if colon else name
