"""What can only be brought as a file: other programs write it, so there is nothing to run."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.errors import SetupError
from core.parsing.adapters.base import RunOptions, run_config

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.progress import Progress


class BroughtOptions(RunOptions):
    """None; `bring` says where a file comes from."""

    bring: ClassVar[str]


class MarkdownOptions(BroughtOptions):
    """None."""

    model_config = run_config("MARKDOWN")
    bring = "Markdown is what other parsers write: bring a file of it."


class NormalisedOptions(BroughtOptions):
    """None."""

    model_config = run_config("NORMALISED")
    bring = "Normalised JSON is what exports and other pipelines write: bring a file of it."


def run(source: Source, options: BroughtOptions, progress: Progress | None = None) -> bytes:
    """Nothing. Raises `SetupError`; see `missing`."""
    raise SetupError(missing(options))


def missing(options: BroughtOptions) -> str:
    """Why it cannot be run."""
    return options.bring


def price(pages: int, options: BroughtOptions) -> float | None:
    """Nothing is paid for it here."""
    return 0.0
