"""The end of a process that serves a library, when it is told to stop."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

    from sightline.library import Library

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def end_on_signals(library: Library) -> None:
    """Lets Ctrl-C and SIGTERM close the library and end the process, with success.

    They end it at once: threads that read a document, or wait for the next message of an agent,
    cannot be interrupted. Of a document that is being read nothing stays in the library.
    """

    def end(number: int, frame: FrameType | None) -> None:
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        library.close()
        os._exit(0)

    for number in _SIGNALS:
        signal.signal(number, end)
