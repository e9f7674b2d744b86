"""Each route is chosen where it should be, and says why."""

from __future__ import annotations

import html
import re
import zipfile
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.inspection.inspector import inspect
from core.sir import Route
from sample_docs.catalogue import FOLDER
from tests.core.parsing.papers import PROSE, Paper

if TYPE_CHECKING:
    from pathlib import Path

    from core.inspection.results import Inspection

RULE, FLOW, SIGHT = Route.STRUCTURAL_RULE, Route.SEMANTIC_FLOW, Route.VISUAL_TOPOLOGY


def inspected(source: Path | bytes) -> Inspection:
    stream = source if isinstance(source, bytes) else source.read_bytes()
    with pymupdf.open(stream=stream, filetype="pdf") as pdf:
        return inspect(pdf, "0" * 64)


def check(found: Inspection, route: Route, reason: str) -> None:
    assert found.decision.selected_path is route
    assert reason in found.decision.reason
    assert found.tokens < 200
    assert len(found.sampled_pages) <= 16


@pytest.mark.parametrize(
    ("name", "route", "reason"),
    [
        ("oncology_guideline_en.pdf", SIGHT, "sampled pages need sight: drawings on"),
        ("onkologie_leitlinie_de.pdf", SIGHT, "sampled pages need sight"),
        ("data_security_policy.pdf", RULE, "headings in 1,000 words"),
        ("narrative.pdf", FLOW, "0.0 headings in 1,000 words"),
        ("scanned_circular.pdf", SIGHT, "no text on 2 pages"),
    ],
)
def test_a_sample_takes_its_route(name: str, route: Route, reason: str) -> None:
    check(inspected(FOLDER / name), route, reason)


@pytest.mark.parametrize(
    ("name", "route", "reason"),
    [
        ("nice_ng243/ng243.pdf", RULE, "203 outline entries on 63 pages"),
        ("ohr/pdfs/watch_d.pdf", RULE, "86 outline entries on 27 pages"),
        ("ohr/pdfs/JPMORGAN_2021Q1_10Q.pdf", SIGHT, "tables on"),
        ("metamorphic/pdfs/01030000000083_scan.pdf", SIGHT, "no text on 1 page"),
    ],
)
def test_a_real_file_takes_its_route(data: Path, name: str, route: Route, reason: str) -> None:
    check(inspected(data / name), route, reason)


def test_a_novel_flows(data: Path) -> None:
    check(inspected(novel(_paragraphs(data))), FLOW, "headings in 1,000 words")


def test_pages_of_figures_in_columns_need_sight() -> None:
    paper = Paper(pages=2)
    for page in range(2):
        paper.prose(60, 80, page, PROSE)
        for row in range(12):
            for column, text in enumerate(("Item", f"{row * 37 % 90}.4", f"{row * 53 % 70}.1")):
                paper.write(text, 80 + 130 * column, 200 + 20 * row, page)
    check(inspected(paper.pdf.tobytes()), SIGHT, "tables on 2 pages")


def _paragraphs(data: Path) -> str:
    """The paragraphs of Emma, out of the strings of a spreadsheet."""
    (path,) = data.glob("emma/*/*_Paragraph.xlsx")
    with zipfile.ZipFile(path) as sheet:
        strings = sheet.read("xl/sharedStrings.xml").decode()
    return " ".join(html.unescape(text) for text in re.findall(r"<t[^>]*>([^<]+)", strings)[3:])


def novel(text: str) -> bytes:
    """A PDF of running text, 40 lines a page and ten words a line."""
    words = text.split()
    lines = [" ".join(words[at : at + 10]) for at in range(0, min(len(words), 4000), 10)]
    paper = Paper(pages=len(lines) // 40)
    for page in range(len(lines) // 40):
        for row, line in enumerate(lines[40 * page : 40 * page + 40]):
            paper.write(line, 60, 80 + 16 * row, page)
    return paper.pdf.tobytes()
