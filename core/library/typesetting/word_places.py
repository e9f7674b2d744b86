"""Words and their places, kept inside the PDF that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from core.sir import ElementType

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


class Region(_Held):
    """A part of a page in points: where a picture is."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


class PlacedMark(_Held):
    """The mark of a footnote: a half-open range of the letters of a block, spaces not counted."""

    start: int
    end: int
    note: str


class PlacedBlock(_Held):
    """A block of a structured text on its pages; see `core.library.structured.Block`."""

    type: ElementType
    lines: tuple[TextLine, ...] = ()
    level: int | None = None
    children: tuple[PlacedBlock, ...] = ()
    metadata: dict[str, str] = {}
    aside: str = ""
    region: Region | None = None
    caption: PlacedBlock | None = None
    note: str = ""
    marks: tuple[PlacedMark, ...] = ()


class Placed(_Held):
    """A text as it stands on its pages, and the encoding of its file.

    What has a structure of its own has `structure` instead of `blocks`. `facts` are said in the
    metadata of the tree.
    """

    encoding: str
    blocks: tuple[Block, ...] = ()
    structure: tuple[PlacedBlock, ...] = ()
    facts: dict[str, str] = {}


def keep_text(pdf: pymupdf.Document, placed: Placed) -> None:
    """Writes the text into the PDF."""
    xref = pdf.get_new_xref()
    pdf.update_object(xref, "<<>>")
    content = placed.model_dump_json(exclude_defaults=True)
    pdf.update_stream(xref, content.encode("utf-8", "surrogatepass"))
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
