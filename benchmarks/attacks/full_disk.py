"""Every command on a disk with little room, or none, and in a data folder that cannot be written.

The disk is a small tmpfs, so that nothing is tried where mounting is not allowed. A command must
do its work, or say in a sentence that the disk is full and what to do. When there is room again it
must do its work, with nothing half written left.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.attacks.base import Attack
from benchmarks.attacks.forked import forked, printing_to
from core.cli.program import main
from core.errors import SightlineError
from core.indexing.integrity import damaged_indexes
from core.indexing.sparse_files import copy_sparse
from core.settings import load_settings
from core.settings_changes import save_settings
from core.sir import ElementType
from core.workbench import Workbench
from sample_docs.catalogue import FOLDER, load_questions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Command = Callable[[Path], int]

_DOCUMENT = "data_security_policy.pdf"
_NEW = "narrative.pdf"
_QUESTION = "Who approves exceptions to the policy?"
_DISK_MB = 256
_FREE_KB = (0, 300, 1200, 6000, 30_000)
_HASHING = ("--encoder", "hashing")


def _run(*arguments: str) -> Command:
    def run(home: Path) -> int:
        return main([argument.format(home=home) for argument in arguments])

    return run


def _save_settings(home: Path) -> int:
    return _told(lambda: save_settings(load_settings(home=home), {"max_pages": 100}))


def _correct(home: Path) -> int:
    def correct() -> None:
        bench = Workbench(load_settings(home=home))
        (record,) = (held for held in bench.library.list() if _DOCUMENT in held.names)
        heading = next(
            node
            for node in bench.documents.sir(record.sha).nodes
            if node.type is ElementType.PARAGRAPH
        )
        bench.documents.correct(record.sha, heading.id, aside=True)

    return _told(correct)


_COMMANDS: dict[str, Command] = {
    "ingest": _run("ingest", str(FOLDER / _NEW)),
    "chunk": _run("chunk", _DOCUMENT, "--strategy", "semantic", *_HASHING),
    "ask": _run("ask", _QUESTION, *_HASHING),
    "ask anew": _run("ask", _QUESTION, *_HASHING, "--n", "64"),
    "evaluate": _run(
        "evaluate", "{home}/../questions.json", *_HASHING, "--strategy", "fixed", "--n", "128"
    ),
    "export": _run("export", _DOCUMENT, "--format", "pdf", "--out", "{home}/marked.pdf"),
    "settings": _save_settings,
    "correction": _correct,
}
_READING = {
    "list": _run("list"),
    "chunk": _COMMANDS["chunk"],
    "ask": _COMMANDS["ask"],
    "ask anew": _COMMANDS["ask anew"],
}
"""What must work in a data folder that cannot be written."""


def attacks(data: Path | None) -> Iterator[Attack]:
    """Each command with each amount of free space, then each on a disk that is read only."""
    with tempfile.TemporaryDirectory() as folder:
        whole, log = Path(folder, "whole"), Path(folder, "log")
        if not _can_mount(Path(folder)):
            return
        if (code := forked(printing_to(log, partial(_prepare, whole)))) != 0:
            yield Attack("a disk with room", f"{code}: {log.read_text()[-300:]}")
            return
        for name, command in _COMMANDS.items():
            for free in _FREE_KB:
                with _disk(Path(folder, "disk"), whole) as home:
                    failure = _failure(command, home, free, log)
                yield Attack(f"{name} with {free} kB free", failure)
        yield from _read_only(Path(folder, "disk"), whole, log)


def _prepare(home: Path) -> int:
    """A library with a document, and an index of it."""
    questions = [q for q in load_questions() if q.document == _DOCUMENT]
    rows = [
        {"id": q.id, "document": q.document, "question": q.question, "evidence": []}
        for q in questions[:2]
    ]
    (home.parent / "questions.json").write_text(json.dumps(rows))
    _at(home)
    return main(["ingest", str(FOLDER / _DOCUMENT)]) or _COMMANDS["ask"](home)


def _failure(command: Command, home: Path, free: int, log: Path) -> str:
    _fill(home.parent / "filler", free)
    code = forked(printing_to(log, partial(_alone, command, home)))
    failure = _end(code, log.read_text(errors="replace"))
    (home.parent / "filler").unlink()
    return failure or _afterwards(command, home, log)


def _end(code: int | str, printed: str) -> str:
    """What is wrong with how a command ended, in words; empty if nothing."""
    if code == 0:
        return ""
    if not isinstance(code, int) or code < 0 or "Traceback" in printed:
        return f"{code}: {printed.strip()[-200:]}"
    if " is full" not in printed:
        return f"does not say that the disk is full: {printed.strip()[-200:]}"
    return "" if "try again" in printed or "Free " in printed else "names no next step"


def _afterwards(command: Command, home: Path, log: Path) -> str:
    """What is wrong when there is room again, in words; empty if nothing."""
    if half := [path.name for path in home.rglob("*") if _is_half(path)]:
        return f"left {half[0]}"
    code = forked(printing_to(log, partial(_alone, command, home)))
    if code != 0:
        return f"does not work with room either: {code}: {log.read_text()[-200:]}"
    damaged = damaged_indexes(home / "index")
    return f"an index is damaged: {damaged}" if damaged else ""


def _is_half(path: Path) -> bool:
    return path.suffix == ".partial" or path.parent.name == "tmp"


def _read_only(place: Path, whole: Path, log: Path) -> Iterator[Attack]:
    for name, command in _READING.items():
        with _disk(place, whole) as home:
            _mount("-o", "remount,ro", str(place))
            code = forked(printing_to(log, partial(_alone, command, home)))
        failure = "" if code == 0 else f"{code}: {log.read_text()[-300:]}"
        yield Attack(f"{name} in a data folder that cannot be written", failure)
    for name in ("ingest", "settings", "correction"):
        with _disk(place, whole) as home:
            _mount("-o", "remount,ro", str(place))
            code = forked(printing_to(log, partial(_alone, _COMMANDS[name], home)))
        explained = code == 1 and "cannot be written" in log.read_text()
        failure = "" if explained else f"{code}: {log.read_text()[-300:]}"
        yield Attack(f"{name} in a data folder that cannot be written", failure)


def _alone(command: Command, home: Path) -> int:
    _at(home)
    return command(home)


def _at(home: Path) -> None:
    os.environ |= {"SIGHTLINE_HOME": str(home), "GEMINI_API_KEY": ""}


def _told(work: Callable[[], object]) -> int:
    """As the command line ends: an error becomes its sentence and 1."""
    try:
        work()
    except SightlineError as error:
        print(error)
        return 1
    return 0


def _fill(path: Path, free_kb: int) -> None:
    """A file that leaves so many kB free."""
    size = shutil.disk_usage(path.parent).free - free_kb * 1024
    with path.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(size, 1))


@contextmanager
def _disk(place: Path, whole: Path) -> Iterator[Path]:
    """A copy of the data folder on a disk of its own."""
    place.mkdir(exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={_DISK_MB}m", "tmpfs", str(place))
    try:
        copy_sparse(whole, place / "home")
        shutil.copy(whole.parent / "questions.json", place)
        yield place / "home"
    finally:
        subprocess.run(["umount", str(place)], check=True)


def _can_mount(folder: Path) -> bool:
    place = folder / "tried"
    place.mkdir()
    try:
        _mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place))
    except (OSError, subprocess.CalledProcessError):
        return False
    subprocess.run(["umount", str(place)], check=True)
    return True


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True, capture_output=True)
