"""Options of the reading of another parser's output, and what its tree says of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DataDamaged
from core.parsing.base import NATIVE, ParserOptions

if TYPE_CHECKING:
    import pymupdf

ALIGNMENT = "alignment_"
"""How the keys of the metadata begin that tell how far the text stands on the pages."""
PROBLEMS = "native_problems"
"""Key of the metadata that tells what is wrong with the output, a sentence a line."""


class NativeOptions(ParserOptions):
    """Which output of the parser is read: the name of a file in `NATIVE`."""

    native: str
    ocr: str = "rapidocr"
    """The engine that reads words in pictures of pages, to find the parser's text in them."""


def read_native(pdf: pymupdf.Document, name: str) -> bytes:
    """An output of another parser, or of a language model, that is kept beside a PDF.

    Raises:
        DataDamaged: it is gone.
    """
    try:
        return (Path(str(pdf.name)).parent / NATIVE / name).read_bytes()
    except FileNotFoundError as error:
        raise DataDamaged(
            f"The output that this reading is made of is gone: {NATIVE}/{name}. "
            "Bring or run it again, or choose another route for the document."
        ) from error
