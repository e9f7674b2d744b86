"""Where the records of documents are kept: in files on a desk, in a database on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.library.record_stores.files import FileRecords, document_folders

if TYPE_CHECKING:
    from core.settings import Settings

__all__ = ["FileRecords", "document_folders", "open_records"]


def open_records(settings: Settings) -> FileRecords:
    """The records of the library in the data folder. Raises as `core.people.open_directory`."""
    if settings.database is None:
        return FileRecords(settings.home)
    from core.library.record_stores.database import DatabaseRecords

    return DatabaseRecords(settings.database.get_secret_value(), settings.home)
