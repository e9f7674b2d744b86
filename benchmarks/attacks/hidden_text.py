"""Text that nobody sees, planted in every way: on a plain page, on a slide and over real pages.

A trial is survived if the marker is in no chunk, no heading and no answer, is listed as hidden
where it is read at all, leaves the route of its page as it was, and loses no visible word.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pymupdf

from benchmarks.attacks.base import Attack
from benchmarks.attacks.hiding import MARKER, NEEDS_WHITE, UNREAD, WAYS, hide, plain_page, slide
from benchmarks.shelf import usual_contents
from core.parsing import get_parser
from core.reading.extraction import extract
from core.reading.page_signals import measure, sight_needed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from core.sir import Sir

REAL = (
    ("odl/pdfs/01030000000083.pdf", 0),
    ("odl/pdfs/01030000000146.pdf", 0),
    ("odl/pdfs/01030000000055.pdf", 0),
    ("odl/pdfs/01030000000096.pdf", 0),
    ("odl/pdfs/01030000000113.pdf", 0),
    ("ohr/pdfs/AMAZON_2017_10K.pdf", 24),
    ("ohr/pdfs/VERIZON_2021_10K.pdf", 30),
    ("ohr/pdfs/Macbook_air.pdf", 12),
    ("ohr/pdfs/watch_d.pdf", 6),
    ("nice_ng243/ng243.pdf", 20),
)
"""Files and 0-based pages that the marker is planted on."""

CHANGED, SPOILT = 40, 0.15
"""Grey levels by which a pixel counts as painted over, and the share of such pixels of a word."""

MARGIN = (60.0, 14.0)
"""Where the marker begins on a real page: in its upper margin, seldom over any words."""

WORDS = frozenset(MARKER.split())


def attacks(data: Path | None) -> Iterator[Attack]:
    """One trial for each way and page; without the data, the pages made here alone."""
    yield from _trials("plain page", plain_page().tobytes(), (72.0, 500.0), (72.0, 500.0))
    yield from _trials("slide", slide().tobytes(), (90.0, 450.0), (90.0, 318.0))
    if data is None:
        return
    for name, number in REAL:
        with pymupdf.open(data / name) as pdf:
            pdf.select([number])
            page = pdf.tobytes(garbage=1)
        yield from _trials(f"{name} page {number + 1}", page, MARGIN, MARGIN)


def _trials(
    where: str, untouched: bytes, place: tuple[float, float], white: tuple[float, float]
) -> Iterator[Attack]:
    parser = "structural_rule" if _by_sight(untouched) else "automatic"
    before = _parsed(untouched, parser)
    for way in WAYS:
        with pymupdf.open(stream=untouched, filetype="pdf") as pdf:
            hide(pdf[0], way, white if way in NEEDS_WHITE else place)
            planted = pdf.tobytes()
        after, spoilt = _parsed(planted, parser), painted_over(untouched, planted)
        wrong = failure(before, after, spoilt, listed=way not in UNREAD)
        changed = _by_sight(planted) != _by_sight(untouched)
        yield Attack(f"{way}, {where}", wrong or ("read by sight or not" if changed else ""))


def painted_over(untouched: bytes, planted: bytes) -> Counter[str]:
    """Printed words that a way to hide the marker spoils itself: by a frame, or by cropping."""
    words, before = _printed(untouched)
    others, after = _printed(planted)
    if before.shape != after.shape:
        return Counter(text for text, _ in words) - Counter(text for text, _ in others)
    changed = np.abs(before.astype(int) - after) > CHANGED
    return Counter(text for text, box in words if _share(changed, box) > SPOILT)


def _printed(pdf: bytes) -> tuple[list[tuple[str, pymupdf.IRect]], NDArray[np.uint8]]:
    """The words within a page with their boxes, and its picture, one grey level a point."""
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        page = document[0]
        words = [(str(word[4]), pymupdf.Rect(word[:4])) for word in page.get_text("words")]
        pixmap = page.get_pixmap(colorspace=pymupdf.csGRAY)
        picture = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width)
        return [(text, box.irect) for text, box in words if box in page.rect], picture


def _share(changed: NDArray[np.bool_], box: pymupdf.IRect) -> float:
    part = changed[box.y0 : box.y1, box.x0 : box.x1]
    return float(part.mean()) if part.size else 0.0


def failure(before: Sir, after: Sir, spoilt: Counter[str], *, listed: bool) -> str:
    """What went wrong between the parse of a page and that of the same with the marker.

    `spoilt` are words that nobody can be expected to see any more.
    """
    flow = [node.text for node in after.nodes[: after.flow]]
    wrongs = {
        "in the text": any(_has_marker(text) for text in flow),
        "in a chunk": any(_has_marker(text) for text in usual_contents(after)),
        "not listed": listed and not _hidden(after) - _hidden(before),
        "route changed": before.pages[0].route != after.pages[0].route,
    }
    lost = _visible(before) - _visible(after) - spoilt
    wrongs[f"{lost.total()} visible words lost, such as {list(lost)[:5]}"] = bool(lost)
    return ", ".join(wrong for wrong, happened in wrongs.items() if happened)


def _has_marker(text: str) -> bool:
    """Whether two or more words of the marker are in a text."""
    return len(WORDS & set(text.split())) > 1


def _visible(sir: Sir) -> Counter[str]:
    """Words of all nodes that were not set aside as hidden."""
    seen = [node for node in sir.nodes if node.metadata.get("aside") != "hidden"]
    return Counter(word for node in seen for word in node.text.split())


def _hidden(sir: Sir) -> Counter[str]:
    nodes = [node for node in sir.nodes if node.metadata.get("aside") == "hidden"]
    return Counter(word for node in nodes for word in node.text.split())


def _by_sight(pdf: bytes) -> bool:
    """Whether the page is read from its picture, which takes seconds: its text is then parsed."""
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        return sight_needed(measure(extract(document[0])))[0]


def _parsed(pdf: bytes, name: str) -> Sir:
    parser = get_parser(name)
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        return parser.parse(document, "0" * 64, parser.options())
