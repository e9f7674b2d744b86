"""Files of documents in the data folder alone, as on a desk: there is nothing to do."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from core.errors import DataDamaged

_NOTHING = nullcontext()
_NONE: Mapping[str, DataDamaged] = MappingProxyType({})


class FolderFiles:
    """The data folder is the store; it is on one machine, whose locks are enough."""

    is_shared = False

    def fetch(self, sha: str, name: str, *, anew: bool = False) -> None:
        """See `FileStore.fetch`."""

    def fetch_all(self, sha: str, beginning: str = "") -> Mapping[str, DataDamaged]:
        """See `FileStore.fetch_all`."""
        return _NONE

    def at_one_moment(self, sha: str) -> AbstractContextManager[None]:
        """See `FileStore.at_one_moment`."""
        return _NOTHING

    def lost(self, sha: str) -> tuple[str, ...]:
        """See `FileStore.lost`."""
        return ()

    def putting(
        self, sha: str, files: Mapping[str, Path]
    ) -> AbstractContextManager[Callable[[], None]]:
        """See `FileStore.putting`."""
        return nullcontext(_done)

    def putting_all(self, sha: str, folder: Path) -> AbstractContextManager[Callable[[], None]]:
        """See `FileStore.putting_all`."""
        return nullcontext(_done)

    def drop(self, sha: str, name: str) -> None:
        """See `FileStore.drop`."""

    def remove(self, sha: str) -> None:
        """See `FileStore.remove`."""

    def take_up(self, *documents: str) -> None:
        """See `FileStore.take_up`."""

    def alone(self, name: str) -> AbstractContextManager[None]:
        """See `FileStore.alone`."""
        return _NOTHING


def _done() -> None:
    """What is renamed into place is kept."""
