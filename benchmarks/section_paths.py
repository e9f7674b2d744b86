"""Whether paragraphs stand in the section that the outline of the PDF says, found without it.

The outline says where each section begins: at the first block on the page of the entry that
begins with its title. Those above a paragraph, by their levels, are its gold path; ours are the
headings above it that some entry has, too. A path is right if both are the same. Entries that are
not printed on their page count for nothing, and neither does the name of the whole document: our
title, and a first entry that all others stand below. The paragraphs are drawn by chance, as many
of each file.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pymupdf
from rapidfuzz import fuzz

from benchmarks.figure import Figure
from benchmarks.heading_match import NEAR, key, likeness
from benchmarks.headings import entries, with_outline
from core.errors import SightlineError
from core.evaluation.metrics.intervals import mean
from core.parsing import get_parser
from core.reading.display_list import UNREADABLE
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from benchmarks.heading_match import Title
    from core.sir import Sir

SAMPLES = 10
"""Paragraphs of a file."""

FEWEST_WORDS = 12
"""Words of a paragraph that is asked for."""

TARGET = 0.95


def run(data: Path | None) -> list[Figure]:
    """Share of right paths over the files, and by file."""
    if data is None:
        return []
    by_file: dict[str, list[bool]] = {}
    for path in with_outline(data):
        try:
            judged = [ours == gold for _, ours, gold in paths(path)]
        except (SightlineError, *UNREADABLE):
            continue
        if judged:
            by_file[path.stem] = judged
    shares = {name: mean([float(right) for right in judged]) for name, judged in by_file.items()}
    count = sum(map(len, by_file.values()))
    how = f"{count} paragraphs of {len(by_file)} files, without their outline"
    return [
        *(
            Figure(f"section path {name}", how, share or 0.0, "share")
            for name, share in shares.items()
        ),
        Figure("section path", how, mean(list(shares.values())) or 0.0, "share", target=TARGET),
    ]


def paths(path: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """Paragraphs of a file drawn by chance: text, our path and that of the outline."""
    parser = get_parser("structural_rule")
    with pymupdf.open(path) as pdf:
        outline = entries(pdf)
        sir = parser.parse(pdf, path.name, parser.options.model_validate({"use_outline": False}))
    begins = _begins(sir, outline)
    if not begins:
        return
    whole = 0 if [entry.level for entry in outline].count(outline[0].level) == 1 else None
    titles = [outline[entry].text for entry in begins.values() if entry != whole]
    paragraphs = [
        index
        for index in range(min(begins), sir.flow)
        if sir.nodes[index].type is ElementType.PARAGRAPH
        and len(sir.nodes[index].text.split()) >= FEWEST_WORDS
    ]
    for index in sorted(random.Random(0).sample(paragraphs, min(SAMPLES, len(paragraphs)))):
        above = [entry for entry in _above(begins, outline, index) if entry != whole]
        gold = [outline[entry].text for entry in above]
        ups = [sir.nodes[up] for up in sir.ancestors(index)]
        texts = [up.text for up in ups if up.type is ElementType.SECTION_HEADER]
        ours = [same for text in texts if (same := _same(text, gold, titles))]
        yield sir.nodes[index].text, ours, gold


def _begins(sir: Sir, outline: Sequence[Title]) -> dict[int, int]:
    """The entries that are printed, by the node that begins with their title."""
    on_page: dict[int, list[int]] = {}
    for index, node in enumerate(sir.nodes[: sir.flow]):
        if node.text and (boxes := sir.boxes(index)):
            on_page.setdefault(boxes[0].page, []).append(index)
    begins: dict[int, int] = {}
    for number, entry in enumerate(outline):
        title = key(entry.text)
        for index in on_page.get(entry.page, ()) if any(map(str.isalpha, title)) else ():
            text = sir.nodes[index].text
            start = text[: len(entry.text) + 4]
            if index not in begins and (
                likeness(entry.text, text) >= NEAR or fuzz.ratio(title, key(start)) >= NEAR
            ):
                begins[index] = number
                break
    return dict(sorted(begins.items()))


def _above(begins: dict[int, int], outline: Sequence[Title], index: int) -> list[int]:
    """The entries that a node stands below, the highest first."""
    path: list[int] = []
    for node, entry in begins.items():
        if node > index:
            break
        while path and outline[path[-1]].level >= outline[entry].level:
            path.pop()
        path.append(entry)
    return path


def _same(text: str, gold: Sequence[str], titles: Sequence[str]) -> str:
    """The title that a heading is, that of the gold path first; empty where it is none."""
    like = [title for title in (*gold, *titles) if likeness(title, text) >= NEAR]
    return like[0] if like else ""
