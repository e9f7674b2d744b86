"""The SIR of a document whose file says its structure: a web page, Word document or book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import InvalidOption, NoText
from core.library.typesetting import kept_text
from core.parsing.base import ALONE, ParserOptions, collecting_seldom
from core.parsing.builder import build
from core.parsing.structured_text.elements import structured_elements
from core.sir import Page

if TYPE_CHECKING:
    import pymupdf

    from core.parsing.base import ParseRun
    from core.sir import Sir

_REASON = "set from the structure of the file"


class StructuredTextOptions(ParserOptions):
    """Options of the parser of structured texts: none."""


class StructuredTextParser:
    """Headings, lists, tables and figures as the file says them; words where the library set them.

    Metadata of a node of a web page or book: `dom_id`, the nearest id around it, `dom_path`, a CSS
    path to its element, and `dom_file`, the chapter of a book; `alt`, the words that stand for a
    figure; `listing`, for text that was set as it stood.
    """

    name = "structured_text"
    options = StructuredTextOptions

    def parse(
        self, pdf: pymupdf.Document, document: str, options: ParserOptions, run: ParseRun = ALONE
    ) -> Sir:
        """The SIR of `pdf`; see `Parser.parse`."""
        if type(options) is not self.options:
            raise InvalidOption(f"The parser {self.name} takes {self.options.__name__}.")
        placed = kept_text(pdf)
        if placed is None or not placed.structure:
            raise NoText("this file does not say its structure. Choose another route for it.")
        pages = [
            Page(at + 1, box.width, box.height, str(at + 1), self.name, _REASON)
            for at, box in enumerate(page.rect for page in pdf)
        ]
        known = {"parser": self.name, "route": self.name, **placed.facts}
        if placed.encoding:
            known["encoding"] = placed.encoding
        with collecting_seldom():
            sir = build(document, pages, structured_elements(placed.structure, pages), known)
        run.tell(pdf.page_count, pdf.page_count)
        return sir
