"""What the files of an index were like when they were last whole: sizes, times and checksums."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.indexing.sparse_files import blocks

if TYPE_CHECKING:
    from collections.abc import Mapping


class FileState(NamedTuple):
    """Size in bytes, time of the last change in nanoseconds, CRC-32 of content and its places."""

    size: int
    changed: int
    checksum: int


Manifest = dict[str, FileState]
"""Files by names."""


def files_below(folder: Path) -> dict[str, Path]:
    """All files below a folder, by their paths in it."""
    start, files = len(str(folder)) + 1, {}
    for place, _, names in os.walk(folder):
        paths = (Path(place, name) for name in sorted(names))
        files |= {path.as_posix()[start:]: path for path in paths}
    return files


def manifest_of(
    files: Mapping[str, Path], earlier: Mapping[str, FileState] | None = None
) -> Manifest:
    """The files, by names, as they are.

    A file with size and time of `earlier` is not read again. After a write leave that out: some
    file systems do not note the time of what is written to mapped memory.
    """
    known = earlier or {}
    return {name: _state(path, known.get(name)) for name, path in files.items()}


def difference(files: Mapping[str, Path], manifest: Manifest, *, thorough: bool = False) -> str:
    """What is not as in the manifest, in words; empty if nothing.

    Only a file whose time has changed is read, unless `thorough`.
    """
    if missing := manifest.keys() - files.keys():
        return f"{min(missing)} is missing"
    if added := files.keys() - manifest.keys():
        return f"{min(added)} does not belong to it"
    for name, path in files.items():
        if words := _file_difference(path, manifest[name], thorough):
            return f"{name} {words}"
    return ""


def pack_manifest(manifest: Manifest) -> bytes:
    """The manifest as the content of a file."""
    return json.dumps(manifest).encode()


def unpack_manifest(content: bytes) -> Manifest | None:
    """What `pack_manifest` was given; None for anything else."""
    try:
        return {name: FileState(*map(int, state)) for name, state in json.loads(content).items()}
    except (ValueError, TypeError, AttributeError):
        return None


def _state(path: Path, earlier: FileState | None) -> FileState:
    stat = path.stat()
    if earlier and earlier[:2] == (stat.st_size, stat.st_mtime_ns):
        return earlier
    return FileState(stat.st_size, stat.st_mtime_ns, _checksum(path))


def _file_difference(path: Path, state: FileState, thorough: bool) -> str:
    stat = path.stat()
    if stat.st_size != state.size:
        return f"has {stat.st_size} bytes instead of {state.size}"
    if not thorough and stat.st_mtime_ns == state.changed:
        return ""
    return "" if _checksum(path) == state.checksum else "does not hold what was written"


def _checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb", buffering=0) as file:
        for place, block in blocks(file):
            checksum = zlib.crc32(block, zlib.crc32(place.to_bytes(8), checksum))
    return checksum
