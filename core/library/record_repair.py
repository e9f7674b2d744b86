"""Making the record of a document anew from its file."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.errors import PasswordNeeded
from core.library.file_checks import WORKING, examine_isolated
from core.library.file_digests import sha256_of
from core.library.file_kinds import Kind
from core.library.record import DocumentRecord

if TYPE_CHECKING:
    from pathlib import Path

    from core.library.library import Library
    from core.progress import Progress


def make_record(
    path: Path,
    sha: str,
    names: tuple[str, ...],
    password: str | None,
    library: Library,
    progress: Progress | None,
) -> DocumentRecord:
    """The record of the file at `path`, named `source.<kind>`; its working copy comes beside it.

    Raises as `examine_isolated`.
    """
    kind = Kind(path.suffix[1:])
    fields = examine_isolated(path, names[0], kind, password, library, progress)
    working = path.with_name(WORKING)
    return DocumentRecord(
        sha=sha,
        names=names,
        size=path.stat().st_size,
        added_at=datetime.now(UTC),
        working_sha=sha256_of(working) if working.exists() else "",
        **fields,
    )


def remake_record(
    source: Path,
    into: Path,
    names: tuple[str, ...],
    password: str | None,
    library: Library,
    progress: Progress | None,
    *,
    trust_copy: bool,
) -> DocumentRecord:
    """The record of the file of a document, examined in the empty folder `into`.

    With `trust_copy` the copy that opens without the password is taken over where there is no
    password. Raises as `make_record`.
    """
    sha, copy = source.parent.name, into / source.name
    shutil.copyfile(source, copy)
    try:
        return make_record(copy, sha, names, password, library, progress)
    except PasswordNeeded:
        old_working = source.with_name(WORKING)
        if password or not trust_copy or not old_working.exists():
            raise
    shutil.copyfile(old_working, into / "source.pdf")
    record = make_record(into / "source.pdf", sha, names, None, library, progress)
    working = shutil.copyfile(old_working, into / WORKING)
    update = {
        "encrypted": True,
        "decrypted_copy": True,
        "working_sha": sha256_of(working),
        "size": source.stat().st_size,
    }
    return record.model_copy(update=update)
