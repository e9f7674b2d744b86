"""Words read from the picture of a page. A new engine is one module and one row."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from core.errors import InvalidOption

if TYPE_CHECKING:
    from core.reading.ocr.base import OcrEngine

ENGINES = {
    "rapidocr": "core.reading.ocr.rapid:RapidEngine",
    "tesseract": "core.reading.ocr.tesseract:TesseractEngine",
}
"""Name of each engine and where it is; imported on demand."""


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
