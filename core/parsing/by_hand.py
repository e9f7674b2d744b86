"""The corrections of a document of the library: kept beside it, and applied to its tree."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.errors import SetupError
from core.parsing.corrections import apply_corrections, decode, encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import Library
    from core.parsing.corrections import Correction
    from core.sir import Sir

STAGE, FILE = "corrections", "by_hand.json"
LOST = "lost_corrections"
"""Metadata of a tree: which of the corrections found no element in it, counted from 0."""


def load_corrections(library: Library, sha: str) -> tuple[Correction, ...]:
    """The corrections of a document, in the order in which they were made.

    Raises:
        SetupError: the file that holds them is damaged, or of another version.
    """
    try:
        return decode(library.load_bytes(sha, STAGE, FILE))
    except ValueError as error:
        path = library.stage_path(sha, STAGE, FILE)
        raise SetupError(
            f"The corrections of this document cannot be read. Repair {path}, or delete it to go "
            "on without them."
        ) from error


def store_corrections(library: Library, sha: str, corrections: Sequence[Correction]) -> None:
    """Keeps the corrections of a document in place of those it had.

    Raises:
        NotFound: the library has no such document.
    """
    library.store_bytes(sha, STAGE, FILE, encode(corrections))


def corrected(sir: Sir, corrections: Sequence[Correction]) -> Sir:
    """A tree after corrections, with the numbers of those that were of no use."""
    found, lost = apply_corrections(sir, corrections)
    if not lost:
        return found
    numbers = ",".join(str(corrections.index(one)) for one in lost)
    return replace(found, metadata={**found.metadata, LOST: numbers})


def lost_corrections(sir: Sir) -> tuple[int, ...]:
    """Which corrections found no element in a tree that `corrected` gave."""
    return tuple(int(number) for number in sir.metadata.get(LOST, "").split(",") if number)
