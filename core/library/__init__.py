"""The documents that people added, and the results of every stage cached beside them."""

from core.library.kinds import EXTENSIONS, Kind
from core.library.library import Library
from core.library.record import DocumentRecord, ParseInfo

__all__ = ["EXTENSIONS", "DocumentRecord", "Kind", "Library", "ParseInfo"]
