"""A process that adds, names, describes, parses and deletes documents of a library it shares.

    python -m tests.core.library.record_stores.busy_process HOME DATABASE SLOT NAME ROUNDS

It writes what it is about to do and what it has done. Of the documents that all change, it alone
says how the one of its slot was parsed and what author it has.
"""

from __future__ import annotations

import sys
from pathlib import Path

from core.library import Library, ParseInfo
from core.rights import OPERATOR, acting_as
from core.settings import load_settings
from core.workbench import Workbench

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


def say(*words: str) -> None:
    """Tells the test, at once."""
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    home, address, slot, name, rounds = sys.argv[1:]
    with acting_as(OPERATOR):
        bench = Workbench(load_settings(home=Path(home), database=address or None))
        run(bench.library, int(slot), name, int(rounds))
