"""Names of indexes: one for each embedding model and way to chunk."""

from __future__ import annotations

import hashlib
import re


def folder_name(variant: str) -> str:
    """A name for files and collections: readable letters of the variant, and its digest."""
    readable = re.sub(r"[^a-z0-9]+", "-", variant.lower()).strip("-")[:40].strip("-")
    digest = hashlib.sha256(variant.encode()).hexdigest()[:12]
    return f"{readable}-{digest}" if readable else digest
