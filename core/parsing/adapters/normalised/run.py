"""Normalised JSON comes from other programs; there is nothing to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SetupError
from core.parsing.adapters.base import RunOptions, run_config

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.progress import Progress

_BRING = "Normalised JSON is what exports and other pipelines write: bring a file of it."


class NormalisedOptions(RunOptions):
    """None."""

    model_config = run_config("NORMALISED")


def run(source: Source, options: RunOptions, progress: Progress | None = None) -> bytes:
    """Nothing; see `missing`."""
    raise SetupError(_BRING)


def missing(options: RunOptions) -> str:
    """Why it cannot be run."""
    return _BRING


def price(pages: int, options: RunOptions) -> float | None:
    """Nothing is paid for it here."""
    return 0.0
