"""Models in processes that stand beside each other: loaded where needed, on few threads."""

from __future__ import annotations

import os
import sys
from threading import Lock
from typing import Any, cast

_SLOW = ("pymupdf.layout", "pymupdf4llm")
_IMPORTING = Lock()


def import_lean() -> None:
    """Imports PyMuPDF; its layout models wait until somebody imports `pymupdf.layout`.

    Loading them takes longer than reading a short document by rule, and starts threads, which
    are missing in a process that is forked afterwards. PyMuPDF4LLM, which PyMuPDF imports where it
    is installed, is as slow and not needed.
    """
    modules = cast("dict[str, Any]", sys.modules)
    with _IMPORTING:
        if "pymupdf" in modules:
            return
        modules |= dict.fromkeys(_SLOW)
        try:
            import pymupdf  # noqa: F401
        finally:
            for name in _SLOW:
                del modules[name]


def limit_threads(count: int) -> None:
    """From now on models that this process loads with onnxruntime compute on so many threads.

    By default each takes all cores, and processes beside each other then wait for one another.
    """
    import onnxruntime

    create = onnxruntime.SessionOptions

    def limited() -> onnxruntime.SessionOptions:
        options = create()
        options.intra_op_num_threads = count
        # Threads that wait by spinning take the cores from the app and from other processes.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return options

    cast("Any", onnxruntime).SessionOptions = limited
    os.environ["OMP_NUM_THREADS"] = str(count)
