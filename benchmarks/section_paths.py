"""Whether paragraphs stand in the section that the outline of the PDF says, found without it.

The outline says where each section begins: at the block of its page that begins with its title,
the nearest to where it points. Those above a paragraph, by their levels, are its gold path; ours
are the headings above it that some entry has, too. A path is right if both are the same. Entries
that are not printed on their page, or on a contents page only, end the section before but are no
part of a path, and paragraphs on a page where one begins are left out, as are those behind
references and the like that no entry lists, which belong to no section before them. The name of
the whole document (our title, a first entry that all others stand below) is no part of a path
either. The paragraphs are drawn by chance, as many of each file; words in a figure or a table are
none.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pymupdf
from rapidfuzz import fuzz

from benchmarks.figure import Figure
from benchmarks.headings import entries, with_outline
from benchmarks.shelf import parsed
from core.errors import SightlineError
from core.evaluation.gold.title_likeness import NEAR, key, likeness
from core.evaluation.metrics.intervals import mean
from core.parsing.structuring.markers import BACK_MATTER
from core.reading.display_list import UNREADABLE
from core.sir import ElementType, Sir

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.heading_match import Title

SAMPLES = 20
"""Paragraphs of a file."""

FEWEST_WORDS = 12
"""Words of a paragraph that is asked for."""

HOLDING = frozenset({ElementType.FIGURE, ElementType.TABLE})
"""Elements whose words are no paragraphs of the text."""

LISTED = 6
"""Titles of later pages that a contents page holds at least."""

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
    with pymupdf.open(path) as pdf:
        outline = entries(pdf)
        heights, contents = _heights(pdf), _contents(pdf, outline)
    sir = parsed(path, use_outline=False)
    begins, unsure = _begins(sir, outline, heights, contents)
    if not any(begin.printed for begin in begins):
        return
    whole = 0 if [entry.level for entry in outline].count(outline[0].level) == 1 else None
    titles = {outline[b.entry].text for b in begins if b.printed and b.entry != whole}
    first = min(begin.node for begin in begins if begin.printed)
    every = [entry.text for entry in outline]
    unlisted = list(_unlisted(sir, begins))
    paragraphs = [
        index
        for index in range(first, sir.flow)
        if _is_asked(sir, index) and unsure.isdisjoint(box.page for box in sir.boxes(index))
        if not any(index in behind for behind in unlisted)
    ]
    for index in sorted(random.Random(0).sample(paragraphs, min(SAMPLES, len(paragraphs)))):
        above = _above(begins, outline, index)
        gold = [outline[b.entry].text for b in above if b.printed and b.entry != whole]
        ups = [sir.nodes[up] for up in sir.ancestors(index)]
        texts = [up.text for up in ups if up.type is ElementType.SECTION_HEADER]
        listed = [title for title in _as_listed(texts, gold, every) if title in titles]
        yield sir.nodes[index].text, listed, gold


def _unlisted(sir: Sir, begins: Sequence[Begin]) -> Iterator[range]:
    """The nodes behind references and the like that the outline lacks, up to its next entry."""
    listed = {begin.node for begin in begins}
    for index, node in enumerate(sir.nodes[: sir.flow]):
        if index not in listed and BACK_MATTER.match(node.text.strip()):
            following = (begin.node for begin in begins if begin.node > index)
            yield range(index, next(following, sir.flow))


def _is_asked(sir: Sir, index: int) -> bool:
    """Whether a node is a paragraph of the text, long enough and in no figure or table."""
    node = sir.nodes[index]
    long = node.type is ElementType.PARAGRAPH and len(node.text.split()) >= FEWEST_WORDS
    return long and not any(sir.nodes[up].type in HOLDING for up in sir.ancestors(index))


class Begin(NamedTuple):
    """Where an entry of the outline begins: a node, and whether its title is printed there."""

    node: int
    entry: int
    printed: bool


def _heights(pdf: pymupdf.Document) -> list[float]:
    """How far down its page each entry of the outline points, in points; 0 where it says none."""
    return [_height(pdf, page, target) for _, _, page, target in pdf.get_toc(simple=False)]


def _height(pdf: pymupdf.Document, page: int, target: Mapping[str, Any]) -> float:
    """How far down its page a target is; PyMuPDF gives that of a name from the bottom up."""
    if "to" not in target or not 0 < page <= pdf.page_count:
        return 0.0
    height = float(target["to"].y)
    named = target["kind"] == pymupdf.LINK_NAMED
    return float(pdf.load_page(page - 1).mediabox.y1) - height if named else height


def _begins(
    sir: Sir, outline: Sequence[Title], heights: Sequence[float], contents: set[int]
) -> tuple[list[Begin], set[int]]:
    """Where the entries begin, in reading order, and the pages on which that is not sure.

    An entry begins at the node with its title that is nearest to where it points; without one,
    somewhere on its page. Pages of `contents` list titles and begin none.
    """
    on_page: dict[int, list[int]] = {}
    for index, node in enumerate(sir.nodes[: sir.flow]):
        if node.text and (boxes := sir.boxes(index)):
            on_page.setdefault(boxes[0].page, []).append(index)
    begins: list[Begin] = []
    unsure: set[int] = set()
    taken: set[int] = set()
    for number, (entry, height) in enumerate(zip(outline, heights, strict=True)):
        nodes = on_page.get(entry.page, [])
        free = [index for index in nodes if index not in taken]
        places = _like_best(sir, free, entry.text)
        if places and entry.page not in contents:
            node = min(places, key=lambda index: abs(_top(sir, index) - height))
            taken.add(node)
            begins.append(Begin(node, number, printed=True))
        elif nodes:
            unsure.add(entry.page)
            begins.append(Begin(nodes[0], number, printed=False))
    return sorted(begins), unsure


def _contents(pdf: pymupdf.Document, outline: Sequence[Title]) -> set[int]:
    """The pages that list titles of later ones, each in a line of its own but for its number."""
    pages: set[int] = set()
    for page in {entry.page for entry in outline if entry.page > 0}:
        here = {key(entry.text) for entry in outline if entry.page <= page}
        later = {key(entry.text) for entry in outline} - here
        text = str(pdf.load_page(page - 1).get_text())
        lines = {key(line).rstrip("0123456789") for line in text.splitlines()}
        if len(lines & later) >= LISTED:
            pages.add(page)
    return pages


def _like_best(sir: Sir, nodes: Sequence[int], title: str) -> list[int]:
    """The nodes that are a title of the outline, or begin with it: those most like it."""
    likenesses = {index: _begins_like(sir.nodes[index].text, title) for index in nodes}
    best = max(likenesses.values(), default=0.0)
    return [index for index in nodes if likenesses[index] == best] if best >= NEAR else []


def _begins_like(text: str, title: str) -> float:
    """How like the beginning of a text is to a title of the outline; 0 for one without letters."""
    letters = key(title)
    if not any(map(str.isalpha, letters)):
        return 0.0
    start = fuzz.ratio(letters, key(text[: len(title) + 4]))
    return max(likeness(title, text), start)


def _top(sir: Sir, index: int) -> float:
    """The upper edge of a node, in points."""
    box = sir.boxes(index)[0]
    return box.top * sir.pages[box.page - 1].height


def _above(begins: Sequence[Begin], outline: Sequence[Title], index: int) -> list[Begin]:
    """The entries that a node stands below, the highest first."""
    path: list[Begin] = []
    for begin in begins:
        if begin.node > index:
            break
        level = outline[begin.entry].level
        while path and outline[path[-1].entry].level >= level:
            path.pop()
        path.append(begin)
    return path


def _as_listed(texts: Sequence[str], gold: Sequence[str], titles: Sequence[str]) -> list[str]:
    """The titles that the headings of a path are, without those that are none.

    Where a part and its chapter are called alike, the first heading is the part, the second the
    chapter.
    """
    free = list(gold)
    path: list[str] = []
    for text in texts:
        if same := _same(text, (*free, *gold), titles):
            path.append(same)
            free = [title for title in free if title != same]
    return path


def _same(text: str, gold: Sequence[str], titles: Sequence[str]) -> str:
    """The title that a heading is, one of the path first; empty where it is none.

    What stands in brackets behind it counts only where the outline has it, too.
    """
    bare = re.sub(r"\s*\([^()]*\)$", "", text)

    def like(title: str) -> float:
        return max(likeness(title, text), likeness(title, bare))

    best = max((*gold, *titles), key=like)
    return best if like(best) >= NEAR else ""
