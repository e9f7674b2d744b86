"""What the record of a document says of how it was parsed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.library import ParseInfo
from core.library.typesetting.decoding import FALLBACK
from core.sir import Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Sir

AUTOMATIC = "automatic"
"""The parser that looks at pages where that is needed."""


def parse_info(sir: Sir, key: str, parser: str, seconds: float) -> ParseInfo:
    """Routes, pages read by OCR, pages that failed, and what a person should know of the rest."""
    failed = tuple(int(n) for n in sir.metadata.get("failed_pages", "").split(",") if n)
    return ParseInfo(
        key=key,
        parser=parser,
        route=sir.metadata.get("route", parser),
        seconds=seconds,
        page_routes=dict(Counter(page.route for page in sir.pages)),
        ocr_pages=tuple(page.number for page in sir.pages if page.ocr),
        failed_pages=failed,
        warnings=tuple(_warnings(sir, failed)),
    )


def _warnings(sir: Sir, failed: tuple[int, ...]) -> Iterator[str]:
    """What a person should know of text that is hidden, and of pages that gave nothing."""
    if sir.metadata.get("encoding") == FALLBACK:
        yield (
            "The text is not in a Unicode encoding and was read as Windows-1252. If letters look "
            "wrong, save the file as UTF-8 and add that one."
        )
    with_text = set(sir.lines.page.tolist())
    empty = [p for p in sir.pages if p.number not in with_text and p.number not in failed]
    unread = [page.number for page in empty if page.route != Route.VISUAL_TOPOLOGY]
    unseen = [page.number for page in empty if page.route == Route.VISUAL_TOPOLOGY]
    hidden = [at for at, node in enumerate(sir.nodes) if node.metadata.get("aside") == "hidden"]
    if hidden:
        on = sorted({box.page for node in hidden for box in sir.boxes(node)})
        yield (
            f"Holds text that a reader cannot see, on {_pages(on)}. It is kept out of chunks and "
            "answers."
        )
    if failed:
        yield f"Could not be read and were left out: {_pages(failed)}."
    if unread:
        looked = sir.metadata.get("parser") == AUTOMATIC
        scans = "" if looked else " If they are scans, they need the visual route."
        yield f"Hold no text: {_pages(unread)}.{scans}"
    if unseen:
        yield f"Looked at, and no text was found: {_pages(unseen)}."


def _pages(numbers: tuple[int, ...] | list[int]) -> str:
    """Page numbers in words, runs as ranges: `pages 1, 3 to 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    noun = "page" if len(numbers) == 1 else "pages"
    return f"{noun} {', '.join(' to '.join(map(str, run)) for run in runs)}"
