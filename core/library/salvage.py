"""Documents whose record cannot be read, and what of it can still be told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from core.errors import DataDamaged, DataTooNew, SetupError
from core.file_format import decode_model
from core.library.file_checks import clean_name
from core.library.file_kinds import Kind
from core.library.record import RECORD, DocumentRecord

if TYPE_CHECKING:
    from pathlib import Path


RECORD_FILE = "document.json"
SOURCE = "source."
"""What the name of the file of a document begins with, before its kind."""
_NAMES = re.compile(rb'"names":\s*(\[[^\]]*\])')
_LIST = TypeAdapter(tuple[str, ...])
_REPAIR = (
    "Run python -m core check --repair, or use the button on the page Settings, to make its "
    "record anew."
)


@dataclass(frozen=True, slots=True)
class DamagedDocument:
    """A document whose record cannot be read; `name` is empty if it is lost, `size` in bytes.

    `too_new` says that a later version wrote the record, which must then be left alone.
    """

    sha: str
    name: str
    size: int
    problem: str
    too_new: bool = False

    @property
    def shown_name(self) -> str:
        """Its name, or the beginning of its id."""
        return self.name or self.sha[:12]


def read_record(folder: Path) -> DocumentRecord | None:
    """The record in the folder of a document; None if there is no document.

    Raises:
        DataDamaged: it is damaged or missing, and the file of the document is there.
        DataTooNew: a later version wrote it.
    """
    path = folder / RECORD_FILE
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        if source_of(folder) is None:
            return None
        raise DataDamaged(_words(folder, f"{path} is missing")) from error
    except OSError as error:
        raise DataDamaged(_words(folder, f"{path} cannot be read")) from error
    return decode_record(content, folder)


def decode_record(content: bytes, folder: Path) -> DocumentRecord:
    """The record in the content of the file in a folder. Raises as `read_record`."""
    path = folder / RECORD_FILE
    try:
        record = decode_model(RECORD, DocumentRecord, content, path)
        if record.sha != folder.name:
            raise ValueError("it is the record of another document")
    except ValueError as error:
        raise DataDamaged(_words(folder, f"{path} is damaged")) from error
    return record


def read_or_damaged(folder: Path) -> DocumentRecord | DamagedDocument | None:
    """What a list shows of the document in a folder; None if there is none."""
    try:
        return read_record(folder)
    except (DataDamaged, DataTooNew) as error:
        return damaged_document(folder, error)


def damaged_document(folder: Path, error: SetupError) -> DamagedDocument:
    """What a list shows of a document whose record `read_record` refuses."""
    names, source = old_names(folder), source_of(folder)
    size = source.stat().st_size if source else 0
    too_new = isinstance(error, DataTooNew)
    return DamagedDocument(folder.name, names[0] if names else "", size, str(error), too_new)


def source_of(folder: Path) -> Path | None:
    """The file of a document as it was given; None if it is gone."""
    paths = (folder / f"{SOURCE}{kind.value}" for kind in Kind)
    return next((path for path in paths if path.is_file()), None)


def old_names(folder: Path) -> tuple[str, ...]:
    """The names in a damaged record that can still be read; often none."""
    try:
        content = (folder / RECORD_FILE).read_bytes()
    except OSError:
        return ()
    try:
        names = _LIST.validate_python(_partial(content).get("names", ()))
    except (ValidationError, AttributeError):
        return ()
    return tuple(clean_name(name) for name in names)


def _partial(content: bytes) -> dict[str, Any]:
    """The fields of JSON that is cut off; of JSON that is garbled, the names."""
    try:
        return from_json(content, allow_partial=True)
    except ValueError:
        match = _NAMES.search(content)
    try:
        return {"names": from_json(match[1])} if match else {}
    except ValueError:
        return {}


def _words(folder: Path, what: str) -> str:
    names = old_names(folder)
    name = names[0] if names else f"the document {folder.name[:12]}"
    here = "Its file is still there. " if source_of(folder) else "Its file is gone, too. "
    return f"The record of {name} cannot be read: {what}. {here}{_REPAIR}"
