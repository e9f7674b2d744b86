"""Sparse files: an index has files of 32 MB each that hold little."""

from __future__ import annotations

import os
import shutil
from stat import S_ISREG
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_BLOCK = 1 << 16
_ZEROS = bytes(_BLOCK)


def blocks(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The blocks of an unbuffered file that hold anything but zeros, each with its place.

    Written zeros count as holes, which some file systems make of them and others do not.
    """
    for start, end in _extents(file):
        for place in range(start - start % _BLOCK, end, _BLOCK):
            file.seek(place)
            block = file.read(_BLOCK)
            if block != _ZEROS[: len(block)]:
                yield place, block


def copy_sparse(source: Path, target: Path) -> None:
    """Copies a folder that is not there yet, with holes and times of its files."""
    shutil.copytree(source, target, copy_function=_copy)


def allocated(folder: Path) -> int:
    """Bytes that the files of a folder take on the disk, holes left out."""
    return sum(map(_allocated, folder.rglob("*")))


def _allocated(path: Path) -> int:
    try:
        stat = path.stat()
    except FileNotFoundError:  # it got another name meanwhile
        return 0
    return getattr(stat, "st_blocks", stat.st_size // 512) * 512 if S_ISREG(stat.st_mode) else 0


def _copy(source: str, target: str) -> None:
    with open(source, "rb", buffering=0) as old, open(target, "wb") as new:  # noqa: PTH123
        for place, block in blocks(old):
            new.seek(place)
            new.write(block)
        new.truncate(os.fstat(old.fileno()).st_size)
    shutil.copystat(source, target)


def _extents(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """The parts of a file that may hold anything but zeros, half-open, blocks told only once."""
    size, end = os.fstat(file.fileno()).st_size, 0
    if not hasattr(os, "SEEK_DATA"):  # Windows does not tell where the holes are.
        yield 0, size
        return
    while end < size:
        try:
            start = os.lseek(file.fileno(), end, os.SEEK_DATA)
        except OSError:  # There is only a hole up to the end.
            return
        end = os.lseek(file.fileno(), start, os.SEEK_HOLE)
        end = min(size, end + -end % _BLOCK)
        yield start, end
