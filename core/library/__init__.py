"""The documents that people added, and the results of every stage cached beside them."""

from core.library.file_kinds import EXTENSIONS, Kind
from core.library.library import Library
from core.library.record import DocumentRecord, Edition, ParseInfo
from core.library.salvage import DamagedDocument

__all__ = [
    "EXTENSIONS",
    "DamagedDocument",
    "DocumentRecord",
    "Edition",
    "Kind",
    "Library",
    "ParseInfo",
]
