"""A PDF with figures, for tests of their descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf

from core.settings import load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from pathlib import Path

DESCRIPTION = "A bar chart of turbine efficiency: the azure bar reaches 87 percent at noon."
TOPICS = (
    "The committee meets on the first Monday of each month and keeps minutes.",
    "Invoices are paid within thirty days after they were received and checked.",
    "Visitors sign the book at the front desk and wear a badge in the building.",
    "Vehicles are serviced once a year by the workshop that the office names.",
    "Keys are handed out against a signature and returned on the last day.",
    "Leave is requested by noon, two weeks before it begins, as efficiently as can be.",
)


def figures_pdf() -> bytes:
    """Two pages of numbered sections.

    On the first a picture with a caption; on the second one without any words.
    """
    with pymupdf.open() as document:
        for number in (1, 2):
            page = document.new_page(width=595, height=842)
            at = 60.0
            for place in range(3):
                topic = 3 * (number - 1) + place
                page.insert_text((60, at), f"{topic + 1} Topic {topic + 1}", fontsize=16)
                page.insert_text((60, at + 26), TOPICS[topic], fontsize=10)
                at += 80
            _insert_picture(page, (120, at + 20, 460, at + 240), 0x2060C0 * number)
            if number == 1:
                page.insert_text((120, at + 262), "Figure 1. Overview for the annex.", fontsize=9)
        return document.tobytes()


def figure_library(home: Path) -> Path:
    """A data folder with that PDF as `plant.pdf`."""
    bench = Workbench(load_settings(home=home))
    bench.documents.add(figures_pdf(), "plant.pdf", parser="structural_rule", by_model=False)
    bench.close()
    return home


def _insert_picture(page: pymupdf.Page, box: tuple[float, ...], colour: int) -> None:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 64, 48))
    for row in range(48):
        for column in range(64):
            shade = colour * (1 + row // 6 + column // 8)
            pixels.set_pixel(column, row, (shade & 255, shade >> 8 & 255, shade >> 16 & 255))
    page.insert_image(pymupdf.Rect(*box), pixmap=pixels)
