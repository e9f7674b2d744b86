"""What the stages make of a document, kept beside it under a key of their options."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DataDamaged
from core.files import move_into_place, staged, temporary_path, write_synced, writing
from core.library.document_files import DocumentFiles

if TYPE_CHECKING:
    from collections.abc import Callable


class StageResults(DocumentFiles):
    """Documents with the results of stages: files or folders, each replaced as a whole."""

    def stage_path(self, sha: str, stage: str, key: str) -> Path:
        """Where a result of a stage is as it is now, or would be.

        Raises:
            DataDamaged: what a store keeps of it is gone or was changed.
            SetupError: the store cannot be reached.
        """
        return Path(self._fetched(sha, stage, key))

    def result_time(self, sha: str, stage: str, key: str) -> int:
        """When a result of a stage was made, in nanoseconds, alike on all machines; 0 without one.

        Raises as `stage_path`.
        """
        path = self._fetched(sha, stage, key)
        try:
            return os.stat(path).st_mtime_ns  # noqa: PTH116
        except OSError:
            return 0

    def stage_folder(self, sha: str, stage: str) -> Path:
        """Where all results of a stage are as they are now, without those that are damaged."""
        path = self.folder(sha) / stage
        self._files.fetch_all(sha, f"{stage}/")
        return path

    def store(self, sha: str, stage: str, key: str, fill: Callable[[Path], None]) -> Path:
        """Where the result is that `fill` wrote, as a file or folder, at the path it is given.

        A result under the same key is replaced.

        Raises:
            NotFound: the document was deleted meanwhile.
        """
        target, name = self.folder(sha) / stage / key, f"{stage}/{key}"
        with staged(self._home) as folder, writing(self._home):
            new = folder / "new"
            fill(new)
            with self._files.putting(sha, {name: new}) as hold, self.changing():
                self.get(sha)
                hold()
                move_into_place(new, target, folder)
        return target

    def drop(self, sha: str, stage: str, key: str) -> None:
        """Removes a result of a stage, as where it is damaged; it is made anew when needed.

        Raises:
            SetupError: the data folder cannot be written.
        """
        path = self.folder(sha) / stage / key
        with temporary_path(self._home) as removed, self.changing():
            self._files.drop(sha, f"{stage}/{key}")
            if path.exists():
                path.rename(removed)

    def put_again(self, sha: str, name: str) -> None:
        """Puts the copy of a file into the store that has lost it.

        Raises:
            SetupError: the store cannot be reached.
        """
        copies = {name: self.folder(sha) / name}
        with self._files.putting(sha, copies) as hold, self.changing():
            hold()

    def store_bytes(self, sha: str, stage: str, key: str, content: bytes) -> None:
        """Keeps the result of a stage as a file; see `store`."""
        self.store(sha, stage, key, lambda path: write_synced(path, content))

    def load_bytes(self, sha: str, stage: str, key: str) -> bytes | None:
        """What `store_bytes` kept; None if nothing."""
        try:
            with open(self._fetched(sha, stage, key), "rb") as file:  # noqa: PTH123
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def keeps(self, sha: str, stage: str, key: str) -> bool:
        """Whether a result can be read; not so where a store has lost it."""
        try:
            return self.result_time(sha, stage, key) > 0
        except DataDamaged:
            return False

    def load_cached(self, sha: str, stage: str, key: str) -> bytes | None:
        """As `load_bytes`, of a result that is made anew: None, too, where a store has lost it."""
        try:
            return self.load_bytes(sha, stage, key)
        except DataDamaged:
            return None

    def _fetched(self, sha: str, stage: str, key: str) -> str:
        """Where a result of a stage is as it is now.

        Not as a `Path`, since a search asks for those of a hundred documents.
        """
        self._require(sha)
        self._files.fetch(sha, f"{stage}/{key}")
        return f"{self._documents}/{sha}/{stage}/{key}"
