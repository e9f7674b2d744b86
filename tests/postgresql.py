"""A PostgreSQL server of the tests' own: made in a folder, on a socket there and nowhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import create_engine, text

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLACES = Path("/usr/lib/postgresql")


def programs() -> Path | None:
    """The folder with the programs of the newest version; None where PostgreSQL is missing."""
    found = sorted(_PLACES.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """The address of a new server that lives in a folder; a name of a database belongs behind it.

    It refuses to run as root: then the user `postgres` of its package runs it.
    """
    bin_ = programs()
    assert bin_
    user = "postgres" if os.getuid() == 0 else None
    folder.mkdir()
    if user:
        shutil.chown(folder, user)
        for above in folder.parents:
            if above.stat().st_uid == os.getuid() and above.stat().st_mode & 0o077 == 0:
                above.chmod(0o711)
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [bin_ / program, *arguments],
            user=user,
            cwd=folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    run("initdb", "-D", str(data), "-A", "trust", "-U", "tests", "--no-sync")
    # What is written need not outlast the tests, and nothing is tidied behind them.
    unsafe = " ".join(f"-c {name}=off" for name in ("fsync", "full_page_writes", "autovacuum"))
    options = f"-c listen_addresses='' -k {folder} {unsafe}"
    run("pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql+psycopg://tests@/{{database}}?host={folder}"
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")


def new_database(address: str) -> str:
    """The address of a new, empty database of a server."""
    name = f"d{uuid4().hex}"
    engine = create_engine(address.format(database="postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return address.format(database=name)
