"""LlamaParse by its service: a document is uploaded, its job asked for until it is done.

This is its first interface (`/api/v1/parsing`), which gives items with their boxes and the layout
in one answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import ReplyUnusable
from core.service_addresses import is_here

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.parsing.adapters.llamaparse.options import LlamaParseOptions
    from core.parsing.adapters.service_calls import Calls
    from core.progress import Progress

_PATH = "api/v1/parsing"
_CANCEL = "api/v2/parse/{}/cancel"
"""Only the second interface documents how a job is ended."""
_PARSER = "LlamaParse"
_VARIABLE = "SIGHTLINE_LLAMAPARSE_KEY"
_DONE = frozenset({"success", "partial_success", "completed"})
_WAITING = frozenset({"pending", "running", "queued"})


def run(source: Source, options: LlamaParseOptions, progress: Progress | None) -> bytes:
    """The JSON result of a document; see `Adapter.run`."""
    from core.parsing.adapters.service import Service
    from core.parsing.adapters.service_calls import Calls

    service = Service.of(_PARSER, options, "LlamaParse")
    with Calls(service, options.seconds, len(source.pages), progress) as calls:
        job = _uploaded(source, options, calls)
        try:
            _wait(job, options, calls)
            return calls.get(f"{_PATH}/job/{job}/result/json")
        except BaseException:
            # Nobody will ask for it any more.
            calls.leave("POST", _CANCEL.format(job))
            raise


def missing(options: LlamaParseOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    if options.key or is_here(options.url):
        return ""
    return f"The service of LlamaParse needs a key: set {_VARIABLE}."


def _uploaded(source: Source, options: LlamaParseOptions, calls: Calls) -> str:
    """The identifier of the job that parses the document."""
    form = {
        "parse_mode": options.mode,
        "language": options.language,
        "extract_layout": str(options.layout).lower(),
        # Pages that fail do not fail the job; their status says so.
        "page_error_tolerance": "1",
    }
    # The name of the file stays here: it may say more than the service needs to know.
    content = ("document.pdf", source.path.read_bytes(), "application/pdf")
    return calls.job(calls.post(f"{_PATH}/upload", data=form, files={"file": content}), "id")


def _wait(job: str, options: LlamaParseOptions, calls: Calls) -> None:
    """Returns when the job is done.

    Raises:
        ReplyUnusable: it failed.
    """
    status, said = calls.ended(f"{_PATH}/job/{job}", "status", _WAITING, options.pause)
    if status not in _DONE:
        told = (said.get(name) for name in ("error_message", "error_code", "status"))
        reason = calls.service.quoted(next(filter(None, told), None))
        raise ReplyUnusable(
            f"{_PARSER} did not parse the document: {reason} Try another mode in its options, or "
            "another parser."
        )
