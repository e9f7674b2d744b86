"""Changing what is known of a document of the library, and deleting one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import InvalidOption
from core.files import temporary_path
from core.library.iso_dates import check_date
from core.library.stage_results import StageResults
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from core.library.record import DocumentRecord, ParseInfo
    from core.sir import Page


class RecordChanges(StageResults):
    """Documents whose records are changed by the app and by people."""

    def set_parse(self, sha: str, parse: ParseInfo, pages: tuple[Page, ...]) -> DocumentRecord:
        """The record after noting how the document was parsed, and what its pages are labelled.

        Raises:
            NotFound: the document was deleted meanwhile.
        """
        with self.changing():
            return self._change(sha, parse=parse, pages=pages)

    def describe_by_hand(self, sha: str, values: Mapping[str, str]) -> DocumentRecord:
        """The record after a person said what title, author or date a document has.

        What the file says of one left out holds again; it stays in the record.

        Raises:
            NotFound: the library has no such document.
            InvalidOption: the date is none.
            AccessRefused: who acts may not change documents.
        """
        self.permissions.allow(Right.EDIT)
        try:
            check_date(values.get("date", ""))
        except ValueError as error:
            raise InvalidOption(f"The date {values['date']!r} {error}.") from error
        with self.changing():
            record = self.change(sha, by_hand=dict(values))
        self.permissions.did("described", sha)
        return record

    def change(self, sha: str, **fields: object) -> DocumentRecord:
        """The record with other values in some fields; to be called inside `changing`.

        Raises:
            NotFound: the library has no such document.
            AccessRefused: who acts may not change documents.
        """
        self.permissions.allow(Right.EDIT)
        record = self._change(sha, **fields)
        self.permissions.did("changed", sha, ", ".join(sorted(fields)))
        return record

    def _change(self, sha: str, **fields: object) -> DocumentRecord:
        record = self._changed(sha, lambda now: now.model_copy(update=fields))
        return self.permissions.seen(record)

    def delete(self, sha: str) -> None:
        """Removes a document and all that was made from it.

        One that others see as well, who are not members where who acts is one, stays theirs.

        Raises:
            NotFound: the library has no such document.
            AccessRefused: who acts may not delete documents.
        """
        self.permissions.allow(Right.EDIT)
        if not self.has(sha):
            self.get(sha)
        # Under one lock, so that nobody who adds the same file meanwhile loses it.
        with self.changing():
            if self.permissions.withdrawn(sha):
                with self.permissions.unbounded():
                    self._remove(sha)
        self.permissions.did("deleted", sha)

    def _remove(self, sha: str) -> None:
        with temporary_path(self._home) as target, self.changing():
            self._store.remove(sha)
            self._files.remove(sha)
            self._move_out(sha, target)

    def _move_out(self, sha: str, target: Path) -> None:
        if (self._documents / sha).is_dir():
            (self._documents / sha).rename(target)
