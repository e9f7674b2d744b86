"""Builds the sample documents beside this file: `python -m sample_docs.build [FOLDER]`."""

import sys
from collections.abc import Callable
from pathlib import Path

from sample_docs.catalogue import FOLDER
from sample_docs.documents import (
    circular,
    guideline_en,
    leitlinie_de,
    narrative,
    oddities,
    policy,
)

BUILDERS: dict[str, Callable[[], bytes]] = {
    "oncology_guideline_en.pdf": guideline_en.build,
    "onkologie_leitlinie_de.pdf": leitlinie_de.build,
    "data_security_policy.pdf": policy.build,
    "narrative.pdf": narrative.build,
    "scanned_circular.pdf": circular.build,
    "oddities.pdf": oddities.build,
}


def build_all(folder: Path) -> list[Path]:
    """The files written, in the order of the catalogue."""
    written: list[Path] = []
    for name, build in BUILDERS.items():
        path = folder / name
        path.write_bytes(build())
        written.append(path)
    return written


def main() -> None:
    """Build into the folder named on the command line, or beside this file."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for path in build_all(folder):
        print(f"{path.name}: {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
