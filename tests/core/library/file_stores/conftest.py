"""A local S3 server, and machines that share a bucket and a database."""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING

import pytest

from core.database.engine import open_database
from tests.core.library.file_stores.machines import Machines, Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_COUNT = itertools.count(1)


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """The address of a server on this machine, which lives in a thread of these tests."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def store(s3_server: str, monkeypatch: pytest.MonkeyPatch) -> Store:
    """An empty bucket, to which the environment leads."""
    made = Store(s3_server, f"bucket-{next(_COUNT)}")
    made.request("PUT")
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    return made


@pytest.fixture
def machines(store: Store, tmp_path: Path) -> Iterator[Machines]:
    """Two machines over one SQLite file."""
    yield Machines(store, f"sqlite:///{tmp_path}/people.db", tmp_path)
    open_database.cache_clear()


@pytest.fixture
def any_machines(store: Store, database: str, tmp_path: Path) -> Machines:
    """Two machines over a database of either kind."""
    return Machines(store, database, tmp_path)
