"""Jobs done by actors of a Ray cluster.

Ray ends every process that is connected to a head when that one is gone. So a process of its own is
connected (`core.cluster.ray_driver`), and is started anew when there is a head again.
"""

from __future__ import annotations

import logging
import time
from multiprocessing import get_context
from typing import TYPE_CHECKING

from core.cluster import open_jobs
from core.cluster.base import head_answers
from core.cluster.ray_driver import DriverArguments, drive
from core.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from core.settings import Settings

_LOOK_SECONDS = 0.5
_SILENT_LOOKS = 6
"""A head that does not answer so often is lost."""
_STOP_SECONDS = 20.0
_LOG = logging.getLogger("sightline")


class RayExecutor:
    """Reads on a cluster."""

    def __init__(self, settings: Settings, cluster: str, lease_seconds: float) -> None:
        """`cluster` is `HOST:PORT` of the head. Raises `InvalidOption` if it is none."""
        head_answers(cluster)
        table = open_jobs(settings)
        table.sweep()
        self._arguments = DriverArguments(cluster, str(settings.home), table.place, lease_seconds)

    def run(self, workers: int | None, stop: Callable[[], bool]) -> None:
        """See `LocalExecutor.run`. Without a head it waits for one."""
        arguments = self._arguments._replace(workers=workers or 0)
        told = False
        while not stop():
            if head_answers(arguments.cluster):
                told = False
                _connected(arguments, stop)
            elif not told:
                told = True
                _LOG.warning("No head of Ray answers at %s; waiting for one.", arguments.cluster)
            time.sleep(_LOOK_SECONDS)


def _connected(arguments: DriverArguments, stop: Callable[[], bool]) -> None:
    """Returns when the cluster is lost, or `stop` says so. Raises `SetupError` as the driver."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=drive, args=(arguments, theirs), name="ray-driver")
    process.start()
    theirs.close()
    try:
        _watch(process, arguments.cluster, stop)
        problem = _problem(ours)
        if process.is_alive() and head_answers(arguments.cluster):
            ours.send(None)
            process.join(_STOP_SECONDS)
    finally:
        process.kill()
        process.join()
        ours.close()
    if problem:
        raise SetupError(problem)


def _watch(process: BaseProcess, cluster: str, stop: Callable[[], bool]) -> None:
    silent = 0
    while process.is_alive() and silent < _SILENT_LOOKS and not stop():
        process.join(_LOOK_SECONDS)
        silent = 0 if head_answers(cluster) else silent + 1


def _problem(pipe: Connection) -> str:
    """Why the driver ended by itself, in words for people; empty where it only lost its head."""
    try:
        return str(pipe.recv()) if pipe.poll() else ""
    except EOFError:
        return ""
