"""Several processes change one library at once, and some are killed in the middle."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from core.library.file_digests import forget_digests
from core.library.salvage import read_record
from tests.core.library.copied_processes import PROCESSES
from tests.core.library.record_stores.busy_process import SLOTS, main, shared
from tests.core.library.record_stores.libraries import opened

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from core.library import DocumentRecord, Library
    from core.settings import Settings

ROUNDS, KILLS = 2, 2
WAIT = 120
"""Seconds after which a process has hung."""


class Busy(NamedTuple):
    """A process and the file of what it says."""

    slot: int
    process: BaseProcess
    log: Path

    def said(self) -> list[list[str]]:
        """What it said so far, the words of each whole line."""
        lines = self.log.read_text().splitlines(keepends=True)
        return [line.split() for line in lines if line.endswith("\n")]


def test_nothing_is_lost_where_several_processes_change_a_library_and_some_are_killed(
    any_settings: Settings, tmp_path: Path
) -> None:
    library = opened(any_settings)
    for slot in range(SLOTS):
        library.add(shared(slot), f"shared-{slot}.txt")
    running = [started(any_settings, tmp_path, slot, 0) for slot in range(SLOTS)]
    ended: list[Busy] = []
    for number in range(1, KILLS + 1):
        victim = running.pop(0)
        wait_for(victim, 1 + 4 * number)
        victim.process.kill()
        victim.process.join()
        ended.append(victim)
        running.append(started(any_settings, tmp_path, victim.slot, number))
    for busy in running:
        busy.process.join(WAIT)
        assert busy.process.exitcode == 0
    verify(opened(any_settings), [*ended, *running])


def verify(library: Library, processes: list[Busy]) -> None:
    """All that was said to be done is, and every document is whole."""
    forget_digests()
    records = {record.sha: record for record in library.list()}
    folders = {path.name for path in (library.home / "documents").iterdir()}
    assert set(library.ids()) == records.keys() == folders
    assert library.damaged() == ()
    for sha, record in records.items():
        assert library.source_agrees(sha)
        assert read_record(library.folder(sha)) == record
        assert library.pdf_path(sha).is_file()
        assert len(set(record.names)) == len(record.names)
    said = [words for busy in processes for words in busy.said()]
    gone = {sha for what, sha, *_ in words_of(said, "deleted")}
    going = {sha for what, sha, *_ in words_of(said, "deleting")}
    added = {sha for what, sha, *_ in words_of(said, "added")}
    assert not gone & records.keys()
    assert added - going <= records.keys()
    for _, sha, name in words_of(said, "named"):
        assert name in records[sha].names
    for slot in range(SLOTS):
        verify_slot([busy for busy in processes if busy.slot == slot], records)


def verify_slot(processes: list[Busy], records: dict[str, DocumentRecord]) -> None:
    """What only these processes said of a document, one after the other, was not undone."""
    said = [words for busy in processes for words in busy.said()]
    for begun, done, held in (
        ("parsing", "parsed", lambda record: record.parse.key),
        ("describing", "described", lambda record: record.by_hand["author"]),
    ):
        steps = [words for words in said if words[0] in (begun, done)]
        last = max(place for place, words in enumerate(steps) if words[0] == done)
        possible = {words[2] for words in steps[last:]}
        assert held(records[steps[last][1]]) in possible


def words_of(said: list[list[str]], what: str) -> list[list[str]]:
    return [words for words in said if words[0] == what]


def started(settings: Settings, folder: Path, slot: int, number: int) -> Busy:
    name = f"p{slot}-{number}"
    log = folder / f"{name}.log"
    log.touch()
    process = PROCESSES.Process(target=main, args=(settings, slot, name, ROUNDS, log))
    process.start()
    return Busy(slot, process, log)


def wait_for(busy: Busy, lines: int) -> None:
    """Until it has said so many lines, or has ended."""
    until = time.monotonic() + WAIT
    while len(busy.said()) < lines and busy.process.is_alive():
        assert time.monotonic() < until
        time.sleep(0.02)
