"""Filling an empty data folder from an archive: whole, or not at all."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from core.errors import SetupError
from core.files import staged, writing
from core.maintenance.archive import Contents, opened, verified

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.progress import Progress
    from core.workbench import Workbench

_SPARE = 1.05
"""Of the space that the files take: folders take some, too."""


def restore(bench: Workbench, path: Path, progress: Progress | None = None) -> Contents:
    """What was restored from an archive; documents have the ids that they had.

    All files are written beside their places and compared with the manifest before the first one
    is moved into place. `progress` counts files.

    Raises:
        InputError: the archive cannot be used; nothing was restored.
        DataTooNew: a later version wrote it.
        SetupError: the data folder is not empty, too small, or cannot be written.
        Cancelled: `progress` asked for it; nothing was restored.
    """
    home = bench.settings.home
    _check_empty(home)
    with opened(path) as (archive, contents), staged(home) as folder:
        _check_space(folder, contents)
        new = folder / "new"
        # Read outside of `writing`, which takes each error for one of the data folder.
        for name, blocks in verified(archive, contents, path, progress):
            _write(home, new / name, blocks)
        with bench.library.changing():
            _check_empty(home)
            _move_in(home, new)
            bench.library.take_up()
    return contents


def _check_empty(home: Path) -> None:
    """Raises `SetupError` where the data folder holds a file; locks and leftovers do not count."""
    files = (path for path in home.rglob("*") if path.is_file())
    for path in files:
        inside = path.relative_to(home)
        if inside.parts[0] != "tmp" and path.suffix != ".lock":
            raise SetupError(
                f"The data folder {home} is not empty (it holds {inside}), and nothing in it is "
                "overwritten. Set SIGHTLINE_HOME to a new folder, and restore there."
            )


def _check_space(folder: Path, contents: Contents) -> None:
    free = shutil.disk_usage(folder).free
    if free < contents.size * _SPARE:
        raise SetupError(
            f"The archive holds {contents.size / 1e6:.0f} MB, and {free / 1e6:.0f} MB are free in "
            "the data folder. Free some space, or set SIGHTLINE_HOME to another folder."
        )


def _write(home: Path, path: Path, blocks: Iterator[bytes]) -> None:
    with writing(home):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb")
    with file:
        for block in blocks:
            with writing(home):
                file.write(block)
        with writing(home):
            file.flush()
            os.fsync(file.fileno())


def _move_in(home: Path, new: Path) -> None:
    """Moves everything into place; what was moved is taken back where something fails."""
    moved: list[Path] = []
    try:
        for path in sorted(new.iterdir()):
            target = home / path.name
            if target.is_dir():
                shutil.rmtree(target)  # only empty folders and locks, as was seen before
            path.rename(target)
            moved.append(target)
    except OSError:
        for target in moved:
            shutil.rmtree(target) if target.is_dir() else target.unlink()
        raise
