"""The library of Unstructured, as a child process runs it."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BrokenPdf, MissingExtra, NoText, SetupError
from core.parsing.adapters.library_run import stay_in

if TYPE_CHECKING:
    from core.errors import SightlineError
    from core.progress import Progress

INSTALL = "pip install 'unstructured[pdf]'"
INSTALL_MODEL = "python -m spacy download en_core_web_sm"
_MODEL = "en_core_web_sm"


def partition(
    path: str, output: str, strategy: str, languages: list[str], progress: Progress
) -> int:
    """The number of elements of a PDF, which are written to `output` as the library writes them.

    Raises:
        MissingExtra: the library is not installed.
        SetupError: a model that it would download is not on the machine.
        NoText: it finds nothing.
        BrokenPdf: it fails.
    """
    progress(0, 0)
    stay_in(Path(output).parent)
    try:
        spacy = import_module("spacy")
        partition_pdf = import_module("unstructured.partition.pdf").partition_pdf
    except ImportError as error:
        raise MissingExtra(f"the library of Unstructured is missing: {INSTALL}") from error
    # Without it the library finds nothing in any document, and does not say so.
    if not spacy.util.is_package(_MODEL):
        raise SetupError(
            f"Unstructured needs spaCy's model {_MODEL} on this machine: {INSTALL_MODEL}"
        )
    try:
        elements: list[Any] = partition_pdf(
            filename=path,
            strategy=strategy,
            languages=languages,
            infer_table_structure=strategy == "hi_res",
        )
    # The library lets errors of a dozen others through.
    except Exception as error:
        raise _failure(error, strategy) from error
    if not elements:
        raise NoText(
            f"Unstructured found no element with the strategy {strategy}. For scans choose hi_res "
            "or ocr_only."
        )
    rows = [element.to_dict() for element in elements]
    Path(output).write_text(json.dumps(rows, default=str), "utf-8")
    return len(rows)


def _failure(error: Exception, strategy: str) -> SightlineError:
    name = type(error).__name__
    if strategy == "fast":
        return BrokenPdf(f"Unstructured failed ({name}). Try another strategy or parser.")
    return SetupError(
        f"Unstructured failed ({name}). The models and programs of the strategy {strategy} must be "
        "on this machine, since nothing is downloaded; or choose the strategy fast."
    )
