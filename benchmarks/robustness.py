"""Difficult files by the automatic route and by sight: each ends well, within its limits."""

from __future__ import annotations

import csv
import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psutil

from benchmarks.empty_workbench import empty_workbench
from benchmarks.figure import Figure
from core.errors import NoText, PasswordNeeded, SightlineError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.workbench import Workbench

ROUTES = {"automatic": 10_000, "visual_topology": 60}
"""By route, the most pages of the files that are read by it."""
_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class HardFile:
    """One row of the manifest. `characters` is how much text other tools found without OCR."""

    name: str
    path: Path
    category: str
    pages: int
    characters: int
    encrypted: bool
    password: str | None

    @property
    def readable(self) -> bool:
        """Whether it must end as a document, and not with a message."""
        if self.encrypted:
            return self.password is not None
        return self.characters > 0 or self.category == "scanned"


@dataclass(frozen=True, slots=True)
class End:
    """How a file ended: a problem if not well; seconds, and most MB of memory in use."""

    file: HardFile
    problem: str
    seconds: float
    megabytes: float


def hard_files(data: Path) -> list[HardFile]:
    """The files that the manifest names, in its order."""
    with (data / "hard" / "manifest.csv").open(encoding="utf-8") as file:
        return [_row(data / "hard" / "pdfs", row) for row in csv.DictReader(file)]


def run(data: Path | None) -> list[Figure]:
    """Files that end well, worst time and worst memory, by route."""
    if data is None:
        return []
    return [figure for route in ROUTES for figure in _figures(route, list(_ends(route, data)))]


def _row(folder: Path, row: dict[str, str]) -> HardFile:
    named = re.search(r"password needed \((\w+)\)", row["difficulty"])
    return HardFile(
        row["file"],
        folder / row["file"],
        row["category"],
        int(row["pages"] or 0),
        int(row["chars"] or 0),
        row["needs_pass"] == "True",
        named[1] if named else None,
    )


def _ends(route: str, data: Path) -> Iterator[End]:
    for file in hard_files(data):
        if file.pages <= ROUTES[route]:
            with empty_workbench() as bench:
                end = _end(bench, file, route)
            outcome = end.problem or "well"
            print(f"{route} {file.name}: {outcome}, {end.seconds:.1f} s, {end.megabytes:.0f} MB")
            yield end


def _end(bench: Workbench, file: HardFile, route: str) -> End:
    peak = 0.0

    def watch(done: int, total: int) -> None:
        nonlocal peak
        peak = max(peak, _memory())

    start, problem = time.monotonic(), ""
    try:
        bench.documents.add(file.path, file.name, file.password, watch, route)
    except SightlineError as error:
        problem = _fault(file, error)
    return End(file, problem, time.monotonic() - start, peak)


def _fault(file: HardFile, error: SightlineError) -> str:
    """What is wrong with this end of a file; empty if it may end so."""
    words = f"{type(error).__name__}: {error}"
    if file.readable or not str(error).startswith(f"{file.name}: "):
        return words
    if file.encrypted:
        return "" if isinstance(error, PasswordNeeded) else words
    return "" if file.category == "corrupt" or isinstance(error, NoText) else words


def _memory() -> float:
    """MB that the processes below this one hold; pages that they share count for each."""
    size = 0
    for process in psutil.Process().children(recursive=True):
        try:
            size += process.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return size / _MEGABYTE


def _figures(route: str, ends: list[End]) -> list[Figure]:
    name, among = f"robustness {route}", f"{len(ends)} difficult files by {route}"
    well = sum(not end.problem for end in ends)
    slow = max(ends, key=lambda end: end.seconds)
    large = max(ends, key=lambda end: end.megabytes)
    of = f"worst of {among}"
    pages = f"{slow.file.pages} pages"
    return [
        Figure(name, f"{among} that end well", well, "files", len(ends), "all", target=len(ends)),
        Figure(f"{name}: time", f"{of}: {slow.file.name}, {pages}", slow.seconds, "s"),
        Figure(f"{name}: memory", f"{of}: {large.file.name}", large.megabytes, "MB"),
    ]
