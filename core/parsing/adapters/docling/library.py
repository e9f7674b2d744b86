"""The library of Docling, as a child process runs it."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BrokenPdf, MissingExtra, SetupError
from core.parsing.adapters.library_run import stay_in

if TYPE_CHECKING:
    from core.progress import Progress

INSTALL = "pip install docling"
INSTALL_MODELS = "docling-tools models download"
_NO_MODEL = (
    "LocalEntryNotFoundError",
    "OfflineModeIsEnabled",
    "FileNotFoundError",
    "ConnectionError",
    "URLError",
)
"""Errors by which the library says that a file of a model is not on the machine."""


def convert(
    path: str, output: str, models: str, stages: dict[str, bool], progress: Progress
) -> str:
    """The status of a conversion, which is written to `output` as docling-serve answers.

    `stages` are options of its pipeline, `models` the folder of its model files.

    Raises:
        MissingExtra: the library is not installed.
        SetupError: a model that it would download is not on the machine.
        BrokenPdf: it fails.
    """
    progress(0, 0)
    stay_in(Path(output).parent)
    try:
        converter = _converter(models, stages)
    except ImportError as error:
        raise MissingExtra(f"the library of Docling is missing: {INSTALL}") from error
    try:
        result = converter.convert(path, raises_on_error=True)
        answer = {
            "document": {"json_content": result.document.export_to_dict()},
            "status": result.status.value,
            "errors": [error.model_dump(mode="json") for error in result.errors],
        }
        Path(output).write_text(json.dumps(answer), "utf-8")
    # The library lets errors of a dozen others through.
    except Exception as error:
        raise _failure(error) from error
    return result.status.value


def _converter(models: str, stages: dict[str, bool]) -> Any:
    """A converter of PDFs; what it needs is loaded when it is used."""
    converter = import_module("docling.document_converter")
    pipeline = import_module("docling.datamodel.pipeline_options").PdfPipelineOptions(
        artifacts_path=models or None, **stages
    )
    pdf = import_module("docling.datamodel.base_models").InputFormat.PDF
    option = converter.PdfFormatOption(pipeline_options=pipeline)
    return converter.DocumentConverter(allowed_formats=[pdf], format_options={pdf: option})


def _failure(error: Exception) -> Exception:
    """What went wrong, by the first cause of an error."""
    causes = [error]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) and len(causes) < 20:
        if not isinstance(cause, Exception):
            break
        causes.append(cause)
    names = [type(cause).__name__ for cause in causes]
    if any(name in _NO_MODEL for name in names):
        return SetupError(
            "Docling's model files are not on this machine, and nothing is downloaded by itself: "
            f"run {INSTALL_MODELS}, and set SIGHTLINE_DOCLING_MODELS to the folder that it names."
        )
    return BrokenPdf(f"Docling failed ({names[-1]}). Try again without OCR, or another parser.")
