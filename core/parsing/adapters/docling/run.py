"""Docling by its library in a child process, or by docling-serve over HTTP."""

from __future__ import annotations

import importlib.util
import mimetypes
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import ReplyUnusable
from core.jobs import Limits
from core.parsing.adapters.docling.library import INSTALL, INSTALL_MODELS
from core.parsing.adapters.library_run import LibraryRun

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.parsing.adapters.docling.options import DoclingOptions
    from core.parsing.adapters.service_calls import Calls
    from core.progress import Progress

_PARSER = "Docling"
_WAITING = frozenset({"pending", "started"})
_DONE = frozenset({"success", "partial_success"})


def run(source: Source, options: DoclingOptions, progress: Progress | None = None) -> bytes:
    """The document in JSON, as docling-serve answers with it; see `Adapter.run`."""
    if options.url:
        return _by_service(source, options, progress)
    return _by_library(source, options, progress)


def missing(options: DoclingOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    if options.url or importlib.util.find_spec("docling") is not None:
        return ""
    return (
        f"The library of Docling is not installed: {INSTALL}, then {INSTALL_MODELS}. Or set the "
        "address of a docling-serve, SIGHTLINE_DOCLING_URL."
    )


def _stages(options: DoclingOptions) -> dict[str, bool]:
    """Parts of the pipeline, by the names that library and service share."""
    return {
        "do_ocr": options.ocr,
        "do_table_structure": options.tables,
        "do_formula_enrichment": options.formulas,
        "do_code_enrichment": options.formulas,
    }


def _by_library(source: Source, options: DoclingOptions, progress: Progress | None) -> bytes:
    library = LibraryRun(
        _PARSER,
        "core.parsing.adapters.docling.library:convert",
        {"models": options.models, "stages": _stages(options)},
        # When it is loaded, the library asks which types of files the system knows.
        [*_model_folders(options), *map(Path, mimetypes.knownfiles)],
    )
    return library.output(source, Limits(options.seconds, options.memory_mb), progress)


def _model_folders(options: DoclingOptions) -> list[Path]:
    """Where the library may find files of models."""
    if options.models:
        return [Path(options.models).expanduser()]
    home = os.environ.get("HF_HOME") or "~/.cache/huggingface"
    hub = os.environ.get("HF_HUB_CACHE")
    return [Path(folder).expanduser() for folder in (home, hub) if folder]


def _by_service(source: Source, options: DoclingOptions, progress: Progress | None) -> bytes:
    """What docling-serve gives; a job there has no end but its own, so it is only left.

    Source: the documentation of docling-serve, REST API, version 1.
    """
    from core.parsing.adapters.service import Service
    from core.parsing.adapters.service_calls import Calls

    stages = {name: str(value).lower() for name, value in _stages(options).items()}
    form = {
        "from_formats": "pdf",
        "to_formats": "json",
        "image_export_mode": "placeholder",
        **stages,
    }
    service = replace(
        Service.of(_PARSER, options, "a docling-serve of version 1.0 or later"),
        address=options.url.rstrip("/").removesuffix("/v1"),
        header="X-Api-Key",
        before="",
    )
    with Calls(service, options.seconds, len(source.pages), progress) as calls:
        # The name of the file stays here: it may say more than the service needs to know.
        content = ("document.pdf", source.path.read_bytes(), "application/pdf")
        answer = calls.post("v1/convert/file/async", data=form, files={"files": content})
        job = calls.job(answer, "task_id")
        state, _ = calls.ended(f"v1/status/poll/{job}", "task_status", _WAITING)
        _check_state(state, calls)
        answer = calls.get(f"v1/result/{job}")
    _check(answer, calls)
    return answer


def _check_state(state: str, calls: Calls) -> None:
    """Lets pass a job that has not failed."""
    if state in ("failure", "skipped"):
        raise ReplyUnusable(
            f"{calls.service.name} could not read the document (its job ended with {state}). Look "
            "into the log of the service, try again without OCR, or choose another parser."
        )
    if state not in _DONE:
        raise calls.odd("names no state of the job")


def _check(answer: bytes, calls: Calls) -> None:
    """Lets pass what holds a document."""
    from core.parsing.adapters.docling.reading import answer_of
    from core.parsing.adapters.native import NotNative

    try:
        answer_of(answer)
    except NotNative as error:
        raise ReplyUnusable(f"{calls.service.name}: {error}") from error
