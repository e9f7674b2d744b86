"""Writing the archive of a data folder, also while others use it."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from core.errors import InputError
from core.file_format import encode_model
from core.maintenance.archive import BLOCK, FORM, MANIFEST, PARTS, Contents, Entry, opened, verified
from core.progress import Progress, part
from core.settings_file import portable_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.workbench import Workbench

_OF_DOCUMENT = ("corrections", "native", "plans", "descriptions", "gold", "inspection")
"""Folders of a document that hold what people made, or what a language model was paid for."""


def back_up(bench: Workbench, target: Path, progress: Progress | None = None) -> Contents:
    """What the new archive at `target` holds, after every file in it was read again.

    Each document is taken as it is at one moment. Trees, tokens, sentences, vectors and indexes
    are left out, and so are keys. `progress` counts documents and parts, then files.

    Raises:
        InputError: there is a file at `target`, or it cannot be written.
        Cancelled: `progress` asked for it; nothing is left behind.
    """
    if target.exists():
        raise InputError(f"{target} exists already and is not overwritten. Choose another name.")
    with _in_place(target) as unfinished:
        _check_space(bench.settings.home, target)
        _Writer(bench, unfinished).write(progress)
        with opened(unfinished) as (archive, contents):
            for _, blocks in verified(archive, contents, unfinished, progress):
                deque(blocks, maxlen=0)
    return contents


@contextmanager
def _in_place(target: Path) -> Iterator[Path]:
    """A file beside the target that takes its place at the end, unless there is one by then."""
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        _publish(unfinished, target)
    except FileExistsError as error:
        raise InputError(f"{target} appeared meanwhile and is not overwritten.") from error
    except OSError as error:
        raise InputError(
            f"{target} cannot be written ({error.strerror or error}). Choose another place."
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _publish(unfinished: Path, target: Path) -> None:
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    try:
        # A link, unlike a rename, fails where there is a file.
        target.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError(target) from None
        unfinished.rename(target)


def _check_space(home: Path, target: Path) -> None:
    """Raises `InputError` where the archive may not fit."""
    needed = sum(path.stat().st_size for path in home.glob("documents/*/*") if path.is_file())
    free = shutil.disk_usage(target.parent).free
    if free < needed:
        raise InputError(
            f"{target} needs about {needed / 1e6:.0f} MB, and {free / 1e6:.0f} MB are free there. "
            "Free some space, or choose another place."
        )


@dataclass
class _Writer:
    bench: Workbench
    path: Path
    files: dict[str, Entry] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def write(self, progress: Progress | None) -> None:
        library = self.bench.library
        ids, parts = library.ids(), PARTS[1:-1]
        report = part(progress, 0, len(ids) + len(parts)) or (lambda *_: None)
        with zipfile.ZipFile(self.path, "x", zipfile.ZIP_DEFLATED) as archive:
            for number, sha in enumerate(ids):
                report(number, 0)
                library.fetch_all(sha)
                with library.changing():
                    self._document(archive, sha)
            # No answer is signed or deleted meanwhile, so that the log agrees with them.
            with self.bench.history.log.changing():
                for number, name in enumerate(parts, len(ids)):
                    report(number, 0)
                    self._part(archive, self.bench.settings.home / name)
            self._settings(archive)
            created = datetime.now(UTC).isoformat(timespec="seconds")
            contents = Contents(created=created, files=self.files, notices=tuple(self.notices))
            archive.writestr(MANIFEST, encode_model(FORM, contents, 1))

    def _document(self, archive: zipfile.ZipFile, sha: str) -> None:
        folder, library = self.bench.library.folder(sha), self.bench.library
        for name in library.fetch_all(sha):
            self.notices.append(f"{name} of document {sha[:12]} is damaged, so it is left out.")
        for path in sorted(folder.glob("*")):
            if path.is_file() and path.suffix != ".lock":
                self._file(archive, path)
            elif path.name in _OF_DOCUMENT:
                self._part(archive, path)
        if folder.exists() and not library.source_agrees(sha):
            self.notices.append(f"The file of document {sha[:12]} is damaged, also in the archive.")

    def _part(self, archive: zipfile.ZipFile, place: Path) -> None:
        paths = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in paths:
            if path.is_file() and path.suffix != ".lock" and path.name != "lock":
                self._file(archive, path)

    def _file(self, archive: zipfile.ZipFile, path: Path) -> None:
        """A file as it is now; one that was deleted meanwhile is left out."""
        try:
            source = path.open("rb")
        except FileNotFoundError:
            return
        name = path.relative_to(self.bench.settings.home).as_posix()
        info = zipfile.ZipInfo(name)
        info.compress_type = zipfile.ZIP_STORED if path.suffix == ".pdf" else zipfile.ZIP_DEFLATED
        digest, size = sha256(), 0
        with source, archive.open(info, "w", force_zip64=True) as target:
            while block := source.read(BLOCK):
                digest.update(block)
                size += len(block)
                target.write(block)
        self.files[name] = Entry(size=size, sha256=digest.hexdigest())

    def _settings(self, archive: zipfile.ZipFile) -> None:
        """Without keys, whatever someone wrote into the file: addresses with one are refused."""
        content = portable_settings(self.bench.settings.home)
        if content is not None:
            archive.writestr("settings.json", content)
            digest = sha256(content).hexdigest()
            self.files["settings.json"] = Entry(size=len(content), sha256=digest)
