"""The process that is connected to a Ray cluster, and the actors that it has there.

No actor is told the address of the database, which may hold a password: each reads it from its own
environment, that of Ray on its machine, and compares what is no secret of it.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import ray
from ray.exceptions import RayActorError, RayError, RayTaskError

from core.cluster import open_jobs
from core.cluster.job_reader import IDLE_SECONDS, JobReader, read_or_tell
from core.errors import SetupError, SightlineError
from core.jobs.sandbox.parent_death import end_with
from core.settings import load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_MOST_DEATHS = 5
"""Actors that end one after the other before one could read."""
_WAIT_SECONDS = 1.0
_LOG = logging.getLogger("sightline")


class DriverArguments(NamedTuple):
    """Address of the head, data folder, where the jobs are (`JobTable.place`), seconds of a lease.

    0 `workers`: as many as the cluster has processors.
    """

    cluster: str
    home: str
    place: str
    lease_seconds: float
    workers: int = 0


class ReadingActor:
    """Reads one file after the other. What it needs for it stays open."""

    def __init__(self, arguments: DriverArguments) -> None:
        self._arguments = arguments
        self._reader: JobReader | None = None

    def open(self) -> str:
        """The name under which it takes jobs.

        Raises:
            SetupError: the jobs or the data folder are others here.
        """
        home = Path(self._arguments.home)
        if not home.is_dir():
            raise SetupError(f"{home}: {os.uname().nodename} has no such data folder. Share it.")
        # An actor has one core; others have the others.
        settings = load_settings(home=home, parse_threads=1)
        table = open_jobs(settings, self._arguments.lease_seconds)
        if table.place != self._arguments.place:
            raise SetupError(
                f"Ray on {os.uname().nodename} was started with other settings than this worker: "
                "its database is another one. Start Ray with the same SIGHTLINE_DATABASE."
            )
        self._reader = JobReader(table, Workbench(settings))
        return self._reader.worker

    def read_next(self) -> str:
        """Its name again, after a job, or a while without one."""
        assert self._reader
        if not read_or_tell(self._reader):
            time.sleep(IDLE_SECONDS)
        return self._reader.worker


def drive(arguments: DriverArguments, pipe: Connection) -> None:
    """Has actors read until something comes through the pipe, or the cluster is lost.

    What people must correct is sent through it in words.
    """
    end_with(os.getppid())
    try:
        ray.init(address=arguments.cluster, log_to_driver=False, logging_level=logging.WARNING)
        # Who started this process tells it when to stop, by the pipe.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        _Driver(arguments).run(pipe)
    except SightlineError as error:
        pipe.send(str(error))
    except (RayError, OSError, RuntimeError) as error:
        _LOG.warning(
            "Ray at %s is lost, or lets nobody in without its token (RAY_AUTH_MODE=token and "
            "RAY_AUTH_TOKEN_PATH, as at its start): %s",
            arguments.cluster,
            error,
        )


class _Driver:
    """Actors, and what each of them is at: a call, and the name that the actor has in the table."""

    def __init__(self, arguments: DriverArguments) -> None:
        self._arguments = arguments
        self._table = open_jobs(load_settings(home=Path(arguments.home)))
        self._calls: dict[Any, tuple[Any, str]] = {}
        self._deaths = 0

    def run(self, pipe: Connection) -> None:
        while not pipe.poll():
            self._grow()
            ready, _ = ray.wait(list(self._calls), timeout=_WAIT_SECONDS)
            for call in ready:
                self._go_on(call)
        for actor, worker in self._calls.values():
            ray.kill(actor)
            self._table.lose(worker, failed=False)

    def _grow(self) -> None:
        """Has as many actors as there should be; also for machines that joined, or lost theirs."""
        wanted = self._arguments.workers or int(ray.cluster_resources().get("CPU", 1))
        while len(self._calls) < max(wanted, 1):
            actor: Any = ray.remote(num_cpus=1)(ReadingActor).remote(self._arguments)
            self._calls[actor.open.remote()] = (actor, "")

    def _go_on(self, call: Any) -> None:
        actor, worker = self._calls.pop(call)
        try:
            name = ray.get(call)
        except RayActorError as error:
            self._died(worker, error)
        except RayTaskError as error:
            raise SetupError(str(error.cause)) from error
        else:
            self._deaths = 0
            self._calls[actor.read_next.remote()] = (actor, name)

    def _died(self, worker: str, error: RayActorError) -> None:
        """Lets others go on with what an actor read that is no more."""
        reason = str(error).partition("\n")[0]
        _LOG.warning("The worker %s of the cluster ended: %s", worker or "(not ready yet)", reason)
        if worker:
            self._table.lose(worker)
            return
        self._deaths += 1
        if self._deaths >= _MOST_DEATHS:
            raise SetupError(
                "Workers of the cluster end before they read anything. See the logs of Ray; "
                "Sightline must be installed alike on all of its machines."
            ) from error
