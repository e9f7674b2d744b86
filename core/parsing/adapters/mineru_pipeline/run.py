"""MinerU's pipeline by its command, or by a mineru-api over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.mineru.command import missing_command, run_command
from core.parsing.adapters.mineru.reading import PIPELINE
from core.service_addresses import is_here

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.parsing.adapters.mineru_pipeline.options import MineruPipelineOptions
    from core.progress import Progress

_KEY = "SIGHTLINE_MINERU_PIPELINE_KEY"


def run(source: Source, options: MineruPipelineOptions, progress: Progress | None = None) -> bytes:
    """The middle.json of a document; see `Adapter.run`."""
    if options.url:
        from core.parsing.adapters.mineru.service import run_service

        form = {
            "backend": PIPELINE,
            "parse_method": options.method,
            "lang_list": options.language,
        }
        return run_service(source, options, form, _KEY, progress)
    arguments = ["-b", PIPELINE, "-m", options.method, "-l", options.language]
    return run_command(source, options, arguments, progress)


def missing(options: MineruPipelineOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    return "" if options.url else missing_command()


def price(pages: int, options: MineruPipelineOptions) -> float | None:
    """US dollars for so many pages; see `Adapter.price`."""
    del pages
    return 0.0 if not options.url or is_here(options.url) else None
