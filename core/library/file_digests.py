"""Whether files are still what they were when they were added."""

from __future__ import annotations

from functools import lru_cache
from hashlib import file_digest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's content. Raises `OSError`."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def has_digest(path: Path, sha: str) -> bool:
    """Whether a file is there and has this SHA-256.

    It is read once in a process, and again when its size or time of change is another one.
    """
    try:
        status = path.stat()
        return _digest(path, status.st_size, status.st_mtime_ns) == sha
    except OSError:
        return False


@lru_cache(4096)
def _digest(path: Path, size: int, changed: int) -> str:
    return sha256_of(path)


forget_digests = _digest.cache_clear
"""Has every file read once more when it is next asked for."""
