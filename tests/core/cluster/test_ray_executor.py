"""Workers of a Ray cluster that are killed, and a head that is: all over one cluster."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING

import psutil
import pytest
from pydantic import SecretStr

import core.cluster.base
from core.cli import cluster as cluster_command
from core.cli import main
from core.cluster import open_executor, open_jobs
from core.errors import SetupError
from core.jobs.background import Stage
from core.settings import Settings, load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.ray_head import ENVIRONMENT, RayHead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.cluster.base import ReadingJob
    from core.cluster.job_table import JobTable

pytestmark = pytest.mark.skipif(
    find_spec("ray") is None, reason="needs Ray: pip install '.[cluster]'"
)

LEASE = 4.0


@dataclass
class Cluster:
    """A head, and a worker of it that reads for one library until the module ends."""

    head: RayHead
    settings: Settings
    table: JobTable

    def put(self, text: str, pages: int = 1) -> int:
        return self.table.put(pdf_bytes([text] * pages), f"{text}.pdf").number

    def job(self, number: int) -> ReadingJob:
        (job,) = self.table.get([number])
        return job

    def wait(self, number: int, *states: Stage) -> ReadingJob:
        while (job := self.job(number)).state not in states:
            time.sleep(0.05)
        return job

    def read(self, number: int) -> ReadingJob:
        return self.wait(number, Stage.DONE, Stage.FAILED)

    def names(self) -> list[str]:
        return [record.name for record in Workbench(self.settings).library.list()]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with (
        pytest.MonkeyPatch.context() as patch,
        TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder,
    ):
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        # A process that is started runs the main module of this one, which other tests replace.
        patch.setitem(sys.modules, "__main__", core.cluster.base)
        head = RayHead(Path(folder))
        settings = load_settings(home=Path(folder) / "home")
        table, stopped = open_jobs(settings, LEASE), Event()
        executor = open_executor(settings, head.address, LEASE)
        thread = Thread(target=executor.run, args=(1, stopped.is_set))
        thread.start()
        yield Cluster(head, settings, table)
        stopped.set()
        thread.join()
        head.kill()


def kill(job: ReadingJob) -> None:
    """Kills the worker that reads; what it started ends with it."""
    worker = psutil.Process(int(job.worker.split(":")[1]))
    children = worker.children(recursive=True)
    worker.kill()
    psutil.wait_procs(children)


def test_a_job_becomes_a_document(cluster: Cluster) -> None:
    assert cluster.read(cluster.put("dose")).state is Stage.DONE
    assert cluster.names().count("dose.pdf") == 1


def test_another_worker_reads_what_one_was_killed_at(cluster: Cluster) -> None:
    number = cluster.put("killed", pages=200)
    kill(cluster.wait(number, Stage.RUNNING))
    job = cluster.read(number)
    assert job.state is Stage.DONE and job.failures
    assert cluster.names().count("killed.pdf") == 1


def test_workers_with_another_database_read_nothing_and_say_so(cluster: Cluster) -> None:
    url = SecretStr(f"sqlite:///{cluster.settings.home}/other.db")
    other = cluster.settings.model_copy(update={"database": url})
    with pytest.raises(SetupError, match="its database is another one"):
        open_executor(other, cluster.head.address, LEASE).run(1, lambda: False)


def test_jobs_outlive_the_head_and_go_on_with_a_new_one(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "headless.pdf"
    path.write_bytes(pdf_bytes(["headless"] * 200))
    number = cluster.table.put(path.read_bytes(), path.name).number
    cluster.wait(number, Stage.RUNNING)
    cluster.head.kill()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGHTLINE_HOME", str(cluster.settings.home))
        patch.setattr(cluster_command, "_SILENT_SECONDS", 0.5)
        assert main(["ingest", str(path), "--cluster", cluster.head.address]) == 1
        assert "their jobs stay" in capsys.readouterr().err
        cluster.head.start()
        assert cluster.read(number).state is Stage.DONE
        assert main(["ingest", str(path), "--cluster", cluster.head.address]) == 0
    assert "headless.pdf" in capsys.readouterr().out
    assert cluster.names().count("headless.pdf") == 1
