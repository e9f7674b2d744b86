"""Tables whose structure is known, since they are drawn here: TEDS by kind, as PDF and as scan.

Each page holds prose, a caption, one table (or two side by side) and prose again. Rows, columns,
words, alignment and empty cells are drawn by chance from a fixed seed. What parts tables side by
side was made with some of that kind; no other rule was made with any of these.
TEDS is the mean over the gold tables of a page, taken in order.

Source: Zhong et al., Image-based table recognition (2020), for TEDS.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pymupdf

from benchmarks.figure import Figure
from benchmarks.parsing_quality import of_pymupdf4llm, stream
from core.evaluation.gold.markdown_content import unify_tables
from core.evaluation.metrics.document_content import Cell, teds
from core.evaluation.metrics.intervals import mean

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES, SCANS = 8, 3
"""Pages of each kind, as PDF and as scan."""

TARGET_PDF, TARGET_SCAN = 0.95, 0.88
SIZE, STEP, PAD = 9.0, 12.0, 5.0
LEFT, RIGHT, TOP = 60.0, 535.0, 90.0
DPI = 150
SHADE, DARK = (0.9, 0.92, 0.95), (0.75, 0.8, 0.87)

NOUNS = (
    "dose interval response adverse events follow-up weight height visit group placebo survival "
    "hazard ratio baseline change mean median range total patients centres cost revenue margin "
    "assets units region quarter output target share index length width load voltage"
).split()
PROSE = (
    "The figures below were collected at all centres and checked twice before they were "
    "entered. Missing values were not replaced. Further details are given in the annex, where "
    "each step is described in the order in which it was carried out."
)


@dataclass(frozen=True)
class Kind:
    """How tables of a kind are drawn."""

    rulings: str = ""
    """"grid", "rows", "booktabs" (three lines), or none."""
    shading: str = ""
    """"header", "zebra", or none."""
    empty: float = 0.0
    """Share of the cells below the header that are empty."""
    spans: bool = False
    """Whether cells of a first header row reach over two columns."""
    tall: bool = False
    """Whether some cells have two lines."""
    beside: bool = False
    """Whether two tables stand side by side."""


KINDS = {
    "grid": Kind("grid"),
    "booktabs": Kind("booktabs"),
    "ruled rows": Kind("rows"),
    "zebra": Kind(shading="zebra"),
    "shaded header": Kind(shading="header"),
    "no rulings": Kind(),
    "empty cells": Kind("booktabs", empty=0.3),
    "empty cells in a grid": Kind("grid", empty=0.3),
    "spanned headers": Kind("booktabs", spans=True),
    "spanned headers in a grid": Kind("grid", spans=True),
    "cells of two lines": Kind("rows", tall=True),
    "side by side": Kind("booktabs", beside=True),
}

Rows = list[list[Cell]]


def run(data: Path | None) -> list[Figure]:
    """TEDS by kind, then over all of them, as PDF and as scan, beside pymupdf4llm."""
    figures: list[Figure] = []
    with TemporaryDirectory() as folder:
        for scanned, count, target in ((False, TABLES, TARGET_PDF), (True, SCANS, TARGET_SCAN)):
            pages = {kind: _pages(Path(folder), kind, count, scanned=scanned) for kind in KINDS}
            ours = {
                kind: _scores(pages[kind], lambda path: stream(path, "automatic")) for kind in pages
            }
            base = {kind: _scores(pages[kind], of_pymupdf4llm) for kind in pages}
            form = "scans" if scanned else "PDFs"
            figures += [
                Figure(
                    f"generated tables, {kind}, {form}",
                    f"TEDS, mean of {count} pages",
                    ours[kind],
                    "TEDS",
                    base[kind],
                    "pymupdf4llm 2",
                )
                for kind in pages
            ]
            figures.append(
                Figure(
                    f"generated tables, {form}",
                    f"TEDS, mean of {len(pages)} kinds",
                    mean(list(ours.values())) or 0.0,
                    "TEDS",
                    mean(list(base.values())),
                    "pymupdf4llm 2",
                    target,
                )
            )
    return figures


def _pages(folder: Path, name: str, count: int, *, scanned: bool) -> list[tuple[Path, list[Rows]]]:
    """Files of one page with the gold tables on it."""
    pages: list[tuple[Path, list[Rows]]] = []
    for number in range(count):
        path = folder / f"{name} {number} {scanned}.pdf"
        pages.append((path, write_page(path, KINDS[name], f"{name} {number}", scanned=scanned)))
    return pages


def _scores(pages: list[tuple[Path, list[Rows]]], convert: Callable[[Path], str]) -> float:
    scored: list[float | None] = []
    for path, gold in pages:
        tables, _ = unify_tables(convert(path))
        tables += [[]] * len(gold)
        scored += [teds(rows, tables[place]) for place, rows in enumerate(gold)]
    return mean(scored) or 0.0


def write_page(path: Path, kind: Kind, seed: str, *, scanned: bool) -> list[Rows]:
    """Draws one page; the tables on it as gold."""
    chance = random.Random(seed)
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        y = _prose(page, TOP)
        half = (RIGHT - LEFT - 30) / 2
        strips = [(LEFT, LEFT + half), (RIGHT - half, RIGHT)] if kind.beside else [(LEFT, RIGHT)]
        tables: list[Rows] = []
        bottom = y
        for number, (left, right) in enumerate(strips, 1):
            caption = f"Table {number}. {' '.join(chance.sample(NOUNS, 3)).capitalize()}."
            page.insert_text((left, y + 14), caption, fontsize=SIZE, fontname="hebo")
            rows = _rows(chance, kind, most=4 if kind.beside else 6)
            bottom = max(bottom, _draw(page, kind, chance, rows, left, right, y + 24))
            tables.append(rows)
        _prose(page, bottom + 24)
        if scanned:
            _as_scan(pdf, path)
        else:
            pdf.save(path)
    return tables


def _rows(chance: random.Random, kind: Kind, most: int) -> Rows:
    """The cells of a table; the first column names its rows."""
    columns, rows = chance.randint(3, most), chance.randint(4, 11)
    columns -= kind.spans and columns % 2 == 0  # pairs of columns beside the first
    wide = columns < 5 and not kind.beside
    table: Rows = []
    if kind.spans:
        pairs = [Cell(chance.choice(NOUNS).capitalize(), 2) for _ in range(columns // 2)]
        table.append([Cell(""), *pairs])
    table.append([Cell(chance.choice(NOUNS).capitalize()) for _ in range(columns)])
    for _ in range(rows):
        count = 6 if kind.tall and chance.random() < 0.4 else chance.randint(1, 2)
        name = " ".join(chance.sample(NOUNS, count)).capitalize()
        cells = [
            Cell("" if chance.random() < kind.empty else _value(chance, wide))
            for _ in range(columns - 1)
        ]
        table.append([Cell(name), *cells])
    return table


def _value(chance: random.Random, wide: bool) -> str:
    number = chance.choice([f"{chance.randint(1, 999)}", f"{chance.uniform(0, 99):.1f}"])
    low = chance.uniform(0, 2)
    span = f"{low:.2f} ({low * 0.7:.2f} to {low * 1.4:.2f})"
    return chance.choice([number, f"{number} %", chance.choice(NOUNS), span if wide else number])


def _draw(
    page: pymupdf.Page,
    kind: Kind,
    chance: random.Random,
    rows: Rows,
    left: float,
    right: float,
    top: float,
) -> float:
    """Draws a table; where it ends."""
    columns = sum(cell.columns for cell in rows[0])
    first = (right - left) * (0.3 if columns > 3 else 0.4)
    step = (right - left - first) / (columns - 1)
    edges = [left, *(left + first + step * n for n in range(columns))]
    aligned = ["left", *(chance.choice(["left", "right", "centre"]) for _ in range(columns - 1))]
    heads = 2 if kind.spans else 1
    y = top
    for number, row in enumerate(rows):
        texts = [
            _wrapped(cell.text, edges[1] - left) if at == 0 else [cell.text]
            for at, cell in enumerate(row)
        ]
        height = STEP * max(map(len, texts)) + PAD
        shade = DARK if number < heads else SHADE
        if kind.shading and (number < heads or (kind.shading == "zebra" and number % 2)):
            page.draw_rect((left, y, right, y + height), color=None, fill=shade)
        column = 0
        for cell, lines in zip(row, texts, strict=True):
            x0, x1 = edges[column], edges[column + cell.columns]
            where = "centre" if cell.columns > 1 else aligned[column]
            font = "hebo" if number < heads else "helv"
            for at, line in enumerate(lines):
                x = _start(line, font, x0, x1, where)
                page.insert_text((x, y + STEP * (at + 1) - 1), line, fontsize=SIZE, fontname=font)
            if kind.rulings == "grid":
                page.draw_rect((x0, y, x1, y + height), width=0.6)
            elif kind.rulings == "booktabs" and number + 1 < heads and cell.text:
                page.draw_line((x0 + 3, y + height), (x1 - 3, y + height), width=0.5)
            column += cell.columns
        ruled = kind.rulings == "rows" or (kind.rulings == "booktabs" and number in (0, heads))
        if ruled:
            page.draw_line((left, y), (right, y), width=0.6)
        y += height
    if kind.rulings in ("booktabs", "rows"):
        page.draw_line((left, y), (right, y), width=0.6)
    return y


def _start(line: str, font: str, left: float, right: float, where: str) -> float:
    width = pymupdf.get_text_length(line, font, SIZE)
    if where == "right":
        return right - PAD - width
    return (left + right - width) / 2 if where == "centre" else left + PAD


def _wrapped(text: str, width: float) -> list[str]:
    """The lines of a text in a cell."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pymupdf.get_text_length(longer, "helv", SIZE) > width - 2 * PAD:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _prose(page: pymupdf.Page, top: float) -> float:
    """Writes running text; where it ends."""
    lines = _wrapped(PROSE, RIGHT - LEFT)
    for number, line in enumerate(lines):
        page.insert_text((LEFT, top + STEP * (number + 1)), line, fontsize=SIZE, fontname="helv")
    return top + STEP * len(lines) + PAD


def _as_scan(pdf: pymupdf.Document, path: Path) -> None:
    """The page as a grey picture of itself."""
    picture = pdf.load_page(0).get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
    with pymupdf.open() as scan:
        page = scan.new_page()
        page.insert_image(page.rect, stream=picture.tobytes("jpeg", jpg_quality=80))
        scan.save(path)
