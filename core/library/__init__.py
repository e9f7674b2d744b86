"""The documents that people added, and the results of every stage cached beside them."""

from core.library.file_kinds import EXTENSIONS, Kind
from core.library.library import Library
from core.library.record import DocumentRecord, ParseInfo
from core.library.salvage import DamagedDocument

__all__ = [
    "EXTENSIONS",
    "DamagedDocument",
    "DocumentRecord",
    "Kind",
    "Library",
    "ParseInfo",
]
