"""Pages that were read, kept in a folder for a parse that goes on where another one stopped."""

from __future__ import annotations

import logging
import pickle
from dataclasses import dataclass, is_dataclass
from enum import Enum
from io import BytesIO
from typing import TYPE_CHECKING, Any

from core.parsing.read_pages import ReadPage

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LOG = logging.getLogger("sightline")
_SUFFIX = ".page"


@dataclass(frozen=True, slots=True)
class PageStore:
    """A folder with a file for each page; it is there only while other pages are missing."""

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
        missing = any(page.late for page in pages)
        for path in self.folder.glob(f"*{_SUFFIX}"):
            path.unlink()
        if not missing:
            return
        self.folder.mkdir(exist_ok=True)
        for page in pages:
            if not page.late:
                self._path(page.content.number).write_bytes(pickle.dumps(page))

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
