"""Pages printed and scanned: pictures of a page with known text, turned, askew or upside down."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pymupdf
from PIL import Image

from core.parsing import get_parser

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.sir import Sir

WIDTH, HEIGHT = 400.0, 200.0
"""Reading takes as long as a page is high for its width."""

LINES = (
    "The ward keeps two units of blood ready.",
    "Every unit is checked twice before use.",
    "A nurse signs the sheet at noon and at six.",
    "Broken seals are reported to the bank.",
)


def at(line: int) -> tuple[float, float]:
    """Where the baseline of a line of a printed page begins."""
    return 50, 60 + 30 * line


def printed(lines: tuple[str, ...] = LINES, size: float = 14) -> pymupdf.Document:
    """A page with lines of text below each other."""
    pdf = pymupdf.open()
    page = pdf.new_page(width=WIDTH, height=HEIGHT)
    for index, line in enumerate(lines):
        page.insert_text(at(index), line, fontsize=size)
    return pdf


def picture(pdf: pymupdf.Document, dpi: int = 150) -> NDArray[np.uint8]:
    """Grey levels of the first page."""
    pixels = pdf[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    return np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width)


def scanned(pdf: pymupdf.Document, clockwise: float = 0.0, dpi: int = 150) -> pymupdf.Document:
    """A page that holds nothing but the picture of the first page, turned around its middle."""
    image = Image.fromarray(picture(pdf, dpi)).rotate(
        -clockwise, Image.Resampling.BICUBIC, expand=clockwise % 90 == 0, fillcolor=255
    )
    data = io.BytesIO()
    image.save(data, "PNG")
    scan = pymupdf.open()
    page = scan.new_page(width=image.width * 72 / dpi, height=image.height * 72 / dpi)
    page.insert_image(page.rect, stream=data.getvalue())
    return scan


def read(pdf: pymupdf.Document) -> Sir:
    """The SIR by path 3 of a PDF as written to bytes and read again."""
    parser = get_parser("visual_topology")
    with pymupdf.open(stream=pdf.tobytes(), filetype="pdf") as again:
        return parser.parse(again, "0" * 64, parser.options())


def all_text(sir: Sir) -> str:
    """The text of the flow in reading order."""
    return " ".join(node.text for node in sir.nodes[: sir.flow] if node.text)
