"""Grids that are worth trying first."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.configuration.options import THRESHOLD
from core.embedding import DEFAULT, MEANING
from core.evaluation.sweeps.grid import Grid, around, carried
from core.parsing import parsers_for_all
from core.refining.options import WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from core.configuration import Configuration
    from core.library import Kind

    _Make = Callable[[Collection[Kind], Configuration], Grid]

_LEFT_OUT = (
    WHOLE.model_copy(update={"signature": False}),
    WHOLE.model_copy(update={"supplement": False}),
    WHOLE.model_copy(update={"signature": False, "supplement": False}),
    WHOLE.model_copy(update={"lineage": False}),
)
"""The Refiner without each of its parts."""
_EMBEDDED = WHOLE.model_copy(update={"embedded": True})
"""The Refiner with the vectors of TopoChunker."""
_FOUR = ("fixed", "recursive", "semantic", "hierarchical")
"""The strategies of the thesis."""


@dataclass(frozen=True)
class Preset:
    """A grid under a name.

    `grid` makes it for documents of these kinds; the configuration gives all that the preset does
    not vary: the embedding model, the neighbourhood, and how chunks are found.
    """

    title: str
    words: str
    grid: _Make


def _thesis(kinds: Collection[Kind], start: Configuration) -> Grid:
    """Every value that the thesis names, in every combination: 8 + 8 + 12 + 4 settings."""
    return _thesis_grid(start, (0.7, 0.9, 0.95))


def _thesis_24(kinds: Collection[Kind], start: Configuration) -> Grid:
    """The 24 settings that the thesis counts, which does not list them: 8 + 8 + 4 + 4.

    Two overlaps and two percentiles at four sizes would be 28; 24 are left if one of the three
    lists of two is a single value. Its table shows that of the percentile, 0.95, which its text
    does not name.
    """
    return _thesis_grid(start, (0.95,))


def _thesis_grid(start: Configuration, percentiles: tuple[float, ...]) -> Grid:
    """Source: thesis, section 3.5.3 and table 4.2."""
    options: Mapping[str, tuple[float, ...]] = {
        "max_tokens": (128, 256, 512, 1024),
        "overlap": (0.0, 0.2),
        "percentile": percentiles,
        "minimum": (0.5,),
        "heading_budget": (0.4,),
    }
    return Grid(strategies=_FOUR, options=dict(options), **carried(start))


def _quick(kinds: Collection[Kind], start: Configuration) -> Grid:
    return Grid(
        strategies=("recursive", "hierarchical"),
        options={"max_tokens": (128, 256), "overlap": (0.2,)},
        **carried(start),
    )


def _parsers(kinds: Collection[Kind], start: Configuration) -> Grid:
    return around(start).model_copy(update={"parsers": parsers_for_all(kinds) or ("",)})


def _retrieval(kinds: Collection[Kind], start: Configuration) -> Grid:
    searches = {"dense": (0.0, 0.35, 0.7, 1.0, 1.5), "top_k": (3, 5, 10)}
    return around(start).model_copy(update=searches)


def _ablations(kinds: Collection[Kind], start: Configuration) -> Grid:
    """The configuration in force with the whole Refiner, and beside it without each of its parts.

    The last one embeds what it adds, as TopoChunker does.

    Without signature and supplement nothing of the Refiner is left but the headings. Without the
    Inspector every document is read by the one route that reads them all.

    Source: TopoChunker, section 4.4.
    """
    fixed = [name for name in parsers_for_all(kinds) if name != "automatic"]
    varied = {
        "parsers": ("", *fixed[:1]),
        "refining": tuple(parts.text for parts in (WHOLE, *_LEFT_OUT, _EMBEDDED)),
        "one_at_a_time": True,
    }
    return around(start).model_copy(update=varied)


def _now(kinds: Collection[Kind], start: Configuration) -> Grid:
    return around(start)


def _answers(kinds: Collection[Kind], start: Configuration) -> Grid:
    varied = {
        "encoders": tuple(dict.fromkeys((start.encoder, DEFAULT, MEANING))),
        "reading": (start.retrieval.reading, not start.retrieval.reading),
        "threshold": (THRESHOLD, 0.1, 0.3, 0.4),
        "max_citations": (4, 1, 2),
        "one_at_a_time": True,
    }
    return around(start).model_copy(update=varied)


_GRIDS: Mapping[str, _Make] = {
    "quick": _quick,
    "now": _now,
    "answers": _answers,
    "thesis_24": _thesis_24,
    "thesis": _thesis,
    "parsers": _parsers,
    "retrieval": _retrieval,
    "ablations": _ablations,
}
_TEXTS = json.loads(Path(__file__).with_name("presets.json").read_text("utf-8"))
PRESETS: Mapping[str, Preset] = {
    name: Preset(grid=grid, **_TEXTS[name]) for name, grid in _GRIDS.items()
}
"""Presets by name."""
