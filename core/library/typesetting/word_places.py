"""Words and their places, kept inside the PDF that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

if TYPE_CHECKING:
    import pymupdf

_KEY = "SightlineText"


class _Held(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TextLine(_Held):
    """Words of one line of a page, with their edges.

    `edges` has left and right of each word, and `top` and `bottom` are those of all, in points
    of the page. `after` is what stands between this line and the next one of the text: nothing
    in the middle of a word, a space where the page is too narrow, a line break where the text
    has one.
    """

    page: int
    top: float
    bottom: float
    words: tuple[str, ...]
    edges: tuple[float, ...]
    after: str = "\n"


class Block(_Held):
    """A paragraph of lines, or a table of rows of cells of lines."""

    lines: tuple[TextLine, ...] = ()
    rows: tuple[tuple[tuple[TextLine, ...], ...], ...] = ()
    header: bool = False
    """Whether the first row names the columns."""


class Placed(_Held):
    """A text as it stands on its pages, and the encoding of its file."""

    encoding: str
    blocks: tuple[Block, ...]


def keep_text(pdf: pymupdf.Document, placed: Placed) -> None:
    """Writes the text into the PDF."""
    xref = pdf.get_new_xref()
    pdf.update_object(xref, "<<>>")
    pdf.update_stream(xref, placed.model_dump_json().encode("utf-8", "surrogatepass"))
    pdf.xref_set_key(pdf.pdf_catalog(), _KEY, f"{xref} 0 R")


def kept_text(pdf: pymupdf.Document) -> Placed | None:
    """What `keep_text` wrote; None for a PDF that was not made of a text."""
    kind, value = pdf.xref_get_key(pdf.pdf_catalog(), _KEY)
    if kind != "xref":
        return None
    try:
        return Placed.model_validate_json(pdf.xref_stream(int(value.split()[0])) or b"")
    except ValidationError:
        return None
