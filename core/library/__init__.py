"""The documents that people added, and the results of every stage cached beside them."""

from core.library.library import Library
from core.library.record import DocumentRecord, ParseInfo

__all__ = ["DocumentRecord", "Library", "ParseInfo"]
