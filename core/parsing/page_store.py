"""Pages that were read, kept in a folder for a parse that goes on where another one stopped."""

from __future__ import annotations

import logging
import pickle
import zlib
from dataclasses import dataclass, is_dataclass
from enum import Enum
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from core.files import disk_is_full
from core.parsing.read_pages import ReadPage

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LOG = logging.getLogger("sightline")
_SUFFIX = ".page"
_DAMAGED = (BadZipFile, zlib.error, EOFError, OSError, RuntimeError)
"""What a file that is no whole archive raises; of another compression or encrypted, the last."""
_MOST_BYTES = 64 * 2**20
"""Of a page that comes from another process; one with ten thousand words has 2 MB."""


@dataclass(frozen=True, slots=True)
class PageStore:
    """A folder with a file for each page."""

    folder: Path

    def numbers(self) -> tuple[int, ...]:
        """The 1-based numbers of the pages that are kept, ascending."""
        return tuple(sorted(int(path.stem) for path in self.folder.glob(f"*{_SUFFIX}")))

    def load(self) -> dict[int, ReadPage]:
        """The pages by their index, without those whose file is damaged."""
        pages = {number - 1: self._page(number) for number in self.numbers()}
        return {index: page for index, page in pages.items() if page is not None}

    def replace(self, pages: Iterable[ReadPage]) -> None:
        """Keeps what other pages are waited for; nothing once none is missing."""
        pages = list(pages)
        self.clear()
        if any(page.late for page in pages):
            self.keep(pages)

    def clear(self) -> None:
        """Keeps none of its pages."""
        for path in self.folder.glob(f"*{_SUFFIX}"):
            path.unlink()

    def keep(self, pages: Iterable[ReadPage]) -> None:
        """Keeps pages, but those that were not read in time."""
        self.folder.mkdir(exist_ok=True)
        for page in pages:
            if not page.late:
                self._path(page.content.number).write_bytes(pickle.dumps(page))

    def packed(self) -> bytes:
        """The pages that are kept, as one file; what no reader writes is left out."""
        content = BytesIO()
        with ZipFile(content, "w", ZIP_DEFLATED) as file:
            for path in map(self._path, self.numbers()):
                if not path.is_symlink() and path.stat().st_size <= _MOST_BYTES:
                    file.write(path, path.name)
        return content.getvalue()

    def unpack(self, packed: Path, numbers: Iterable[int]) -> None:
        """Keeps those of the pages with these numbers that a packed file holds undamaged."""
        self.folder.mkdir(exist_ok=True)
        try:
            with ZipFile(packed) as file:
                sizes = {info.filename: info.file_size for info in file.infolist()}
                for path in map(self._path, numbers):
                    if sizes.get(path.name, _MOST_BYTES + 1) <= _MOST_BYTES:
                        path.write_bytes(file.read(path.name))
        except _DAMAGED as error:
            if disk_is_full(error):
                raise
            _LOG.warning("pages in %s are damaged and are read again: %s", packed, error)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number}{_SUFFIX}"

    def _page(self, number: int) -> ReadPage | None:
        try:
            page = _Unpickler(BytesIO(self._path(number).read_bytes())).load()
        except Exception:  # noqa: BLE001 (what damaged bytes raise is anybody's guess)
            _LOG.warning("page %d is damaged in %s and is read again", number, self.folder)
            return None
        right = isinstance(page, ReadPage) and page.content.number == number
        return page if right else None


class _Unpickler(pickle.Unpickler):
    """Makes only values of the reader: a file of the library may come from somebody else."""

    def find_class(self, module: str, name: str) -> Any:
        named = super().find_class(module, name) if module.startswith("core.") else None
        if isinstance(named, type) and (is_dataclass(named) or issubclass(named, Enum)):
            return named
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a page.")
