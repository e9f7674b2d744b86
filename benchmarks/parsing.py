"""Time of path 1 beside plain extraction of the same pages."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.figure import Figure
from core.parsing import get_parser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TARGET = 2.5
"""Times plain extraction."""

FOLDERS = {"odl": "odl/pdfs", "nice_ng243": "nice_ng243", "ohr": "ohr/pdfs"}


def run(data: Path) -> list[Figure]:
    """Processor seconds a page of path 1, by folder and over all, and how many times plain."""
    figures: list[Figure] = []
    totals = [0.0, 0.0, 0.0]
    for name, folder in FOLDERS.items():
        measured = [_times(path) for path in sorted((data / folder).glob("*.pdf"))]
        pages, ours, plain = (sum(column) for column in zip(*measured, strict=True))
        totals = [totals[0] + pages, totals[1] + ours, totals[2] + plain]
        figures.append(_seconds(name, pages, ours, plain))
    figures.append(_seconds("all", *totals))
    how = 'processor time of path 1 over that of get_text("dict"), all pages of all folders'
    ratio = totals[1] / totals[2]
    figures.append(Figure("parsing", how, ratio, "times", 1.0, "plain", TARGET, at_most=True))
    return figures


def _seconds(name: str, pages: float, ours: float, plain: float) -> Figure:
    how = f"processor seconds a page of path 1, {int(pages)} pages of {name}"
    unit, beside = "s/page", 'get_text("dict")'
    return Figure(f"parsing {name}", how, ours / pages, unit, plain / pages, beside)


def _times(path: Path) -> tuple[float, float, float]:
    """Pages, seconds of path 1 and seconds of plain extraction of one file."""
    parser = get_parser("structural_rule")
    with pymupdf.open(path) as pdf:
        start = process_time()
        parser.parse(pdf, path.name, parser.options())
        ours = process_time() - start
    with pymupdf.open(path) as pdf:
        start = process_time()
        for page in _pages(pdf):
            page.get_text("dict")
        return float(pdf.page_count), ours, process_time() - start


def _pages(pdf: pymupdf.Document) -> Iterator[pymupdf.Page]:
    return (pdf.load_page(index) for index in range(pdf.page_count))
