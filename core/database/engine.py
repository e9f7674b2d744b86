"""Connections to the database, whose tables are brought up to date when it is opened."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from filelock import FileLock
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from core.database.tables import METADATA
from core.errors import DataTooNew, SetupError, SightlineError
from core.plugins import importing

if TYPE_CHECKING:
    from collections.abc import Iterator


_UPGRADING = 7_301_946
"""Names the lock under which one process at a time upgrades a database."""
_PEOPLE = 7_301_948
"""Names the lock under which people and collections are changed."""
_PATIENCE = 10
"""Seconds for which another's change of a file of SQLite is waited for."""
_ASK = (
    "Check SIGHTLINE_DATABASE, such as postgresql+psycopg://NAME:PASSWORD@HOST/DATABASE or "
    "sqlite:////PATH/FILE.db, and that the server runs."
)


@lru_cache(maxsize=4)
def open_database(url: str) -> Engine:
    """The database at an address of SQLAlchemy, with the tables of this version; kept open.

    Raises:
        MissingExtra: the driver is not installed.
        SetupError: the address is none, the database cannot be reached, or its tables are those of
            another program or of an unreleased version.
        DataTooNew: a later version has changed its tables.
    """
    try:
        with importing("server", "The database"):
            engine = create_engine(url, pool_pre_ping=True, hide_parameters=True)
    except ArgumentError as error:
        # Without the error's own words: the address may hold a password.
        raise SetupError(f"The address of the database cannot be used. {_ASK}") from error
    if engine.dialect.name == "sqlite":
        _make_private(engine)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_at_once)
    _upgrade(engine)
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is at one moment. Raises as `transaction`."""
    with _translated(), engine.connect().execution_options(sightline_reads=True) as connection:
        yield connection


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A connection whose changes hold when the block is left, or none of them.

    Raises:
        SetupError: the database cannot be reached.
    """
    with _translated(), engine.begin() as connection:
        yield connection


@contextmanager
def changing_people(engine: Engine) -> Iterator[Connection]:
    """As `transaction`, one after the other: what is read in it holds until it ends."""
    with transaction(engine) as connection:
        lock_until_end(connection, _PEOPLE)
        yield connection


def lock_until_end(connection: Connection, lock: int) -> None:
    """Lets no other transaction go on from here until this one ends, under the same lock.

    In SQLite no two transactions that change anything go on at once anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({lock})"))


@contextmanager
def alone(engine: Engine, name: str) -> Iterator[None]:
    """Inside this block nobody else is inside one of the same name, on whatever machine.

    It is not to be entered twice by one thread. Transactions may begin and end inside it. In
    PostgreSQL it ends with its connection; where that is lost, leaving the block raises an error.

    Raises:
        SetupError: the database cannot be reached.
    """
    if engine.dialect.name != "postgresql":
        # A file of SQLite is on one machine, and so are all who use it.
        with FileLock(f"{engine.url.database}.{name}.lock"):
            yield
        return
    with transaction(engine) as connection:
        digest = blake2b(name.encode(), digest_size=8).digest()
        lock_until_end(connection, int.from_bytes(digest, "big", signed=True))
        yield
        connection.execute(text("SELECT 1"))


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise SetupError(f"The database cannot be reached or written. {_ASK}") from error


def _upgrade(engine: Engine) -> None:
    """Makes the tables in an empty database, and changes older ones step by step."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with transaction(engine) as connection:
        lock_until_end(connection, _UPGRADING)
        config.attributes["connection"] = connection
        current = MigrationContext.configure(connection).get_current_revision()
        if current is None:
            _make_tables(connection)
        try:
            (command.stamp if current is None else command.upgrade)(config, "head")
        except CommandError as error:
            first = ScriptDirectory.from_config(config).get_base()
            raise _refusal(is_older=str(current) < str(first)) from error


def _make_tables(connection: Connection) -> None:
    others = METADATA.tables.keys() & set(inspect(connection).get_table_names())
    if others:
        raise SetupError(
            f"The database has tables of another program ({', '.join(sorted(others))}), which are "
            "left as they are. Set SIGHTLINE_DATABASE to an empty database."
        )
    METADATA.create_all(connection)


def _refusal(*, is_older: bool) -> SightlineError:
    if is_older:
        return SetupError(
            "An unreleased version of Sightline made the tables of the database, and this one "
            "cannot change them. Set SIGHTLINE_DATABASE to an empty database."
        )
    return DataTooNew(
        "A later version of Sightline has changed the tables of the database. Use that version, or "
        "restore a backup of the database."
    )


def _make_private(engine: Engine) -> None:
    """Makes a file of SQLite that nobody else may read; does nothing where it is there."""
    path = engine.url.database
    if path and path != ":memory:":
        with suppress(OSError):  # opening it says why
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def _prepare_sqlite(connection: Any, _: object) -> None:
    # The driver would begin a transaction only at the first change: see `_begin_at_once`.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={_PATIENCE * 1000}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    _write_ahead(cursor)
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Lets others read while one writes; the file keeps this from its first opening on."""
    deadline = monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # Of several that open a new file at once SQLite turns some away without waiting.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(0.01)
        else:
            return


def _begin_at_once(connection: Connection) -> None:
    # Two that read first and write then could not both go on.
    reads = connection.get_execution_options().get("sightline_reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
