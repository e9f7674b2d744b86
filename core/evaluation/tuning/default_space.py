"""The settings that a search tries where nobody names others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.chunking import PLANNED, STRATEGIES, chunker
from core.evaluation.sweeps.grid import Grid, carried
from core.parsing import parsers_for_all

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.configuration import Configuration
    from core.library import Kind

_SIZES = (64, 128, 192, 256, 384, 512)
_OPTIONS = {"overlap": (0.0, 0.2), "percentile": (0.7, 0.9), "heading_budget": (0.2, 0.4)}
_WEIGHTS = (0.0, 0.35, 0.7, 1.2, 2.0)
"""Weights of meaning beside the words; they cost nothing, as chunks and vectors are the same."""
_UP_TO_A_GAP = {"top_k": (20,), "gap": (0.25,)}
"""A list that is as long as its scores are near the best one; see `RetrievalOptions.gap`."""
_BY_NEIGHBOURS = ("sentences",)
"""Strategies whose chunks are too short to tell what they are about without their neighbours."""
_NEAR = 0.5
"""Weight of the neighbours' vectors for these."""


def default_space(
    kinds: Collection[Kind], start: Configuration, *, parsers: bool = False, answers: bool = False
) -> tuple[Configuration, ...]:
    """Every strategy with a maximum that plans nothing, at sizes from 64 to 512 tokens.

    The embedding model, and all of the search but the weight of meaning, are those of `start`;
    one more search ends its list at a gap. Sentences are also tried with what stands around
    them. With `parsers` also every parser that can read all of the documents, of these kinds,
    which takes as many times longer. With `answers`, answers are what counts: these look at more
    chunks than any search takes, so searches are not varied.
    """
    names = tuple(name for name in STRATEGIES if name not in PLANNED and _is_sized(name))
    near = tuple(dict.fromkeys((0.0, start.neighbourhood)))
    read_by = ("", *parsers_for_all(kinds)) if parsers else ("",)
    weights = tuple(dict.fromkeys((start.retrieval.dense, *_WEIGHTS)))
    searches = ({},) if answers else ({"dense": weights}, _UP_TO_A_GAP)
    space: dict[str, Configuration] = {}
    for strategies, mixed in ((names, near), (_BY_NEIGHBOURS, (_NEAR,))):
        for search in searches:
            lists: dict[str, Any] = {**carried(start), "neighbourhoods": mixed, **search}
            options = _options(strategies)
            grid = Grid(parsers=read_by, strategies=strategies, options=options, **lists)
            space |= {setting.key: setting for setting in grid.settings()}
    return tuple(space.values())


def _options(strategies: Collection[str]) -> dict[str, tuple[float | str, ...]]:
    fields = {field for name in strategies for field in chunker(name).options.model_fields}
    known = {"max_tokens": _SIZES, **_OPTIONS}
    return {name: values for name, values in known.items() if name in fields}


def _is_sized(name: str) -> bool:
    return "max_tokens" in chunker(name).options.model_fields
