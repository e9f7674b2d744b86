"""python -m benchmarks [--only NAME]: runs every benchmark and prints one table.

A benchmark is a module here with `run(data) -> list[Figure]`. Each runs in a process of its
own, so that none slows another down and one that fails does not stop the rest. The real data is
found through SIGHTLINE_DATA; what cannot be measured without it is left out.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.report import from_json, summary, table, to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.figure import Figure

_HERE = Path(__file__).parent
RESULTS = _HERE / "results"


def names() -> list[str]:
    """The benchmarks: modules of this folder that define `run`."""
    sources = sorted(_HERE.glob("*.py"))
    return [path.stem for path in sources if "\ndef run(" in path.read_text(encoding="utf-8")]


def measure(name: str) -> list[Figure]:
    """The figures of one benchmark, also written to the folder of results."""
    data = os.environ.get("SIGHTLINE_DATA")
    figures = import_module(f"benchmarks.{name}").run(Path(data) if data else None)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(to_json(figures), encoding="utf-8")
    return figures


def main(argv: Sequence[str] | None = None) -> int:
    """0 if every benchmark ran, whether or not it reached its targets; else 1."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=names(), metavar="NAME")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    chosen = arguments.only or names()
    if arguments.here:
        for name in chosen:
            measure(name)
        return 0
    return _run_all(chosen)


def _run_all(chosen: Sequence[str]) -> int:
    _say(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    if not os.environ.get("SIGHTLINE_DATA"):
        _say("SIGHTLINE_DATA is not set: what needs the real data is left out.")
    figures: list[Figure] = []
    failed: list[str] = []
    for name in chosen:
        start = time.monotonic()
        if _run_apart(name):
            figures += from_json((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
        else:
            failed.append(name)
        _say(f"{name}: {time.monotonic() - start:.0f} s")
    print(table(figures))
    print()
    print(summary(figures, failed))
    return 1 if failed else 0


def _run_apart(name: str) -> bool:
    """Whether the benchmark ran to its end; what it prints goes to standard error."""
    command = [sys.executable, "-m", "benchmarks", "--here", "--only", name]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(command, cwd=_HERE.parent, env=environment, stdout=2, check=False)
    return done.returncode == 0


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
