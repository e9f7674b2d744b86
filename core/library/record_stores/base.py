"""Where the records of documents are kept. Their files are in the data folder, wherever that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.library.record import DocumentRecord
    from core.library.salvage import DamagedDocument

    Change = Callable[[DocumentRecord], DocumentRecord]
    Listed = DocumentRecord | DamagedDocument


class RecordStore(Protocol):
    """The records of a library, shared by processes and threads; it asks for nobody's rights.

    What changes records is to be called inside `Records.changing`. Everything raises `SetupError`
    where the records cannot be reached or written.
    """

    def ids(self) -> Sequence[str]:
        """The ids of all documents, sorted, also of those whose records cannot be read."""
        ...

    def has(self, sha: str) -> bool:
        """Whether there is a document with this id, also where its record cannot be read."""
        ...

    def every(self) -> Sequence[Listed]:
        """Each document, either its record or as a damaged one, in the order of their ids."""
        ...

    def read(self, sha: str) -> DocumentRecord | None:
        """The record of a document; None if there is no such document.

        Raises:
            DataDamaged: it is damaged or missing, and the file of the document is there.
            DataTooNew: a later version wrote it.
        """
        ...

    def write(self, record: DocumentRecord) -> None:
        """Keeps a record, in place of the one before."""
        ...

    def change(self, sha: str, change: Change) -> DocumentRecord | None:
        """What `change` made of a record as it is by now, kept in its place. Else as `read`."""
        ...

    def copy_out(self, sha: str) -> None:
        """Has the folder of a document hold its record, as another machine may have left it."""
        ...

    def take_up(self, *documents: str) -> None:
        """Keeps the records that came with the folders of documents, in place of any before."""
        ...

    def leftovers(self) -> Sequence[str]:
        """The ids of folders that are to be removed, since a crash kept `remove` from it."""
        ...

    def remove(self, sha: str) -> None:
        """Forgets a document, whose folder is removed next."""
        ...
