"""Words read from the picture of a page. A new engine is one module and one row."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import InvalidOption

if TYPE_CHECKING:
    from core.reading.ocr.base import OcrEngine

ENGINES = {
    "rapidocr": "core.reading.ocr.rapid:RapidEngine",
    "tesseract": "core.reading.ocr.tesseract:TesseractEngine",
}
"""Name of each engine and where it is; imported on demand."""

PROGRAM = "tesseract"


def program_folders() -> list[Path]:
    """Where the program of an engine, its libraries and its data lie, if it is installed."""
    program = shutil.which(PROGRAM)
    data = os.environ.get("TESSDATA_PREFIX")
    folders = [Path(program).resolve().parents[1]] if program else []
    return [*folders, Path(data)] if data else folders


def get_engine(name: str) -> OcrEngine:
    """The engine of that name.

    Raises:
        InvalidOption: there is no such engine.
        MissingExtra: the program of the engine is not installed.
    """
    if name not in ENGINES:
        raise InvalidOption(f"There is no OCR engine {name!r}; choose one of {', '.join(ENGINES)}.")
    module, _, attribute = ENGINES[name].partition(":")
    return getattr(import_module(module), attribute)()
