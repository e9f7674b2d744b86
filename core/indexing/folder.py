"""The folder of an index on disk: its shard, and beside it what was written to it.

shard/          the files of Qdrant Edge
store.json      the embedding model and the version of this form; without it there is no index
documents.json  revision and number of points of each document that was written to its end
files.json      the manifest of the above; gone while files change, so a crash leaves none
writing.json    the document that is being written or deleted
"""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

from core.files import write_synced
from core.indexing.hybrid import ModelRecord
from core.indexing.manifest import (
    difference,
    files_below,
    manifest_of,
    pack_manifest,
    unpack_manifest,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from core.indexing.manifest import Manifest

FORMAT = 2
"""Raised when vectors, payload or these files change, so that an older index is made anew."""

_UNFINISHED = re.compile(r"wal/tmp-")
_SPARE = re.compile(r"wal/open-\d+")
"""Empty segments of its log, which a thread of Edge makes ready under another name and renames
whenever it comes to it, also after a write has come to its end."""


class Written(NamedTuple):
    """What was written of a document: the revision of its items, and the number of points."""

    revision: str
    points: int


class Unreadable(ValueError):
    """A file of the folder is damaged, or of another version; the message says which, and how."""


class IndexFolder:
    """Reads and writes the files beside a shard, each as a whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shard = path / "shard"
        self.lock = path / "store.lock"
        self._model = path / "store.json"
        self._documents = path / "documents.json"
        self._files = path / "files.json"
        self._writing = path / "writing.json"

    @property
    def exists(self) -> bool:
        """Whether there is anything of an index, whole or not."""
        return self._model.exists() or self.shard.exists()

    @property
    def files(self) -> dict[str, Path]:
        """What the manifest is of: all files of the shard, and what says what they hold."""
        beside = {path.name: path for path in (self._model, self._documents) if path.exists()}
        shard = files_below(self.shard)
        return {**beside, **{name: shard[name] for name in shard if not _UNFINISHED.match(name)}}

    def difference(self, manifest: Manifest, *, thorough: bool = False) -> str:
        """What is not as in the manifest; see `core.indexing.manifest.difference`."""
        files = self.files
        spare = {name for name in files.keys() - manifest.keys() if _SPARE.fullmatch(name)}
        known = {name: files[name] for name in files if name not in spare}
        return difference(known, manifest, thorough=thorough)

    def model(self) -> ModelRecord:
        """The embedding model.

        Raises:
            Unreadable: see there.
        """
        record = _read(self._model)
        if record.get("format") != FORMAT:
            raise Unreadable("it was made by another version of Sightline")
        try:
            return ModelRecord(str(record["model"]), int(record["dimension"]))
        except (KeyError, TypeError, ValueError) as error:
            raise Unreadable(f"{self._model.name} does not name a model") from error

    def keep_model(self, model: ModelRecord) -> None:
        """Notes the model, which makes this folder an index."""
        _write(self._model, {"format": FORMAT, "model": model.name, "dimension": model.dimension})

    def documents(self) -> dict[str, Written]:
        """What was written of each document.

        Raises:
            Unreadable: see there.
        """
        try:
            return {
                name: Written(str(revision), int(points))
                for name, (revision, points) in _read(self._documents).items()
            }
        except (TypeError, ValueError) as error:
            raise Unreadable(f"{self._documents.name} is damaged") from error

    def keep_documents(self, written: Mapping[str, Written]) -> None:
        """Notes what was written of each document."""
        _write(self._documents, written)

    def begin(self, document: str, revision: str) -> None:
        """Notes that this revision of a document is being written or deleted."""
        _write(self._writing, {"document": document, "revision": revision})

    def end(self) -> None:
        """Notes that what was begun came to its end."""
        self._writing.unlink(missing_ok=True)

    def begun(self) -> dict[str, str]:
        """Document and revision whose writing did not come to its end; empty if it did.

        Raises:
            Unreadable: see there.
        """
        if not self._writing.exists():
            return {}
        record = _read(self._writing)
        return {key: str(record.get(key)) for key in ("document", "revision")}

    def manifest(self) -> Manifest | None:
        """The manifest of `files`; None if they may have changed since it was made."""
        try:
            return unpack_manifest(self._files.read_bytes())
        except OSError:
            return None

    def seal(self, earlier: Manifest | None = None) -> None:
        """Notes what the files are like; see `manifest_of`."""
        partial = self._files.with_suffix(".partial")
        partial.write_bytes(pack_manifest(manifest_of(self.files, earlier)))
        partial.replace(self._files)

    def unseal(self) -> None:
        """To be called before the files of the shard change."""
        self._files.unlink(missing_ok=True)

    def clear(self) -> None:
        """Removes the index; the lock stays, whoever has it."""
        for file in (self._model, self._documents, self._files, self._writing):
            file.unlink(missing_ok=True)
        shutil.rmtree(self.shard, ignore_errors=True)


def _read(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise Unreadable(f"{path.name} is missing") from error
    except ValueError as error:
        raise Unreadable(f"{path.name} is damaged") from error
    if not isinstance(values, dict):
        raise Unreadable(f"{path.name} is damaged")
    return values


def _write(path: Path, content: Mapping[str, object]) -> None:
    partial = path.with_suffix(".partial")
    write_synced(partial, json.dumps(content).encode())
    partial.replace(path)
