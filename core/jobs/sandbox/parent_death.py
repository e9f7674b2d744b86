"""No process outlives the one that started it, however that one ends."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 1.0


def end_with(parent: int) -> None:
    """From now on this process is killed when `parent`, which started it, has ended.

    On Linux the system does it, also while foreign code never returns; there the thread that
    started this process must live as long as it. Elsewhere a thread looks.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # It ended before the system was asked.
            os._exit(1)
        return
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)
