"""MinerU with its pipeline of models, which gives a box for each line.

Source: thesis, section 3.3.3 (parsing pipeline).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from core.parsing.adapters.base import Adapter, price_at, run_config
from core.parsing.adapters.mineru.command import missing_command, run_command
from core.parsing.adapters.mineru.options import MineruOptions
from core.parsing.adapters.mineru.reading import PIPELINE, read

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.progress import Progress


class MineruPipelineOptions(MineruOptions):
    """Models for layout, text, formulas and tables, one after the other."""

    model_config = run_config("MINERU_PIPELINE")

    method: Literal["auto", "txt", "ocr"] = Field(
        "auto",
        description="Take the text from the PDF (txt), from pictures of its pages (ocr), or as the "
        "pages need it (auto).",
    )
    language: str = Field(
        "ch",
        pattern=r"^[a-z_]{2,20}$",
        description="Script that is read from pictures, by MinerU's name; ch also reads Latin "
        "letters.",
    )


def run(source: Source, options: MineruPipelineOptions, progress: Progress | None = None) -> bytes:
    """The middle.json of a document; see `Adapter.run`."""
    if options.url:
        from core.parsing.adapters.mineru.service import run_service

        form = {
            "backend": PIPELINE,
            "parse_method": options.method,
            "lang_list": options.language,
        }
        return run_service(source, options, form, progress)
    arguments = ["-b", PIPELINE, "-m", options.method, "-l", options.language]
    return run_command(source, options, arguments, progress)


ADAPTER = Adapter(
    name="mineru_pipeline",
    title="MinerU, pipeline",
    about="Finds elements by a layout model, and reads text, formulas and tables by a model each, "
    "on this machine or by a mineru-api. Gives boxes of elements and of lines.",
    native="a middle.json, or a content_list.json",
    convert=partial(read, backend=PIPELINE),
    options=MineruPipelineOptions,
    run=run,
    missing=lambda options: "" if options.url else missing_command(),
    price=lambda pages, options: price_at(options.url, pages),
)
