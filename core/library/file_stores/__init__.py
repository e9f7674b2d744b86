"""Where the files of documents are kept: in the data folder, or in an S3-compatible store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SetupError
from core.library.file_stores.base import FileStore
from core.plugins import importing

if TYPE_CHECKING:
    from core.library.file_stores.bucket import Bucket
    from core.settings import Settings

__all__ = ["FileStore", "open_bucket", "open_files"]


def open_files(settings: Settings) -> FileStore:
    """The files of the library of these settings.

    Documents of the data folder that are not in the store yet are put there, before anybody sees
    their records: this is to be called before `open_records`.

    Raises:
        SetupError: the store or the database that it needs is not set, or cannot be reached.
        MissingExtra: the package that it needs is not installed.
    """
    bucket = open_bucket(settings)
    if bucket is None or settings.database is None:
        return FileStore()
    from core.database.engine import open_database
    from core.library.file_stores.object_files import ObjectFiles

    engine = open_database(settings.database.get_secret_value())
    return ObjectFiles(bucket, engine, settings.home)


def open_bucket(settings: Settings) -> Bucket | None:
    """The bucket of the settings; None where the data folder keeps everything.

    Raises as `open_files`, but connects to nothing.
    """
    if not settings.files:
        return None
    if settings.database is None:
        raise SetupError(
            "SIGHTLINE_FILES keeps the files of documents in an object store, and which of them "
            "hold is in a database. Set SIGHTLINE_DATABASE too (docs/deploy.md), or take "
            "SIGHTLINE_FILES out."
        )
    with importing("s3", "SIGHTLINE_FILES"):
        from core.library.file_stores.bucket import Bucket
    return Bucket(settings.files)
