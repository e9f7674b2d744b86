"""Adding files one after the other: a bar for each, and no error stops the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from core.errors import Cancelled, PasswordNeeded, SightlineError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from streamlit.delta_generator import DeltaGenerator

    from core.library import DocumentRecord
    from core.progress import Progress

_KEY = "sightline.outcomes"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: a document, or the reason why not.

    `locked` holds the bytes of an encrypted file until its password is given.
    """

    name: str
    record: DocumentRecord | None = None
    problem: str = ""
    locked: bytes | None = None


def add_files(files: Sequence[tuple[str, Path | bytes]]) -> None:
    """Add files by name, showing progress; what became of them is kept for `outcomes`."""
    found = []
    for name, source in files:
        with st.container():
            found.append(_add(name, source))
            state.keep(_KEY, found)
    last = next((outcome.record for outcome in reversed(found) if outcome.record), None)
    if last:
        state.select(document=last.sha)


def retry(place: int, password: str) -> None:
    """Add a locked file again, with its password."""
    found = kept_outcomes()
    held = found[place]
    outcome = _add(held.name, held.locked or b"", password)
    if outcome.record:
        state.select(document=outcome.record.sha)
    state.keep(_KEY, [*found[:place], outcome, *found[place + 1 :]])


def kept_outcomes() -> list[Outcome]:
    """What became of the files that were added last."""
    return state.kept(_KEY, [])


def forget_outcomes() -> None:
    """Show no outcomes any more."""
    state.keep(_KEY, [])


def forget_document(sha: str) -> None:
    """Say no more that a document was added, now that it is gone."""
    kept = [one for one in kept_outcomes() if not (one.record and one.record.sha == sha)]
    state.keep(_KEY, kept)


def _add(name: str, source: Path | bytes, password: str | None = None) -> Outcome:
    bar = st.progress(0.0, f"{name}: opening")
    try:
        record = resources.workbench().add(source, name, password, _shown(bar, name))
    except PasswordNeeded as error:
        locked = source if isinstance(source, bytes) else source.read_bytes()
        return Outcome(name, problem=str(error), locked=locked)
    except Cancelled:
        return Outcome(name, problem=f"{name}: cancelled. Add it again to go on.")
    except SightlineError as error:
        return Outcome(name, problem=str(error))
    finally:
        bar.empty()
    return Outcome(name, record)


def _shown(bar: DeltaGenerator, name: str) -> Progress:
    shown = -1

    def progress(done: int, total: int) -> None:
        # A message for every page of a long document would keep the browser busy.
        nonlocal shown
        percent = 100 * done // max(total, 1)
        if percent != shown:
            shown = percent
            bar.progress(percent, f"{name}: page {done} of {total}")

    return progress
