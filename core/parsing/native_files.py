"""Outputs of other parsers that are kept beside a document, and where each came from."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from core.errors import DataDamaged, NotFound
from core.file_format import Form, decode_model, encode_model
from core.parsing.adapters import get_adapter
from core.parsing.base import NATIVE

if TYPE_CHECKING:
    from core.library import Library

INDEX = "index.json"
FORM = Form("sightline.native")


class NativeFile(BaseModel):
    """One output: its parser, its name in `NATIVE` (made of its bytes), and what it was called.

    `run` says that Sightline ran the parser, in so many `seconds` and for so many US dollars (None
    where that is not known); else somebody brought the file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    parser: str
    file: str
    name: str
    added_at: datetime
    run: bool = False
    seconds: float | None = None
    dollars: float | None = None


class _Index(BaseModel):
    model_config = ConfigDict(extra="forbid")

    files: tuple[NativeFile, ...] = ()


def native_files(library: Library, sha: str) -> tuple[NativeFile, ...]:
    """The outputs of other parsers of a document, one for each parser, the newest last.

    Raises:
        DataDamaged: the list of them cannot be read.
        DataTooNew: a later version wrote it.
    """
    content = library.load_bytes(sha, NATIVE, INDEX)
    if content is None:
        return ()
    path = library.stage_path(sha, NATIVE, INDEX)
    try:
        return decode_model(FORM, _Index, content, path).files
    except (OSError, ValueError) as error:
        raise DataDamaged(
            f"The list of outputs of other parsers is damaged: {path}. Remove the file, and bring "
            "the outputs again."
        ) from error


def native_file(library: Library, sha: str, parser: str) -> NativeFile:
    """The output of a parser of a document.

    Raises:
        NotFound: there is none.
    """
    for kept in native_files(library, sha):
        if kept.parser == parser:
            return kept
    title = get_adapter(parser).title
    raise NotFound(
        f"This document has no output of {title}. Bring one (python -m core ingest FILE "
        f"--parsed-by {parser} --native RESULT), or run the parser on the page Structure."
    )


def make_native_file(
    parser: str,
    content: bytes,
    name: str,
    seconds: float | None = None,
    dollars: float | None = None,
    *,
    run: bool = False,
) -> NativeFile:
    """What is noted of an output; see `NativeFile`."""
    return NativeFile(
        parser=parser,
        file=f"{parser}-{sha256(content).hexdigest()[:16]}",
        name=name,
        added_at=datetime.now(UTC),
        run=run,
        seconds=seconds,
        dollars=dollars,
    )


def note_native(library: Library, sha: str, native: NativeFile) -> None:
    """Names an output as that of its parser, in place of the one before.

    The bytes of that one stay, since a tree that was made of it may still be in use.

    Raises:
        NotFound: the library has no such document.
        SetupError: the data folder cannot be written.
    """
    with library.changing():
        others = (kept for kept in native_files(library, sha) if kept.parser != native.parser)
        index = _Index(files=(*others, native))
        library.store_bytes(sha, NATIVE, INDEX, encode_model(FORM, index, 1))
