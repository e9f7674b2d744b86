"""Quality of parsing on `odl`: the Markdown stream of each route against gold Markdown.

pymupdf4llm is run in the same way; docling, marker and mineru are scored from their recorded
output. The whole of a tool is the mean of its mean NID, TEDS and MHS.
"""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.markdown_scores import Scores, scores
from benchmarks.shelf import parsed
from core.errors import SightlineError
from core.evaluation.metrics.intervals import mean
from core.export.document_markdown import to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

SIGHT, ROUTED = "visual_topology", "automatic"
ROUTES = {"structural_rule": 0.72, SIGHT: None, ROUTED: 0.88}
"""Parsers with the whole that each is to reach."""
MOST_LOSS = 0.01
"""Quality that the routed whole may lose against everything by sight."""

RECORDED = ("docling", "marker", "mineru")


def run(data: Path) -> list[Figure]:
    """NID, TEDS, MHS and their mean by route and by tool."""
    odl = data / "odl"
    baseline = whole(_scored(odl, of_pymupdf4llm))
    figures = _figures("pymupdf4llm 2", baseline)
    for name in RECORDED:
        figures += _figures(f"{name} (recorded)", whole(_recorded(odl, name)))
    routes = {
        name: whole(_scored(odl, lambda path, name=name: stream(path, name))) for name in ROUTES
    }
    for name, found in routes.items():
        figures += _figures(name, found, baseline, ROUTES[name])
    return [*figures, _lost(routes[ROUTED][3], routes[SIGHT][3])]


def whole(found: Iterable[Scores]) -> tuple[float, float, float, float]:
    """Mean NID, TEDS and MHS, each over the pages that have it, and the mean of the three."""
    nid, teds, mhs = (mean(column) or 0.0 for column in zip(*found, strict=True))
    return nid, teds, mhs, (nid + teds + mhs) / 3


def stream(path: Path, parser: str) -> str:
    """The Markdown stream of a file by one route; empty where that route finds no text."""
    try:
        return to_markdown(parsed(path, parser))
    except SightlineError:
        return ""


def _scored(odl: Path, convert: Callable[[Path], str]) -> list[Scores]:
    return [scores(gold(odl, path), convert(path)) for path in sorted((odl / "pdfs").glob("*.pdf"))]


def _recorded(odl: Path, name: str) -> list[Scores]:
    folder = odl / "recorded" / name
    found: list[Scores] = []
    for path in sorted((odl / "pdfs").glob("*.pdf")):
        held = folder / f"{path.stem}.md"
        text = held.read_text(encoding="utf-8") if held.exists() else ""
        found.append(scores(gold(odl, path), text))
    return found


def gold(odl: Path, path: Path) -> str:
    """The gold Markdown of a file of `odl`."""
    return (odl / "markdown" / f"{path.stem}.md").read_text(encoding="utf-8")


def of_pymupdf4llm(path: Path) -> str:
    """The Markdown of a file by pymupdf4llm, with its layout model and without OCR."""
    import pymupdf.layout  # noqa: F401  # before pymupdf4llm, which then uses it
    import pymupdf4llm

    with contextlib.redirect_stdout(io.StringIO()):
        text = pymupdf4llm.to_markdown(str(path), header=False, footer=False, use_ocr=False)
    return str(text)


def _figures(
    name: str,
    found: tuple[float, float, float, float],
    beside: tuple[float, float, float, float] | None = None,
    target: float | None = None,
) -> list[Figure]:
    figures: list[Figure] = []
    for index, what in enumerate(("NID", "TEDS", "MHS", "mean")):
        figures.append(
            Figure(
                f"{what} {name}",
                "odl, 101 pages; mean over the pages that have a table, a heading",
                found[index],
                "",
                beside[index] if beside else None,
                "pymupdf4llm 2" if beside else "",
                target if what == "mean" else None,
            )
        )
    return figures


def _lost(routed: float, sight: float) -> Figure:
    return Figure(
        "quality lost by routing",
        "odl: mean of NID, TEDS and MHS by sight, less that of the routed whole",
        sight - routed,
        "",
        0.0,
        f"by sight, {sight:.3f}",
        MOST_LOSS,
        at_most=True,
    )
