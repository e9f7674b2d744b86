"""Options of the reading of another parser's output, and what its tree says of it."""

from __future__ import annotations

from core.parsing.base import ParserOptions

ALIGNMENT = "alignment_"
"""How the keys of the metadata begin that tell how far the text stands on the pages."""
PROBLEMS = "native_problems"
"""Key of the metadata that tells what is wrong with the output, a sentence a line."""


class NativeOptions(ParserOptions):
    """Which output of the parser is read: the name of a file in `NATIVE`."""

    native: str
    ocr: str = "rapidocr"
    """The engine that reads words in pictures of pages, to find the parser's text in them."""
