"""What OCR makes of scans: characters read wrongly, and words that lie where they should.

The scans are pictures of pages whose text and elements are known. For each gold element the
words whose middle lies in it are written down row by row and compared with its text; for tables,
whose text the gold does not give, with the words of the untouched page that lie in it.

    CER     insertions, deletions and replacements over the characters of the gold texts
    inside  share of the words of the untouched page, by the word read that overlaps each most,
            with at least nine tenths of its box in the gold element; a word not read counts 0

The baseline is RapidOCR as it comes, on the same picture at 200 dpi: with its classifier of text
direction and its own boxes of words.
"""

from __future__ import annotations

import json
import time
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pymupdf
from rapidfuzz.distance import Levenshtein

from benchmarks.figure import Figure
from benchmarks.placed_words import Placed, in_rows, inside, layer_words, sir_words
from benchmarks.shelf import parsed
from core.geometry import coverage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from core.geometry import Box

DPI = 200
MOST_WRONG = 0.03
LEAST_INSIDE = 0.95
WITHIN = 0.9
BASELINE = "RapidOCR as it comes"


class Score(NamedTuple):
    """Counts over some pages; `seconds` are of the processor."""

    wrong: int = 0
    letters: int = 0
    placed: int = 0
    words: int = 0
    seconds: float = 0.0


def run(data: Path | None) -> list[Figure]:
    """CER and share of words inside, by file and over all; nothing without the data."""
    if data is None:
        return []
    gold = json.loads((data / "metamorphic" / "gold.json").read_text("utf-8"))
    names = sorted(name for name in gold if name.endswith("_scan"))
    _warm(data, names[0])
    pairs = {
        name: (
            measure(data, name, gold[name]["elements"], read_by_us),
            measure(data, name, gold[name]["elements"], read_plainly),
        )
        for name in names
    }
    figures = [figure for name in names for figure in _figures(name, *pairs[name])]
    ours, plain = (total(pair[index] for pair in pairs.values()) for index in (0, 1))
    return [*figures, *_figures("all", ours, plain, with_target=True)]


def _warm(data: Path, name: str) -> None:
    """Loads all models, so that no file pays for them."""
    for read in (read_by_us, read_plainly):
        read(data / "metamorphic" / "pdfs" / f"{name}.pdf")


def measure(
    data: Path,
    name: str,
    elements: Sequence[dict[str, Any]],
    read: Callable[[Path], list[Placed]],
) -> Score:
    """The score of one scan, read in one way."""
    start = time.process_time()
    found = read(data / "metamorphic" / "pdfs" / f"{name}.pdf")
    seconds = time.process_time() - start
    with pymupdf.open(data / "odl" / "pdfs" / f"{name.removesuffix('_scan')}.pdf") as untouched:
        truth = layer_words(untouched[0])
    scores = [_score(element, found, truth) for element in elements]
    return total(scores)._replace(seconds=seconds)


def _score(element: dict[str, Any], found: Sequence[Placed], truth: Sequence[Placed]) -> Score:
    rect: Box = tuple(element["rect"])
    known = inside(truth, rect)
    text = " ".join(element["text"].split()) or in_rows(known)
    wrong = Levenshtein.distance(text, in_rows(inside(found, rect)))
    placed = sum(_is_placed(word, found, rect) for word in known)
    return Score(wrong, len(text), placed, len(known))


def _is_placed(word: Placed, found: Iterable[Placed], rect: Box) -> bool:
    """Whether the word read where `word` stands lies in the rectangle."""
    best = max(found, key=lambda other: coverage(word.box, other.box))
    return coverage(word.box, best.box) > 0 and coverage(best.box, rect) >= WITHIN


def total(scores: Iterable[Score]) -> Score:
    """The sum of scores."""
    return Score(*(sum(column) for column in zip(*scores, strict=True)))


def read_by_us(path: Path) -> list[Placed]:
    """The words of a scan by path 3."""
    return sir_words(parsed(path, "visual_topology"))


def read_plainly(path: Path) -> list[Placed]:
    """The words of a scan by RapidOCR alone."""
    with pymupdf.open(path) as pdf:
        pixels = pdf[0].get_pixmap(dpi=DPI, alpha=False)
    shape = (pixels.height, pixels.width, pixels.n)
    image = np.frombuffer(pixels.samples, np.uint8).reshape(shape)[:, :, ::-1]
    found = _plain()(np.ascontiguousarray(image), return_word_box=True)
    words: list[Placed] = []
    for line in found.word_results or ():
        for text, _, corners in line:
            x, y = np.array(corners, np.float64).T * 72 / DPI
            words.append(Placed(text, (x.min(), y.min(), x.max(), y.max())))
    return words


@cache
def _plain() -> Any:
    from rapidocr import RapidOCR

    threads = {"EngineConfig.onnxruntime.intra_op_num_threads": 1}
    return RapidOCR(params={"Global.log_level": "error", **threads})


def _figures(name: str, ours: Score, plain: Score, *, with_target: bool = False) -> list[Figure]:
    wrong, placed = (MOST_WRONG, LEAST_INSIDE) if with_target else (None, None)
    said = f"{ours.letters} characters of metamorphic scans"
    return [
        Figure(
            f"scans CER, {name}",
            said,
            ours.wrong / ours.letters,
            "share",
            plain.wrong / plain.letters,
            BASELINE,
            wrong,
            at_most=True,
        ),
        Figure(
            f"scans words inside, {name}",
            f"{ours.words} words, box at least {WITHIN:.0%} in the gold element",
            ours.placed / ours.words,
            "share",
            plain.placed / plain.words,
            BASELINE,
            placed,
        ),
        Figure(
            f"scans time, {name}",
            "processor seconds, layout and tables included; the baseline is OCR alone",
            ours.seconds,
            "s",
            plain.seconds,
            BASELINE,
        ),
    ]
