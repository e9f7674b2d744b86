"""A folder as one file and back: a tar archive of plain files and folders alone."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from core.errors import DataDamaged

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUFFIX_OF_LOCKS = ".lock"


def pack_folder(folder: Path, target: Path) -> None:
    """Writes all files of a folder into the new file `target`; locks are left out."""
    with tarfile.open(target, "x") as archive:
        for path in sorted(folder.rglob("*")):
            if path.suffix != _SUFFIX_OF_LOCKS:
                archive.add(path, path.relative_to(folder).as_posix(), recursive=False)


def unpack_folder(source: Path, folder: Path) -> None:
    """Makes `folder` of an archive; no more is written than the archive has bytes.

    Raises:
        DataDamaged: it is none, or holds what does not belong into it; the folder may be there.
    """
    folder.mkdir()
    try:
        with tarfile.open(source, "r:") as archive:
            for member in _checked(archive, source.stat().st_size):
                _unpack(archive, member, folder / member.name)
    except (tarfile.TarError, ValueError, EOFError) as error:
        raise DataDamaged(f"an archive of a folder cannot be unpacked: {error}") from error


def _checked(archive: tarfile.TarFile, most: int) -> Iterator[tarfile.TarInfo]:
    """The members, of `most` bytes together. Raises `ValueError`."""
    for member in archive:
        name = PurePosixPath(member.name)
        if name.is_absolute() or ".." in name.parts or "\\" in member.name or not name.parts:
            raise ValueError("a name in it leads out of it")
        if member.type not in (tarfile.REGTYPE, tarfile.DIRTYPE):
            raise ValueError("something in it is neither a file nor a folder")
        most -= member.size
        if most < 0:
            raise ValueError("its files are larger than itself")
        yield member


def _unpack(archive: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    if member.isdir():
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    content = archive.extractfile(member)
    assert content
    with content, path.open("xb") as file:
        shutil.copyfileobj(content, file)
