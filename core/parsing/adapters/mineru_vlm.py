"""MinerU with its vision language model, which sees the page first and then each element.

Source: thesis, section 3.3.3 (VLM).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from pydantic import Field, field_validator

from core.errors import SetupError
from core.parsing.adapters.base import Adapter, run_config
from core.parsing.adapters.mineru.command import missing_command, run_command
from core.parsing.adapters.mineru.options import MineruOptions, usable_address
from core.parsing.adapters.mineru.reading import VLM, read
from core.service_addresses import address_problem, is_here

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.progress import Progress

_BY_SERVICE = "vlm-http-client"


class MineruVlmOptions(MineruOptions):
    """One vision language model for layout and content."""

    model_config = run_config("MINERU_VLM")

    engine: Literal["vlm-auto-engine", "vlm-http-client", "vlm-transformers"] = Field(
        "vlm-auto-engine",
        description="What runs the model: the best engine on the machine, a service of the model, "
        "or transformers, which only versions before 2.7 know.",
    )
    model_url: str = Field(
        "",
        description="Address of the service of the model for vlm-http-client, such as "
        "http://127.0.0.1:30000. MinerU sends pictures of the pages there.",
    )

    @field_validator("model_url")
    @classmethod
    def _usable_service(cls, url: str) -> str:
        return usable_address(url)


def run(source: Source, options: MineruVlmOptions, progress: Progress | None = None) -> bytes:
    """The middle.json of a document; see `Adapter.run`.

    Raises:
        SetupError: the service of the model has no address, or one that must not be asked.
    """
    if problem := _service_problem(options):
        raise SetupError(problem)
    model = options.model_url if options.engine == _BY_SERVICE else ""
    if options.url:
        from core.parsing.adapters.mineru.service import run_service

        form = {"backend": options.engine, **({"server_url": model} if model else {})}
        return run_service(source, options, form, progress)
    arguments = ["-b", options.engine, *(["-u", model] if model else [])]
    return run_command(source, options, arguments, progress)


def missing(options: MineruVlmOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    return _service_problem(options) or ("" if options.url else missing_command())


def price(_pages: int, options: MineruVlmOptions) -> float | None:
    """US dollars for so many pages; see `Adapter.price`."""
    asked = [options.url, options.model_url if options.engine == _BY_SERVICE else ""]
    return 0.0 if all(map(is_here, filter(None, asked))) else None


def _service_problem(options: MineruVlmOptions) -> str:
    """Why the service of the model cannot be asked."""
    if options.engine != _BY_SERVICE:
        return ""
    if not options.model_url:
        return "MinerU needs the address of the model's service; set it in its options."
    problem = address_problem(options.model_url, in_the_clear=options.in_the_clear)
    return f"MinerU's model: {problem}. Correct its address in the options." if problem else ""


ADAPTER = Adapter(
    name="mineru_vlm",
    title="MinerU, VLM",
    about="Finds elements and reads them by one vision language model, on this machine or by a "
    "mineru-api. Gives boxes of elements; tables that go on on the next page are one.",
    native="a middle.json, or a content_list.json",
    convert=partial(read, backend=VLM),
    options=MineruVlmOptions,
    run=run,
    missing=missing,
    price=price,
)
