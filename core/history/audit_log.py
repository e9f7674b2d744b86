"""What was done to answers, one line each, so that no line can be changed without being seen.

`<home>/audit/log.jsonl` holds an entry a line, each with the hash of the one before:
SHA-256 of that hash and of the entry's own content. `<home>/audit/head.json` says how many there
are and what the last hash is, so that a cut end is seen, too. An entry is written into the head
first, then into the log, then taken out of the head. It counts from the moment it is in the head:
what a crash or a full disk leaves is completed with the next entry, or by `AuditLog.mend`.

Whoever may write the folder can write the whole chain anew. That is seen only against a hash that
lies elsewhere: the last one is printed on every record that is handed on.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from filelock import FileLock
from pydantic import BaseModel, ValidationError

from core.errors import DataDamaged, DataTooNew, SetupError
from core.file_format import Form, decode_model, encode_model
from core.files import changing, require_space, write_atomic
from core.value_models import StrictModel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = sha256(b"sightline.audit/1").hexdigest()
"""What stands before the first entry in place of a hash."""
_HEAD = Form("sightline.audit-head")


class AuditEntry(StrictModel):
    """Something that was done. `subject` is the id of an answer or a conversation, `content` the
    SHA-256 of what it held, `name` who did it; empty where that does not apply.
    """

    number: int
    at: datetime
    action: str
    subject: str = ""
    content: str = ""
    name: str = ""
    note: str = ""
    before: str
    hash: str = ""

    def computed_hash(self) -> str:
        """The hash that the entry must have."""
        values = self.model_dump(mode="json", exclude={"hash", "before"})
        canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
        return sha256(f"{self.before}\n{canonical}".encode()).hexdigest()

    def line(self) -> bytes:
        """The entry as it stands in the log."""
        values = self.model_dump(mode="json")
        return json.dumps(values, sort_keys=True, separators=(",", ":")).encode() + b"\n"


class Problem(NamedTuple):
    """What is wrong with the log, and at which entry, counted from 1."""

    number: int
    words: str


class LogState(NamedTuple):
    """The entries up to the first problem, the hash of the last one, and that problem.

    An entry that is being written is one of them. `notice` says what is no fault, such as that
    writing was interrupted.
    """

    entries: tuple[AuditEntry, ...]
    head: str
    problem: Problem | None = None
    notice: str = ""


class _Head(BaseModel):
    """`pending` is an entry that is being written."""

    count: int = 0
    hash: str = FIRST
    pending: AuditEntry | None = None


class AuditLog:
    """The log of a data folder; processes and threads may share it."""

    def __init__(self, home: Path) -> None:
        """Reads nothing yet, and makes no folder."""
        self._home = home
        self.path = home / "audit" / "log.jsonl"
        self.head_path = self.path.with_name("head.json")
        self._lock = FileLock(home / "audit" / "log.lock")

    def add(
        self, action: str, subject: str = "", *, content: str = "", name: str = "", note: str = ""
    ) -> AuditEntry:
        """The entry that was written, durably, behind all others.

        Raises:
            DataDamaged: the head or the log cannot be read, or its end is not what the head says.
            SetupError: the data folder cannot be written, and nothing was.
        """
        with self.changing():
            head = self._completed()
            entry = AuditEntry(
                number=head.count + 1,
                at=datetime.now(UTC),
                action=action,
                subject=subject,
                content=content,
                name=name,
                note=note,
                before=head.hash,
            )
            entry = entry.model_copy(update={"hash": entry.computed_hash()})
            require_space(self._home, 2 * len(entry.line()))
            try:
                self._write_head(head.model_copy(update={"pending": entry}))
                self._append(entry, len(self._bytes()))
            except (OSError, SetupError):
                if self.head() != entry.hash:
                    raise
        return entry

    def head(self) -> str:
        """The hash of the last entry, for records that leave the house; empty without a log.

        Raises:
            DataDamaged: the head cannot be read.
        """
        if not self.head_path.exists():
            return ""
        head = self._head()
        return head.pending.hash if head.pending else head.hash

    def is_interrupted(self) -> bool:
        """Whether the log misses the end of an entry. Raises as `head`."""
        return self.head_path.exists() and self._head().pending is not None

    def state(self) -> LogState:
        """The log with the first thing that is wrong with it, if any."""
        try:
            with self.reading():
                head, content = self._head(), self._bytes()
        except (DataDamaged, DataTooNew) as error:
            return LogState((), FIRST, Problem(0, str(error)))
        end = b""
        if head.pending:
            content, end = _parted(content, head.count)
        state = _chained(content)
        if state.problem:
            return state
        return _against(head, state, end)

    def mend(self) -> str:
        """What was completed of an interrupted write, in words; empty where nothing was.

        Raises as `add`.
        """
        with self.changing():
            interrupted = self.is_interrupted()
            head = self._completed()
        return f"Entry {head.count} of the audit log was completed." if interrupted else ""

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Nobody writes the log inside this block. Makes no folder.

        Who may not write the data folder cannot hold others off either, and reads nevertheless.
        """
        with ExitStack() as stack:
            if self.path.parent.is_dir():
                with suppress(OSError):
                    stack.enter_context(self._lock)
            yield

    @contextmanager
    def changing(self) -> Iterator[None]:
        """No other process or thread writes the log inside this block."""
        with changing(self._home, self._lock):
            yield

    def _completed(self) -> _Head:
        """The head, after an entry that a crash left half-written was written whole."""
        head = self._head()
        content = self._bytes()
        whole, end = _parted(content, head.count)
        line = head.pending.line() if head.pending else b""
        if content.count(b"\n") < head.count or not line.startswith(end) or _pending_fault(head):
            raise DataDamaged(
                f"The end of the audit log {self.path} is not what {self.head_path.name} says, so "
                "nothing is written behind it. python -m core audit verify says more; restore a "
                "backup of the folder, or move it aside to begin a new log."
            )
        return self._append(head.pending, len(whole)) if head.pending else head

    def _append(self, entry: AuditEntry, place: int) -> _Head:
        with self.path.open("r+b" if self.path.exists() else "w+b") as file:
            file.seek(place)
            file.write(entry.line())
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
        head = _Head(count=entry.number, hash=entry.hash)
        self._write_head(head)
        return head

    def _head(self) -> _Head:
        """Raises `DataDamaged` where it cannot be read, or is missing beside a log."""
        try:
            return decode_model(_HEAD, _Head, self.head_path.read_bytes(), self.head_path)
        except FileNotFoundError:
            if not self._bytes():
                return _Head()
            words = "is missing"
        except (OSError, ValueError):
            words = "was changed or cannot be read"
        raise DataDamaged(
            f"The head of the audit log {words}: {self.head_path}. Restore a backup of the folder "
            "audit; until then it cannot be told whether entries are missing at the end."
        )

    def _write_head(self, head: _Head) -> None:
        write_atomic(self._home, self.head_path, encode_model(_HEAD, head) + b"\n")

    def _bytes(self) -> bytes:
        """Raises `DataDamaged` where it cannot be read."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise DataDamaged(
                f"The audit log cannot be read ({error.strerror or error}): {self.path}. Correct "
                "its permissions, or restore a backup of the folder audit."
            ) from error


def _parted(content: bytes, lines: int) -> tuple[bytes, bytes]:
    rows = content.splitlines(keepends=True)
    return b"".join(rows[:lines]), b"".join(rows[lines:])


def _chained(content: bytes) -> LogState:
    """The entries of the lines, each of which follows the one before, up to the first that is not
    as it was written."""
    entries: list[AuditEntry] = []
    last = FIRST
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        words = _fault(line, number, last)
        if words:
            return LogState(tuple(entries), last, Problem(number, words))
        entries.append(AuditEntry.model_validate_json(line))
        last = entries[-1].hash
    return LogState(tuple(entries), last)


def _fault(line: bytes, number: int, last: str) -> str:
    """What is wrong with a line of the log; empty if nothing is."""
    try:
        entry = AuditEntry.model_validate_json(line)
    except ValidationError:
        return "it cannot be read as an entry"
    if entry.number != number:
        return f"it is entry {entry.number}: entries are missing, doubled or in another order"
    if entry.before != last:
        return "it does not follow the entry before: one of them was changed or put in"
    if entry.computed_hash() != entry.hash or entry.line() != line:
        return "its content was changed after it was written"
    return ""


def _pending_fault(head: _Head) -> str:
    """What is wrong with the entry that is being written; empty if nothing is, or none is."""
    return _fault(head.pending.line(), head.count + 1, head.hash) if head.pending else ""


def _against(head: _Head, state: LogState, end: bytes) -> LogState:
    """The state of a sound chain, compared with what its head says; `end` is behind it."""
    count = len(state.entries)
    if count < head.count:
        words = f"the log ends after entry {count}, and {head.count} were written"
        return state._replace(problem=Problem(count + 1, words))
    if count > head.count:
        words = "it was put behind the last entry that was written"
        return state._replace(problem=Problem(head.count + 1, words))
    if state.head != head.hash:
        return state._replace(problem=Problem(count, "it is not the one that was written last"))
    if not head.pending:
        return state
    words = _pending_fault(head)
    if not head.pending.line().startswith(end):
        words = "it is not the entry that was being written"
    if words:
        return state._replace(problem=Problem(count + 1, words))
    words = f"Writing entry {count + 1} was interrupted; it is completed with the next one."
    return LogState((*state.entries, head.pending), head.pending.hash, notice=words)
