"""Pages are the same whoever reads them, and one that fails costs only itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core import sir_io
from core.errors import LimitReached
from core.jobs import Job, Limits, run_isolated
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.sir import Sir

LIMITS = Limits(seconds=240, memory_mb=4096)
TEXT = "3.1 Dose\nGive 5 mg twice a day.\nStop when a rash appears on page {}."


def parsed(path: Path, folder: Path, parser: str, processes: int) -> tuple[Sir, list[int]]:
    """The SIR that a child process makes, and how many pages it had read at each report."""
    seen: list[int] = []
    folder.mkdir()
    return _run(path, folder, parser, processes, 60, seen), seen


def _run(
    path: Path, folder: Path, parser: str, processes: int, seconds: float, seen: list[int]
) -> Sir:
    arguments = {
        "path": str(path),
        "document": "d" * 64,
        "parser": parser,
        "options": {},
        "folder": str(folder),
        "staff": {"processes": processes, "page_seconds": seconds},
    }
    target = "core.parsing.child:parse_file"
    job = Job(path.name, target, arguments, reads=(path,), folder=folder, processes=True)
    run_isolated(job, LIMITS, lambda done, total: seen.append(done))
    return sir_io.load(folder)


@pytest.mark.parametrize(
    ("parser", "pages", "counts"),
    [("structural_rule", 120, (0, 1, 3)), ("visual_topology", 3, (0, 3))],
)
def test_the_result_does_not_depend_on_how_many_processes_read(
    tmp_path: Path, parser: str, pages: int, counts: tuple[int, ...]
) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf_bytes([TEXT.format(number) for number in range(pages)]))
    found = [parsed(path, tmp_path / str(count), parser, count) for count in counts]
    assert len({str(sir_io.to_json(sir)) for sir, _ in found}) == 1
    for _, seen in found:
        assert seen == sorted(seen)
        assert seen[-1] == pages


def test_pages_that_all_take_too_long_name_the_limit_to_raise(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf_bytes([""]))
    with pytest.raises(LimitReached, match="SIGHTLINE_PAGE_SECONDS"):
        _run(path, tmp_path, "visual_topology", 1, 0.001, [])
