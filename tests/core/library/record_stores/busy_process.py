"""A process that adds, names, describes, parses and deletes documents of a library it shares.

It writes what it is about to do and what it has done. Of the documents that all change, it alone
says how the one of its slot was parsed and what author it has.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from core.library import Library, ParseInfo
from core.rights import OPERATOR, acting_as
from core.workbench import Workbench

if TYPE_CHECKING:
    from pathlib import Path

    from core.jobs import Job, Limits
    from core.progress import Progress
    from core.settings import Settings

SLOTS = 3
"""Documents that every process changes, and processes beside each other."""


def shared(slot: int) -> bytes:
    """The content of a document that every process changes."""
    return f"Shared by all, and parsed by {slot}.\n".encode()


def run(library: Library, slot: int, name: str, rounds: int) -> None:
    """Changes the library so many times."""
    ids = [library.find_id(f"shared-{other}.txt") for other in range(SLOTS)]
    say("ready")
    for number in range(rounds):
        word = f"{name}-{number}"
        own = library.add(f"Written by {word}.\n".encode(), f"{word}.txt").sha
        say("added", own)
        for other in range(SLOTS):
            library.add(shared(other), f"{word}-{other}.txt")
            say("named", ids[other], f"{word}-{other}.txt")
        record = library.get(ids[slot])
        say("parsing", ids[slot], word)
        parse = ParseInfo(key=word, parser="p", route="r", seconds=1.0)
        library.set_parse(ids[slot], parse, record.pages)
        say("parsed", ids[slot], word)
        say("describing", ids[slot], word)
        library.describe_by_hand(ids[slot], {"author": word})
        say("described", ids[slot], word)
        if number % 2:
            say("deleting", own)
            library.delete(own)
            say("deleted", own)


def _in_this_process(
    self: Library, job: Job, limits: Limits, progress: Progress | None = None
) -> Any:
    module, name = job.target.split(":")
    return getattr(import_module(module), name)(
        **job.arguments, progress=progress or (lambda *_: None)
    )


def say(*words: str) -> None:
    """Tells the test, at once."""
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


def main(settings: Settings, slot: int, name: str, rounds: int, log: Path) -> None:
    """Runs in a process of its own, and writes to the file `log`.

    It sets files on pages by itself: who is killed leaves no other process behind.
    """
    Library.run = _in_this_process
    with log.open("w") as sys.stdout, acting_as(OPERATOR):
        run(Workbench(settings).library, slot, name, rounds)
