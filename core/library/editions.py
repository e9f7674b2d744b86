"""Editions as people confirmed them: what a document is, and which others are of the same work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from core.errors import InvalidOption, first_problem
from core.library.edition_status import editions_of
from core.library.iso_dates import check_date
from core.library.record import DocumentRecord, Edition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.library.library import Library

FIELDS = ("publisher", "issued", "valid_until", "status", "version")
"""What can be confirmed of a document by itself."""
_DATES = ("issued", "valid_until")


def confirm(library: Library, sha: str, values: Mapping[str, str]) -> DocumentRecord:
    """The record after a person confirmed these of the `FIELDS`; an empty one clears it.

    Raises:
        NotFound: the library has no such document.
        InvalidOption: a date or the status is none.
    """
    changes = {name: " ".join(values[name].split()) for name in FIELDS if name in values}
    for name in _DATES:
        try:
            check_date(changes.get(name, ""))
        except ValueError as error:
            raise InvalidOption(f"The date {changes[name]!r} {error}.") from error
    with library.changing():
        before = library.get(sha).edition
        try:
            edition = Edition.model_validate(before.model_dump() | changes)
        except ValidationError as error:
            raise InvalidOption(f"The edition, {first_problem(error)}.") from error
        return library.change(sha, edition=edition)


def link(library: Library, sha: str, other: str, *, newer: bool) -> DocumentRecord:
    """The record after a document was made an edition of the work of another one.

    It stands directly behind that one if it is `newer`, else directly before it. A work that it
    belonged to before keeps its other editions.

    Raises:
        NotFound: the library lacks one of them.
        InvalidOption: it is the same document.
    """
    if sha == other:
        raise InvalidOption("A document is no other edition of itself. Choose another one.")
    with library.changing():
        record, target = library.get(sha), library.get(other)
        work = target.edition.work or target.sha
        members = [each for each in editions_of(target, library.list()) if each.sha != sha]
        at = next(i for i, each in enumerate(members) if each.sha == other) + newer
        for place, each in enumerate([*members[:at], record, *members[at:]]):
            edition = each.edition.model_copy(update={"work": work, "place": place})
            if edition != each.edition:
                library.change(each.sha, edition=edition)
        return library.get(sha)


def unlink(library: Library, sha: str) -> DocumentRecord:
    """The record after a document was taken out of its work; a work of one is none.

    Raises:
        NotFound: the library has no such document.
    """
    with library.changing():
        record = library.get(sha)
        others = [each for each in editions_of(record, library.list()) if each.sha != sha]
        for each in [record, *(others if len(others) == 1 else [])]:
            edition = each.edition.model_copy(update={"work": "", "place": 0})
            library.change(each.sha, edition=edition)
        return library.get(sha)
