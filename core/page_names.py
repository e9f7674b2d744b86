"""How pages are named where people read: by their number in the file, which leads to them
everywhere, and after it by what is printed on them where that differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.sir import Page


def page_name(number: int, label: str = "") -> str:
    """A page (1-based) with its printed label: `17 (printed 12)`, or `17` if alike or empty."""
    return str(number) if label in ("", str(number)) else f"{number} (printed {label})"


def number_ranges(numbers: Iterable[int]) -> str:
    """Numbers in ascending order, neighbours drawn together: `3, 5–7`."""
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in _runs(numbers))


def pages_in_words(pages: Iterable[Page], numbers: Iterable[int]) -> str:
    """Some of these pages: `page 17 (printed 12)`, `pages 3, 5–7 (printed i–iii)`.

    Without numbers `page unknown`; a page that is not among them has no printed label.
    """
    labels = {page.number: page.label for page in pages}
    runs = _runs(numbers)
    if not runs:
        return "page unknown"
    alone = len(runs) == 1 and runs[0][0] == runs[0][1]
    return f"page{'' if alone else 's'} {', '.join(_run_name(labels, *run) for run in runs)}"


def _run_name(labels: Mapping[int, str], first: int, last: int) -> str:
    ends = labels.get(first, ""), labels.get(last, "")
    if first == last:
        return page_name(first, ends[0])
    alike = not all(ends) or ends == (str(first), str(last))
    return f"{first}–{last}" if alike else f"{first}–{last} (printed {ends[0]}–{ends[1]})"


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The first and the last of each run of neighbours."""
    runs: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
