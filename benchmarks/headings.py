"""Headings of path 1 against the outline of the PDF, which the parser is not shown.

F1 of titles and pages (see `benchmarks.heading_match`): an entry counts if its title has letters
and stands on the page it points to. A bare number such as "1.1.1" begins a paragraph, where we
leave it, and nobody can find what is not printed there. A heading without an entry is wrong unless
it is deeper than all that have one, as outlines often stop at a level.

Nesting is right for a found heading if the nearest found heading above it is that of the outline.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from statistics import mean
from typing import TYPE_CHECKING, Any

import pymupdf
from pymupdf4llm.helpers.pymupdf_rag import IdentifyHeaders

from benchmarks.figure import Figure
from benchmarks.heading_match import Match, Title, match
from benchmarks.shelf import parsed
from core.errors import SightlineError
from core.reading.display_list import UNREADABLE
from core.sir import HEADINGS, ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


FEWEST = 15
"""Entries that an outline needs to be a gold standard."""

ENDLESS = "70_layout_test_2548.pdf"
"""A file whose pages MuPDF's list of commands never ends; the library gives them up in time."""

TARGET_F1, TARGET_NESTING = 0.90, 0.97
_BASELINE = "font sizes"


def run(data: Path | None) -> list[Figure]:
    """F1 and nesting by file, and over the files; the baseline is pymupdf4llm's font sizes."""
    if data is None:
        return []
    figures: list[Figure] = []
    pairs: list[tuple[Match, Match]] = []
    for path in with_outline(data):
        try:
            pair = of_path_one(path), of_font_sizes(path)
        except (SightlineError, *UNREADABLE):
            continue
        figures += _of_file(path.stem, *pair)
        pairs.append(pair)
    return [*figures, *_overall(pairs)]


def of_path_one(path: Path) -> Match:
    """The outline of a file beside the headings that path 1 finds without it."""
    sir = parsed(path, use_outline=False)
    with pymupdf.open(path) as pdf:
        return match(entries(pdf), headings(sir), _texts(pdf))


def of_font_sizes(path: Path) -> Match:
    """The outline of a file beside the lines that pymupdf4llm takes for headings by their size."""
    with pymupdf.open(path) as pdf:
        return match(entries(pdf), list(_by_size(pdf)), _texts(pdf))


def entries(pdf: pymupdf.Document) -> list[Title]:
    """The outline of a PDF; empty if it cannot be read."""
    try:
        return [Title(*entry) for entry in pdf.get_toc(simple=True)]
    except UNREADABLE:
        return []


def headings(sir: Sir) -> list[Title]:
    """The headings of a document with the page each begins on."""
    flow = enumerate(sir.nodes[: sir.flow])
    found = [(index, node) for index, node in flow if node.type in HEADINGS]
    return [
        Title(
            0 if node.type is ElementType.TITLE else node.level or 1,
            node.text,
            sir.boxes(i)[0].page,
        )
        for i, node in found
    ]


def with_outline(data: Path) -> Iterator[Path]:
    """The PDFs that open and have an outline, each once however often it lies there."""
    known: set[str] = set()
    for path in sorted(data.rglob("*.pdf")):
        name = sha256(path.read_bytes()).hexdigest()
        if name in known or path.name == ENDLESS:
            continue
        known.add(name)
        try:
            with pymupdf.open(path) as pdf:
                long = not pdf.needs_pass and len(entries(pdf)) >= FEWEST
        except UNREADABLE:
            continue
        if long:
            yield path


def _texts(pdf: pymupdf.Document) -> dict[int, str]:
    return {page: str(pdf.load_page(page - 1).get_text()) for page in range(1, len(pdf) + 1)}


def _by_size(pdf: pymupdf.Document) -> Iterator[Title]:
    """Lines in large type; lines of one level that follow each other are one heading."""
    sizes = heading_sizes(pdf)
    for number, page in enumerate(pdf, 1):
        for level, lines in groupby(sized_lines(page, sizes), key=itemgetter(0)):
            if level:
                yield Title(level, " ".join(text for _, text, _ in lines), number)


def heading_sizes(pdf: pymupdf.Document) -> IdentifyHeaders:
    """The sizes of type that pymupdf4llm takes for those of headings."""
    known: Any = pdf  # annotated as a name, but a document is taken as well
    return IdentifyHeaders(known)


def sized_lines(
    page: pymupdf.Page, sizes: IdentifyHeaders
) -> Iterator[tuple[int, str, pymupdf.Rect]]:
    """The level of each line of a page, 0 for running text; its text, and its box as displayed."""
    held: Any = page.get_text("dict", flags=pymupdf.TEXTFLAGS_TEXT)
    for line in (line for block in held["blocks"] for line in block["lines"]):
        text = "".join(span["text"] for span in line["spans"]).strip()
        if text:
            first = next(span for span in line["spans"] if span["text"].strip())
            level = sizes.get_header_id(first).count("#")
            yield level, text, pymupdf.Rect(line["bbox"]) * page.rotation_matrix


def _of_file(name: str, ours: Match, base: Match) -> Iterator[Figure]:
    size = f"{len(ours.entries)} entries, {sum(ours.printed)} of them can be found"
    if any(ours.printed):
        how = f"F1; {size}; {len(ours.headings)} headings, {ours.counted()} counted"
        yield Figure(f"headings {name}", how, ours.f1() or 0.0, "F1", base.f1(), _BASELINE)
        how = f"nesting right, of {len(ours.pairs)} found (baseline: of {len(base.pairs)})"
        yield Figure(f"nesting {name}", how, nesting([ours]), "share", nesting([base]), _BASELINE)


def _overall(pairs: Sequence[tuple[Match, Match]]) -> Iterator[Figure]:
    if not pairs:
        return
    ours, base = zip(*[pair for pair in pairs if any(pair[0].printed)], strict=True)
    fair = [mean(match.f1() or 0.0 for match in side) for side in (ours, base)]
    how = f"mean F1 of the {len(ours)} files with entries that can be found"
    yield Figure("headings", how, fair[0], "F1", fair[1], _BASELINE, TARGET_F1)
    how = "found headings below the right one, those of all files together"
    yield Figure("nesting", how, nesting(ours), "share", nesting(base), _BASELINE, TARGET_NESTING)


def nesting(matches: Sequence[Match]) -> float:
    """Share of the found headings that stand below the right one; 0 if none was found."""
    found = sum(len(match.pairs) for match in matches)
    return sum(match.nested() for match in matches) / found if found else 0.0
