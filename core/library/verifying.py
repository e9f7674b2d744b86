"""Whether files are still what they were when they were added."""

from __future__ import annotations

from hashlib import file_digest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's content. Raises `OSError`."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


class Verifier:
    """Reads a file once, and again when its size or time of change is another one."""

    def __init__(self) -> None:
        """Nothing is verified yet."""
        self._digests: dict[Path, tuple[int, int, str]] = {}

    def agrees(self, path: Path, sha: str) -> bool:
        """Whether a file is there and has this SHA-256."""
        try:
            now = path.stat()
            known = self._digests.get(path)
            if known is None or known[:2] != (now.st_size, now.st_mtime_ns):
                known = (now.st_size, now.st_mtime_ns, sha256_of(path))
                self._digests[path] = known
        except OSError:
            return False
        return known[2] == sha
