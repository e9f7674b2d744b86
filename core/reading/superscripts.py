"""Small raised characters on a page, as marks of footnotes are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.geometry import Box

SMALLER = 0.85
"""Size, in times of that of the line, up to which a character may be a raised one."""

HIGHER = 0.15
"""How far above the base line, in sizes of the line, a raised character begins at least."""

LONGEST = 8
"""Characters of a raised run; more of them are a line of their own."""


def raised(raws: Iterable[dict[str, Any]]) -> Iterator[tuple[str, Box]]:
    """Text and box of each raised run in raw lines of upright text, as MuPDF gives both.

    A run may stand within a line, or as a line of its own right behind the one it belongs to.
    """
    before: dict[str, Any] | None = None
    for raw in raws:
        spans = [span for span in raw["spans"] if not _is_blank(span)]
        if not spans or raw["dir"] != (1.0, 0.0):
            continue
        main = max(spans, key=lambda span: len(span["chars"]) * span["size"])
        if before is not None and len(spans) == 1 and _is_behind(before, main):
            yield from _runs(spans, before)
            continue
        yield from _runs(spans, main)
        before = main if main is spans[-1] else {**main, "bbox": spans[-1]["bbox"]}


def _runs(spans: Iterable[dict[str, Any]], main: dict[str, Any]) -> Iterator[tuple[str, Box]]:
    for span in spans:
        above = main["origin"][1] - span["origin"][1]
        small = span["size"] <= SMALLER * main["size"] and len(span["chars"]) <= LONGEST
        if small and above >= HIGHER * main["size"]:
            yield _text(span).strip(), span["bbox"]


def _is_behind(before: dict[str, Any], span: dict[str, Any]) -> bool:
    """Whether a span follows a line closely enough to be raised in it."""
    gap = span["bbox"][0] - before["bbox"][2]
    rise = before["origin"][1] - span["origin"][1]
    return abs(gap) <= 0.5 * before["size"] and 0 < rise < before["size"]


def _is_blank(span: dict[str, Any]) -> bool:
    return all(char["c"].isspace() for char in span["chars"])


def _text(span: dict[str, Any]) -> str:
    return "".join([char["c"] for char in span["chars"]])
