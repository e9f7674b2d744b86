"""Unstructured by its library in a child process, or by its service over HTTP."""

from __future__ import annotations

import importlib.util
import os
import ssl
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import ReplyUnusable
from core.jobs import Limits
from core.parsing.adapters.library_run import LibraryRun
from core.parsing.adapters.unstructured.library import INSTALL, INSTALL_MODEL
from core.service_addresses import is_here

if TYPE_CHECKING:
    from core.parsing.adapters.base import Source
    from core.parsing.adapters.unstructured.options import UnstructuredOptions
    from core.progress import Progress

_PATH = "general/v0/general"
_PARSER = "Unstructured"


def run(source: Source, options: UnstructuredOptions, progress: Progress | None) -> bytes:
    """The elements of a document in JSON; see `Adapter.run`."""
    if options.url:
        return _by_service(source, options, progress)
    return _by_library(source, options, progress)


def missing(options: UnstructuredOptions) -> str:
    """What is lacking for a run; see `Adapter.missing`."""
    if options.url:
        if options.key or is_here(options.url):
            return ""
        return "The service of Unstructured needs a key: set SIGHTLINE_UNSTRUCTURED_KEY."
    if importlib.util.find_spec("unstructured") is None:
        return (
            f"The library of Unstructured is not installed: {INSTALL}, then {INSTALL_MODEL}. Or "
            "set the address of its service, SIGHTLINE_UNSTRUCTURED_URL."
        )
    if importlib.util.find_spec("en_core_web_sm") is None:
        return f"Unstructured needs a model of spaCy on this machine: {INSTALL_MODEL}"
    return ""


def _by_library(source: Source, options: UnstructuredOptions, progress: Progress | None) -> bytes:
    library = LibraryRun(
        _PARSER,
        "core.parsing.adapters.unstructured.library:partition",
        {"strategy": options.strategy, "languages": list(options.languages)},
        _models(options),
        processes=options.strategy != "fast",  # Tesseract is a program of its own.
    )
    return library.output(source, Limits(options.seconds, options.memory_mb), progress)


def _models(options: UnstructuredOptions) -> list[Path]:
    """Folders of the models that a strategy needs, and what their library reads of the system."""
    if options.strategy == "fast":
        return []
    certificates = ssl.get_default_verify_paths()
    places = [certificates.cafile, certificates.capath]
    home = os.environ.get("HF_HOME") or "~/.cache/huggingface"
    places += [home, os.environ.get("HF_HUB_CACHE"), os.environ.get("TESSDATA_PREFIX")]
    paths = [Path(place).expanduser() for place in places if place]
    return [path for path in paths if path.exists()]


def _by_service(source: Source, options: UnstructuredOptions, progress: Progress | None) -> bytes:
    from core.parsing.adapters.service import Service
    from core.parsing.adapters.service_calls import Calls

    form = {
        "strategy": options.strategy,
        "coordinates": "true",
        "output_format": "application/json",
        "languages": list(options.languages),
    }
    service = replace(
        Service.of(_PARSER, options),
        address=options.url.rstrip("/").removesuffix(f"/{_PATH}"),
        header="unstructured-api-key",
        before="",
    )
    with Calls(service, options.seconds, len(source.pages), progress) as calls:
        # The name of the file stays here: it may say more than the service needs to know.
        content = ("document.pdf", source.path.read_bytes(), "application/pdf")
        answer = calls.post(_PATH, data=form, files={"files": content})
    if not answer.lstrip().startswith(b"["):
        raise ReplyUnusable(
            f"{_PARSER} at {options.url} answered with something else than elements. Check the "
            "address in its options."
        )
    return answer
