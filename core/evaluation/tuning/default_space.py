"""The settings that a search tries where nobody names others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking import PLANNED, STRATEGIES, chunker
from core.evaluation.sweeps.grid import Grid, carried
from core.parsing import parsers_for_all

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.evaluation.setting import Setting
    from core.library import Kind
    from core.recipe import Recipe

_SIZES = (64, 128, 192, 256, 384, 512)
_OPTIONS = {"overlap": (0.0, 0.2), "percentile": (0.7, 0.9), "heading_budget": (0.2, 0.4)}
_WEIGHTS = (0.0, 0.35, 0.7, 1.2, 2.0)
"""Weights of meaning beside the words; they cost nothing, as chunks and vectors are the same."""


def default_space(
    kinds: Collection[Kind], start: Recipe, *, parsers: bool = False
) -> tuple[Setting, ...]:
    """Every strategy with a maximum that plans nothing, at sizes from 64 to 512 tokens.

    The embedding model, and all of the search but the weight of meaning, are those of `start`.
    With `parsers` also every parser that can read all of the documents, of these kinds, which
    takes as many times longer.
    """
    names = [name for name in STRATEGIES if name not in PLANNED and _is_sized(name)]
    fields = {field for name in names for field in chunker(name).options.model_fields}
    options = {name: values for name, values in _OPTIONS.items() if name in fields}
    near = dict.fromkeys((0.0, start.neighbourhood))
    weights = dict.fromkeys((start.retrieval.dense, *_WEIGHTS))
    grid = Grid(
        parsers=("", *parsers_for_all(kinds)) if parsers else ("",),
        strategies=tuple(names),
        options={"max_tokens": _SIZES, **options},
        **{**carried(start), "neighbourhoods": tuple(near), "dense": tuple(weights)},
    )
    return grid.settings()


def _is_sized(name: str) -> bool:
    return "max_tokens" in chunker(name).options.model_fields
