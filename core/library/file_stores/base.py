"""Where the files of documents are kept. All code reads them in the data folder."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from core.errors import DataDamaged


class FileStore:
    """Those of a desk: the data folder is the store, its locks are enough, and nothing is to do.

    An object store of many machines is `ObjectFiles`. It asks for nobody's rights. A file is named
    by its path below the folder of its document, such as `source.pdf` or `sir/KEY`, which may be a
    folder. Everything raises `SetupError` where the files cannot be reached or written.
    """

    is_shared = False
    """Whether data folders hold copies, so that others may have changed a document."""

    def fetch(self, sha: str, name: str, *, anew: bool = False) -> None:
        """Has the data folder hold a file as it is kept now, and none where none is kept.

        With `anew` a copy that seems to be right is fetched once more.

        Raises:
            DataDamaged: what is kept is gone, or is not what was put.
            DiskFull: there is no room for it.
        """

    def fetch_all(self, sha: str, beginning: str = "") -> Mapping[str, DataDamaged]:
        """As `fetch`, for all files whose names begin so. Those that are damaged, by their names;
        they keep none of the others from coming.
        """
        return MappingProxyType({})

    def at_one_moment(self, sha: str) -> AbstractContextManager[None]:
        """Inside this block a thread knows the files of a document as they are at its beginning,
        and need not ask for each; it sees what it changes itself.
        """
        return nullcontext()

    def lost(self, sha: str) -> Sequence[str]:
        """The names of files of a document that are kept no more, or are of another size."""
        return ()

    def putting(
        self, sha: str, files: Mapping[str, Path]
    ) -> AbstractContextManager[Callable[[], None]]:
        """Puts files, which nobody sees before the function is called that the block is given.

        From then on they are what is kept under their names. It is to be called before they are
        renamed into place, inside `Records.changing`.
        """
        return nullcontext(_done)

    def putting_all(self, sha: str, folder: Path) -> AbstractContextManager[Callable[[], None]]:
        """As `putting`, for all files of the folder of a document, which may be missing.

        From then on they are all that is kept of it.
        """
        return nullcontext(_done)

    def drop(self, sha: str, name: str) -> None:
        """Forgets what is kept under a name, whose copy is removed next."""

    def remove(self, sha: str) -> None:
        """Forgets all files of a document, whose folder is removed next."""

    def take_up(self, *documents: str) -> None:
        """Keeps the folders of documents as they are here, in place of what was kept of them."""

    def alone(self, name: str) -> AbstractContextManager[None]:
        """Inside this block no other machine is inside one of the same name."""
        return nullcontext()


def _done() -> None:
    """What is renamed into place is kept."""
