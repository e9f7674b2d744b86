"""Files that workers read: put into a table, taken by processes of this machine or of a cluster.

The table (`core.cluster.job_table`) is all that a job is: whoever asked may end and ask again, and
a worker that ends loses its lease to another. What reads (`core.cluster.job_reader`) is the same
with Ray and without it; `LocalExecutor` and `RayExecutor` say in which processes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.cluster.base import LEASE_SECONDS, LOCAL
from core.files import writing
from core.library.file_stores import open_bucket
from core.plugins import importing

if TYPE_CHECKING:
    from core.cluster.job_table import JobTable
    from core.cluster.local_executor import LocalExecutor
    from core.cluster.ray_executor import RayExecutor
    from core.settings import Settings

_FILE = "jobs.db"


def open_jobs(settings: Settings, lease_seconds: float = LEASE_SECONDS) -> JobTable:
    """The jobs in the database of the settings, or in a file of the data folder without one.

    A worker that has not reported for `lease_seconds` loses what it takes from it.

    Raises:
        MissingExtra: what a database needs is not installed.
        SetupError: the database or the data folder cannot be used.
    """
    with importing("cluster", "The table of jobs"):
        from core.cluster.job_table import JobTable
        from core.database.engine import open_database
    url = settings.database.get_secret_value() if settings.database else ""
    if not url:
        with writing(settings.home):
            settings.home.mkdir(parents=True, exist_ok=True)
    engine = open_database(url or f"sqlite:///{settings.home / _FILE}")
    return JobTable(engine, settings.home, lease_seconds, open_bucket(settings))


def open_executor(
    settings: Settings, cluster: str, lease_seconds: float = LEASE_SECONDS
) -> LocalExecutor | RayExecutor:
    """What reads jobs at an address: `HOST:PORT` of the head of a Ray cluster, or `LOCAL`.

    Raises:
        MissingExtra: Ray is not installed.
        InvalidOption: the address is none.
    """
    if cluster == LOCAL:
        from core.cluster.local_executor import LocalExecutor

        return LocalExecutor(settings, lease_seconds)
    with importing("cluster", "A cluster"):
        from core.cluster.ray_executor import RayExecutor
    return RayExecutor(settings, cluster, lease_seconds)
