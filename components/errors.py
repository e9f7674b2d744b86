"""Where errors become words for people: around a page, and around a fragment of one."""

from __future__ import annotations

import hashlib
import logging
import traceback
from contextlib import ContextDecorator
from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain_lines
from core.errors import InputError, LimitReached, SetupError, SightlineError

if TYPE_CHECKING:
    from types import TracebackType

_LOG = logging.getLogger("sightline")


class Boundary(ContextDecorator):
    """A `with` block out of which no error comes; each is shown where it happened.

    Also around a function, as one that a button calls: a role may have been taken away since the
    button was drawn.

    Streamlit's own signals (rerun, stop) are no `Exception`s and pass through.
    """

    def __enter__(self) -> None:
        return

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        show_error(error)
        return True


def show_error(error: Exception) -> None:
    """An expected error in its own words; any other one as a reference into the log."""
    if isinstance(error, SightlineError):
        st.error(f"{_heading(error)} {plain_lines(str(error))}", icon=":material/error:")
        return
    lines = "".join(traceback.format_exception(error))
    reference = hashlib.sha256(lines.encode()).hexdigest()[:8]
    _LOG.error("unexpected error, reference %s\n%s", reference, lines)
    st.error(
        "**Something unexpected happened here.** The rest of the app goes on working. "
        f"If it happens again, report it with the reference `{reference}`, which leads to the "
        "details in the app's log.",
        icon=":material/bug_report:",
    )


def _heading(error: SightlineError) -> str:
    match error:
        case InputError():
            return "**This cannot be used as it is.**"
        case LimitReached():
            return "**A limit was reached.**"
        case SetupError():
            return "**The installation needs attention.**"
    return ""
