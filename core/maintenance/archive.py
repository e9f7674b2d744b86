"""One ZIP file that holds what people made: its names, its manifest, and reading it with care.

manifest.json    names, sizes and SHA-256 of all other files, sealed by a checksum
documents/...    and the other parts of the data folder in `PARTS`
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from core.errors import InputError
from core.file_format import Form, decode_model
from core.text.counts import number_of
from core.value_models import FrozenModel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.progress import Progress

FORM = Form("sightline.backup")
MANIFEST = "manifest.json"
PARTS = (
    "documents",
    "evaluation/questions",
    "evaluation/sweeps",
    "evaluation/tuning",
    "conversations",
    "answers",
    "people",
    "audit",
    "model-replies",
    "model-calls.jsonl",
    "recipe.json",
    "settings.json",
)
"""What an archive may hold, below the data folder."""
BLOCK = 1 << 20
"""Bytes that are read at once."""
_MANIFEST_BYTES = 256 << 20
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, KeyError, NotImplementedError)
_FOREIGN = frozenset('\\:*?"<>|')


class Entry(FrozenModel):
    """Size in bytes and SHA-256 of a file."""

    size: int
    sha256: str


class Contents(FrozenModel):
    """What an archive holds; `notices` say what was damaged when it was written."""

    created: str
    files: dict[str, Entry]
    notices: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """Such as `12 documents, 3 question sets, 40 files of 18.2 MB`."""
        documents = len(
            {name.split("/")[1] for name in self.files if name.startswith("documents/")}
        )
        sets = sum(name.startswith("evaluation/questions/") for name in self.files)
        return (
            f"{number_of(documents, 'document')}, {number_of(sets, 'question set')}, "
            f"{number_of(len(self.files), 'file')} of {self.size / 1e6:.1f} MB"
        )

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(entry.size for entry in self.files.values())


@contextmanager
def opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Contents]]:
    """An archive with its contents, which are names that are safe to write below a folder.

    Raises:
        InputError: it cannot be read, is no archive of `back_up`, or holds what none does.
        DataTooNew: a later version wrote it.
    """
    with readable(path):
        archive = zipfile.ZipFile(path)
    with archive:
        with readable(path):
            contents = _manifest(archive, path)
            _check_entries(archive, contents, path)
        yield archive, contents


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turns what a damaged archive raises into an error that names it."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(f"There is no archive {path}. Check the path.") from error
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror or error}). Check that it is a file and that "
            "you may read it."
        ) from error
    except _BROKEN as error:
        raise _damaged(path, str(error)) from error


def verified(
    archive: zipfile.ZipFile, contents: Contents, path: Path, progress: Progress | None = None
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The name of every file of an archive and its blocks, which raise `InputError` at their end
    where they are not what the manifest says.

    No more is read of a file than the manifest says. `progress` counts files.
    """
    for number, (name, entry) in enumerate(contents.files.items()):
        if progress:
            progress(number, len(contents.files))
        yield name, _blocks(archive, name, entry, path)


def _blocks(archive: zipfile.ZipFile, name: str, entry: Entry, path: Path) -> Iterator[bytes]:
    digest, left = sha256(), entry.size
    with readable(path), archive.open(name) as file:
        while block := file.read(min(BLOCK, left + 1)):
            left -= len(block)
            if left < 0:
                break
            digest.update(block)
            yield block
    if left or digest.hexdigest() != entry.sha256:
        raise _damaged(path, f"{name} is not what the manifest says")


def _manifest(archive: zipfile.ZipFile, path: Path) -> Contents:
    if archive.getinfo(MANIFEST).file_size > _MANIFEST_BYTES:
        raise ValueError("its manifest is too large")
    with archive.open(MANIFEST) as file:
        return decode_model(FORM, Contents, file.read(_MANIFEST_BYTES), path)


def _check_entries(archive: zipfile.ZipFile, contents: Contents, path: Path) -> None:
    """Raises `InputError` where an entry is no plain file, or is not where such files belong."""
    infos = [info for info in archive.infolist() if info.filename != MANIFEST]
    names = [info.filename for info in infos]
    if len(names) != len(contents.files) or set(names) != set(contents.files):
        raise _damaged(path, "it holds other files than its manifest says")
    for info in infos:
        if not (is_safe(info.filename) and _is_plain(info)):
            raise _damaged(path, f"{info.filename!r} is not a file that belongs into it")
        if info.file_size != contents.files[info.filename].size:
            raise _damaged(path, f"{info.filename} has another size than the manifest says")


def is_safe(name: str) -> bool:
    """Whether a name stays below the folder that it is written to, in one of the `PARTS`."""
    steps = name.split("/")
    proper = all(step.strip(". ") and not _FOREIGN & set(step) for step in steps)
    return proper and name.isprintable() and any(_within(name, part) for part in PARTS)


def _within(name: str, part: str) -> bool:
    return name == part if "." in part else name.startswith(f"{part}/")


def _is_plain(info: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(info.external_attr >> 16)
    return kind in (0, stat.S_IFREG) and not info.flag_bits & 1


def _damaged(path: Path, why: str) -> InputError:
    return InputError(
        f"{path} is no archive that can be restored: {why}. Nothing was written. Use another copy."
    )
