"""MinerU's vision language model by its command, or by a mineru-api over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SetupError
from core.parsing.adapters.mineru.command import missing_command, run_command
from core.service_addresses import address_problem, is_here

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.parsing.adapters.mineru_vlm.options import MineruVlmOptions
    from core.progress import Progress

_KEY = "SIGHTLINE_MINERU_VLM_KEY"
_BY_SERVICE = "vlm-http-client"


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
        return run_service(source, options, form, _KEY, progress)
    arguments = ["-b", options.engine, *(["-u", model] if model else [])]
    return run_command(source, options, arguments, progress)


def missing(options: MineruVlmOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    return _service_problem(options) or ("" if options.url else missing_command())


def price(pages: int, options: MineruVlmOptions) -> float | None:
    """US dollars for so many pages; see `Adapter.price`."""
    del pages
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
