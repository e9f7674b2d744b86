"""What the record of a document says of how it was parsed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.library import ParseInfo
from core.library.typesetting.decoding import FALLBACK
from core.page_names import pages_in_words
from core.parsing.native_options import ALIGNMENT, PROBLEMS
from core.sir import Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.sir import Sir

_ALIGNMENT = ("sentences", "nowhere", "differing", "moved")
AUTOMATIC = "automatic"
"""The parser that looks at pages where that is needed."""


def parse_info(sir: Sir, key: str, parser: str, seconds: float) -> ParseInfo:
    """Routes, pages read by OCR, pages that failed, and what a person should know of the rest."""
    failed, missing = _numbers(sir, "failed_pages"), _numbers(sir, "missing_pages")
    return ParseInfo(
        key=key,
        parser=parser,
        route=sir.metadata.get("route", parser),
        seconds=seconds,
        page_routes=dict(Counter(p.route for p in sir.pages if p.number not in missing)),
        ocr_pages=tuple(page.number for page in sir.pages if page.ocr),
        failed_pages=failed,
        missing_pages=missing,
        warnings=tuple(_warnings(sir, failed, missing)),
        language=sir.language.value,
    )


def _numbers(sir: Sir, name: str) -> tuple[int, ...]:
    return tuple(int(n) for n in sir.metadata.get(name, "").split(",") if n)


def _warnings(sir: Sir, failed: tuple[int, ...], missing: tuple[int, ...]) -> Iterator[str]:
    """What a person should know of text that is hidden, and of pages that gave nothing."""
    if sir.metadata.get("encoding") == FALLBACK:
        yield (
            "The text is not in a Unicode encoding and was read as Windows-1252. If letters look "
            "wrong, save the file as UTF-8 and add that one."
        )
    yield from filter(None, sir.metadata.get("notices", "").split("\n"))
    with_text = set(sir.lines.page.tolist())
    passed_over = {*failed, *missing}
    empty = [p for p in sir.pages if p.number not in with_text | passed_over]
    unread = [page.number for page in empty if page.route != Route.VISUAL_TOPOLOGY]
    unseen = [page.number for page in empty if page.route == Route.VISUAL_TOPOLOGY]
    hidden = [at for at, node in enumerate(sir.nodes) if node.metadata.get("aside") == "hidden"]
    if hidden:
        on = sorted({box.page for node in hidden for box in sir.boxes(node)})
        yield (
            f"Holds text that a reader cannot see, on {_pages(on)}. It is kept out of chunks and "
            "answers."
        )
    yield from _alignment(sir)
    for reason, pages in _by_reason(sir, missing).items():
        yield f"Missing, {reason}: {_pages(pages)}."
    if failed:
        yield f"Could not be read and were left out: {_pages(failed)}."
    if unread:
        looked = sir.metadata.get("parser") == AUTOMATIC
        scans = "" if looked else " If they are scans, they need the visual route."
        yield f"Hold no text: {_pages(unread)}.{scans}"
    if unseen:
        yield f"Looked at, and no text was found: {_pages(unseen)}."


def _alignment(sir: Sir) -> Iterator[str]:
    """What the pages do not hold of the text of another parser, and what it says of itself."""
    yield from sir.metadata.get(PROBLEMS, "").splitlines()
    values = {name: sir.metadata.get(f"{ALIGNMENT}{name}", "0") for name in _ALIGNMENT}
    total = int(values["sentences"])
    words = {
        "nowhere": ("stands", "stand", "nowhere on the pages"),
        "differing": ("has", "have", "words that stand nowhere on the pages"),
        "moved": ("is a cell", "are cells", "whose words stand in another row or column"),
    }
    for name, (of_one, of_many, told) in words.items():
        if count := int(values[name]):
            verb = of_one if count == 1 else of_many
            sentences = "sentence" if total == 1 else "sentences"
            yield f"{count:,} of {total:,} {sentences} {verb} {told}."


def _by_reason(sir: Sir, numbers: tuple[int, ...]) -> dict[str, list[int]]:
    """Pages by what the reader said of them."""
    pages: dict[str, list[int]] = {}
    for number in numbers:
        pages.setdefault(sir.pages[number - 1].reason, []).append(number)
    return pages


def _pages(numbers: tuple[int, ...] | list[int]) -> str:
    """Pages by their numbers alone: what is printed on them may be a part of what was not read."""
    return pages_in_words((), numbers)
