"""Libraries as an app opens them, without asking who acts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.library import Library
from core.library.record_stores import open_records
from core.library.salvage import RECORD_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings


def opened(settings: Settings) -> Library:
    """The library of these settings, as another process would open it."""
    return Library(settings, store=open_records(settings))


def record_file(library: Library, sha: str) -> Path:
    """Where the record of a document, or its copy, lies beside it."""
    return library.folder(sha) / RECORD_FILE


def names_in_file(library: Library, sha: str) -> list[str]:
    """The names of a document as they stand beside it."""
    return json.loads(record_file(library, sha).read_bytes())["names"]
