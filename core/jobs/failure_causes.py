"""What errors of other libraries mean for people; their own words are for the log."""

from __future__ import annotations

import re
from enum import StrEnum

from core.errors import BrokenPdf, LimitReached, SightlineError

REPAIR = "Open it in a PDF reader, save or print it as a new PDF, and add that one."
"""What people can do with a file that cannot be read."""
MORE_MEMORY = (
    "Raise the limit of memory (SIGHTLINE_PARSE_MEMORY_MB) in the settings, or split the file into "
    "smaller ones."
)
"""What people can do with a file that needs too much memory."""

_MEMORY = re.compile(
    r"MemoryError|bad_alloc|[cm]alloc|realloc|alloc\w* failed|out of memory|"
    r"(cannot|failed to|unable to) allocate",
    re.I,
)
_PATH = re.compile(r"'[^']*[/\\][^']*'")
"""Folders may have any name, which says nothing of the cause."""
_TIME = re.compile(r"took more than|timed out|timeout", re.I)
_ENCRYPTION = re.compile(r"crypt", re.I)
_NESTING = re.compile(r"recurs|nested|nesting|too deep|stack overflow|\bcycl", re.I)


class Cause(StrEnum):
    """Why a file, or a page of it, cannot be read."""

    MEMORY = "out of memory"
    NESTING = "nested too deeply"
    TIME = "not read in time"
    ENCRYPTION = "encrypted in a way that is not known here"
    DAMAGE = "damaged"


_WORDS = {
    Cause.MEMORY: f"the file needs more memory than the limit allows to be {{}}. {MORE_MEMORY}",
    Cause.NESTING: "the parts of the file are nested too deeply, or without end, to be {}. "
    + REPAIR,
    Cause.ENCRYPTION: "the file is encrypted in a way that is not known here and cannot be {}. "
    "Open it where it can be read, save it without encryption, and add that one.",
    Cause.DAMAGE: f"the file is damaged and cannot be {{}}. {REPAIR}",
}


def cause_of(words: str) -> Cause:
    """The cause that the words of an error stand for, whichever library they come from."""
    words = _PATH.sub("", words)
    if _MEMORY.search(words):
        return Cause.MEMORY
    if _NESTING.search(words):
        return Cause.NESTING
    if _ENCRYPTION.search(words):
        return Cause.ENCRYPTION
    return Cause.TIME if _TIME.search(words) else Cause.DAMAGE


def cause_of_error(error: BaseException) -> Cause:
    """As `cause_of`, also where an error has no words."""
    while error.__cause__:
        error = error.__cause__
    return cause_of(f"{type(error).__name__}: {error}")


def unreadable(error: BaseException, purpose: str = "read") -> SightlineError:
    """The error for a file that a library could not read; `purpose` is such as `opened`.

    To be raised from the library's error, whose words then come into the log.
    """
    cause = cause_of_error(error)
    kind = LimitReached if cause is Cause.MEMORY else BrokenPdf
    return kind(_WORDS.get(cause, _WORDS[Cause.DAMAGE]).format(purpose))
