from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from core.errors import DataDamaged, DataTooNew, DiskFull
from core.file_format import Form, encode
from core.history.audit_log import FIRST, AuditEntry, AuditLog
from tests.disks import FULL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENTRIES = 12


@pytest.fixture
def log(tmp_path: Path) -> AuditLog:
    """A log with entries of every kind."""
    made = AuditLog(tmp_path)
    for number in range(ENTRIES):
        made.add("signed", f"{number:024x}", content="c" * 64, name="Dr. Ü", note="50 % \u2028")
    return made


def rows(log: AuditLog) -> list[bytes]:
    return log.path.read_bytes().splitlines(keepends=True)


def rehashed(line: bytes, **changes: object) -> bytes:
    """A line with other values, its own hash made anew, as someone who knows the form would."""
    entry = AuditEntry.model_validate({**json.loads(line), **changes})
    return entry.model_copy(update={"hash": entry.computed_hash()}).line()


def test_a_log_that_nobody_changed_verifies(log: AuditLog, tmp_path: Path):
    state = AuditLog(tmp_path).state()
    assert (state.problem, state.notice) == (None, "")
    assert [entry.number for entry in state.entries] == list(range(1, ENTRIES + 1))
    assert state.head == log.head() == state.entries[-1].hash


def test_an_empty_folder_has_an_empty_log_that_verifies(tmp_path: Path):
    log = AuditLog(tmp_path / "home")
    assert log.state() == ((), FIRST, None, "")
    assert log.head() == ""
    assert not (tmp_path / "home").exists()


def tamperings() -> list[tuple[str, int, Callable[[list[bytes], int], list[bytes]]]]:
    """50 ways to change a log, each at a place of its own."""
    kinds: dict[str, Callable[[list[bytes], int], list[bytes]]] = {
        "edited": lambda r, n: [*r[:n], r[n].replace(b"signed", b"sighed"), *r[n + 1 :]],
        "edited with its hash made anew": lambda r, n: [
            *r[:n], rehashed(r[n], name="Dr. No"), *r[n + 1 :]
        ],
        "dated back": lambda r, n: [
            *r[:n], rehashed(r[n], at="2020-01-01T00:00:00Z"), *r[n + 1 :]
        ],
        "deleted": lambda r, n: [*r[:n], *r[n + 1 :]],
        "cut off behind": lambda r, n: r[: n + 1] if n < ENTRIES - 1 else r[:n],
        "cut within": lambda r, n: [*r[:n], r[n][:-9]],
        "swapped": lambda r, n: [*r[:n], r[(n + 1) % ENTRIES], *r[n + 1 :]],
        "moved to the front": lambda r, n: [r[n or 1], *r[: n or 1], *r[(n or 1) + 1 :]],
        "doubled": lambda r, n: [*r[: n + 1], r[n], *r[n + 1 :]],
        "spaced otherwise": lambda r, n: [*r[:n], r[n].replace(b",", b", ", 1), *r[n + 1 :]],
    }  # fmt: skip
    chance = random.Random(17)
    places = [(name, place) for name in kinds for place in chance.sample(range(ENTRIES), 5)]
    return [(name, place, kinds[name]) for name, place in places]


def test_each_of_50_changes_of_the_log_is_found(log: AuditLog):
    before, missed = rows(log), []
    changes = tamperings()
    assert len(changes) == 50
    for name, place, change in changes:
        after = change(before, place)
        assert after != before, (name, place)
        log.path.write_bytes(b"".join(after))
        if log.state().problem is None:
            missed.append((name, place))
    assert missed == []


def test_the_first_bad_entry_is_named(log: AuditLog):
    lines = rows(log)
    log.path.write_bytes(b"".join([*lines[:4], rehashed(lines[4], name="x"), *lines[5:]]))
    problem = log.state().problem
    assert problem
    assert problem.number == 6  # the changed one carries a hash of its own, the next another
    log.path.write_bytes(b"".join([*lines[:4], lines[4].replace(b"Dr.", b"Mr."), *lines[5:]]))
    problem = log.state().problem
    assert problem
    assert (problem.number, "changed" in problem.words) == (5, True)


def test_a_changed_last_entry_is_found_by_the_head(log: AuditLog):
    lines = rows(log)
    log.path.write_bytes(b"".join([*lines[:-1], rehashed(lines[-1], name="Dr. No")]))
    assert log.state().problem


def test_a_log_without_its_head_does_not_verify_and_is_not_written_on(log: AuditLog):
    log.head_path.unlink()
    assert log.state().problem
    with pytest.raises(DataDamaged, match="head of the audit log is missing"):
        log.add("signed")


def test_a_head_that_was_changed_is_seen(log: AuditLog):
    log.head_path.write_bytes(log.head_path.read_bytes().replace(b'"count":12', b'"count":11'))
    problem = log.state().problem
    assert problem
    assert "changed" in problem.words


def test_a_log_that_was_cut_is_not_written_on(log: AuditLog):
    log.path.write_bytes(b"".join(rows(log)[:-2]))
    with pytest.raises(DataDamaged, match="audit verify"):
        log.add("signed")


@pytest.mark.parametrize("written", [0, 1, 40, -1, None])
def test_an_entry_that_a_crash_cut_is_completed_and_nothing_is_lost(
    log: AuditLog, monkeypatch: pytest.MonkeyPatch, written: int | None
):
    def crash(entry: AuditEntry, place: int) -> None:
        with log.path.open("r+b") as file:
            file.seek(place)
            file.write(entry.line()[:written])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(log, "_append", crash)
        with pytest.raises(KeyboardInterrupt):
            log.add("deleted", "the-one")
    state = log.state()
    assert state.problem is None
    assert "interrupted" in state.notice
    log.add("signed", "the-next")
    after = log.state()
    assert (after.problem, after.notice) == (None, "")
    assert [entry.subject for entry in after.entries[-2:]] == ["the-one", "the-next"]


def test_what_was_interrupted_can_be_completed_by_itself(
    log: AuditLog, monkeypatch: pytest.MonkeyPatch
):
    def crash(entry: AuditEntry, place: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(log, "_append", crash)
        with pytest.raises(KeyboardInterrupt):
            log.add("deleted")
    assert log.mend() == f"Entry {ENTRIES + 1} of the audit log was completed."
    assert log.mend() == ""
    assert len(log.state().entries) == ENTRIES + 1


def test_something_else_behind_an_interrupted_entry_is_found(
    log: AuditLog, monkeypatch: pytest.MonkeyPatch
):
    def crash(entry: AuditEntry, place: int) -> None:
        with log.path.open("ab") as file:
            file.write(entry.line().replace(b"deleted", b"signed "))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(log, "_append", crash)
        with pytest.raises(KeyboardInterrupt):
            log.add("deleted")
    assert log.state().problem


def write_head(log: AuditLog, pending: AuditEntry) -> None:
    """A head as someone who knows the form would forge it, with an entry that is being written."""
    last = log.state().entries[-1]
    values = {"count": last.number, "hash": last.hash, "pending": pending.model_dump(mode="json")}
    content = json.dumps(values).encode()
    log.head_path.write_bytes(encode(Form("sightline.audit-head"), content) + b"\n")


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(lambda entries: entries[0], id="an earlier one"),
        pytest.param(
            lambda entries: entries[-1].model_copy(update={"number": ENTRIES + 1}), id="not chained"
        ),
        pytest.param(
            lambda entries: entries[-1].model_copy(
                update={"number": ENTRIES + 1, "before": entries[-1].hash}
            ),
            id="with the hash of another",
        ),
    ],
)
def test_an_entry_that_was_put_into_the_head_is_found_and_never_written(
    log: AuditLog, forged: Callable[[tuple[AuditEntry, ...]], AuditEntry]
):
    before = log.path.read_bytes()
    write_head(log, forged(log.state().entries))
    problem = log.state().problem
    assert problem
    assert problem.number == ENTRIES + 1
    for write in (log.mend, lambda: log.add("signed")):
        with pytest.raises(DataDamaged, match="audit verify"):
            write()
    assert log.path.read_bytes() == before


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(as_folder, id="a folder"),
        pytest.param(lambda path: path.write_bytes(b"\0\xff"), id="no text"),
        pytest.param(lambda path: path.write_bytes(b"[" * 100_000), id="nested too deeply"),
        pytest.param(lambda path: path.write_bytes(b'{"schema": "x/1"}\n'), id="another form"),
    ],
)
@pytest.mark.parametrize("name", ["log.jsonl", "head.json"])
def test_a_log_that_cannot_be_read_is_said_with_its_file_and_what_to_do(
    log: AuditLog, name: str, spoil: Callable[[Path], object]
):
    path = log.path.with_name(name)
    spoil(path)
    problem = log.state().problem
    assert problem
    assert problem.number or (str(path) in problem.words and "estore a backup" in problem.words)
    with pytest.raises(DataDamaged, match=rf"{name}.*estore a backup"):
        log.add("signed")


def test_a_head_of_a_later_version_is_a_problem_and_left_alone(log: AuditLog):
    log.head_path.write_bytes(later := b'{"schema": "sightline.audit-head/9"}')
    problem = log.state().problem
    assert problem
    assert "later version" in problem.words
    with pytest.raises(DataTooNew):
        log.add("signed")
    assert log.head_path.read_bytes() == later


def test_an_entry_counts_once_the_head_holds_it_though_the_log_cannot_be_written(
    log: AuditLog, monkeypatch: pytest.MonkeyPatch
):
    def full(*_: object) -> None:
        raise FULL

    with monkeypatch.context() as patch:
        patch.setattr(log, "_append", full)
        entry = log.add("deleted", "the-one")
        assert (log.head(), log.is_interrupted()) == (entry.hash, True)
        with pytest.raises(DiskFull):
            log.add("signed")
    log.add("signed")
    state = log.state()
    assert (state.problem, state.notice, state.entries[-2]) == (None, "", entry)


def test_the_log_is_not_read_while_it_is_written(log: AuditLog, monkeypatch: pytest.MonkeyPatch):
    other, read = AuditLog(log.path.parents[1]), log._bytes
    with ThreadPoolExecutor(1) as pool:

        def slowly() -> bytes:
            with pytest.raises(TimeoutError):
                pool.submit(other.add, "exported").result(0.2)
            return read()

        monkeypatch.setattr(log, "_bytes", slowly)
        assert log.state().problem is None
        monkeypatch.setattr(log, "_bytes", read)
    assert len(log.state().entries) == ENTRIES + 1


def test_entries_of_many_threads_form_one_chain(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: AuditLog(tmp_path).add("exported", str(n)), range(16)))
    state = AuditLog(tmp_path).state()
    assert state.problem is None
    assert sorted(int(entry.subject) for entry in state.entries) == list(range(16))
