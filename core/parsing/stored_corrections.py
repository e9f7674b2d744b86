"""The corrections of a document of the library: kept beside it, and applied to its tree."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict
from pydantic_core import from_json

from core.errors import DataDamaged, SightlineError
from core.file_format import Form, decode_model, encode_model
from core.files import put_aside
from core.parsing.corrections import Correction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.library import Library

STAGE, FILE = "corrections", "by_hand.json"
FORM = Form("sightline.corrections")


class _CorrectionsFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    corrections: tuple[Correction, ...]


def load_corrections(library: Library, sha: str) -> tuple[Correction, ...]:
    """The corrections of a document, in the order in which they were made.

    Raises:
        DataDamaged: the file that holds them is damaged or gone.
        DataTooNew: a later version wrote it.
    """
    try:
        content = library.load_bytes(sha, STAGE, FILE)
        if content is None and not (library.folder(sha) / STAGE).exists():
            return ()
        path = _path(library, sha)
        return decode_model(FORM, _CorrectionsFile, content or b"", path).corrections
    except (OSError, ValueError) as error:
        raise DataDamaged(
            f"The corrections of {_name(library, sha)} cannot be read, so its structure would be "
            f"another one without a word: {_path(library, sha)} is damaged or gone. Put a copy of "
            "the file back, or run python -m core check --repair, which puts it aside and keeps "
            "what can be read."
        ) from error


def store_corrections(library: Library, sha: str, corrections: Sequence[Correction]) -> None:
    """Keeps the corrections of a document in place of those it had.

    Raises:
        NotFound: the library has no such document.
    """
    file = _CorrectionsFile(corrections=tuple(corrections))
    library.store_bytes(sha, STAGE, FILE, encode_model(FORM, file, 1))


def salvage_corrections(library: Library, sha: str) -> tuple[tuple[Correction, ...], Path | None]:
    """The corrections that a damaged file still tells, now kept, and the damaged file, put aside.

    Only a file that is cut off tells any: where something else is wrong, each may be wrong.

    Raises:
        SetupError: the data folder cannot be written.
    """
    path = _path(library, sha)
    content = b""
    with suppress(DataDamaged):  # what a store has lost tells nothing
        content = library.load_bytes(sha, STAGE, FILE) or b""
    salvaged = _recovered(content)
    aside = put_aside(library.settings.home, path)
    store_corrections(library, sha, salvaged)
    return salvaged, aside


def _name(library: Library, sha: str) -> str:
    """What people call a document, or what they find it by where its record is damaged, too."""
    try:
        return library.get(sha).name
    except SightlineError:
        return f"document {sha[:12]}"


def _path(library: Library, sha: str) -> Path:
    return library.folder(sha) / STAGE / FILE


def _recovered(content: bytes) -> tuple[Correction, ...]:
    try:
        from_json(content)
        return ()
    except ValueError:
        pass
    try:
        values = from_json(content, allow_partial=True)
        entries = values["corrections"] if isinstance(values, dict) else values
        # The last one may lack a field that would be told only after the cut.
        return tuple(Correction.model_validate(entry) for entry in entries[:-1])
    except (ValueError, KeyError, TypeError):
        return ()
