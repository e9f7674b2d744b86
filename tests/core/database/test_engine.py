"""The database: the same tables by migration as by their definition, transactions, errors."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, insert, inspect, select, text

from core.database.engine import alone, open_database, reading, transaction
from core.database.tables import COLLECTIONS, METADATA
from core.errors import DataTooNew, MissingExtra, SetupError

FIRST = Path(__file__).with_name("tables_0005.sql")
"""The tables of the first version with a database, as SQLite has them. It never changes."""


def test_migrations_lead_from_the_first_tables_to_those_that_the_program_uses(
    tmp_path: Path,
) -> None:
    path = tmp_path / "people.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(FIRST.read_text("utf-8"))
    with open_database(f"sqlite:///{path}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_tables_of_another_program_are_left_alone(database: str) -> None:
    with create_engine(database).begin() as connection:
        connection.execute(text("CREATE TABLE documents (title TEXT)"))
    with pytest.raises(SetupError, match=r"another program \(documents\).*SIGHTLINE_DATABASE"):
        open_database(database)
    assert inspect(create_engine(database)).get_table_names() == ["documents"]


def test_opening_it_again_keeps_what_is_in_it(database: str) -> None:
    with transaction(open_database(database)) as connection:
        connection.execute(insert(COLLECTIONS).values(id="a" * 16, name="Wards"))
    open_database.cache_clear()
    with reading(open_database(database)) as connection:
        assert connection.execute(select(COLLECTIONS.c.name)).scalar() == "Wards"


def test_several_that_open_a_new_database_at_once_make_its_tables_once(database: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        engines = list(pool.map(lambda _: open_database.__wrapped__(database), range(4)))
    for engine in engines:
        with reading(engine) as connection:
            assert connection.execute(select(COLLECTIONS)).all() == []
        engine.dispose()


def test_a_new_file_that_another_changes_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "people.db"
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        opened = ThreadPoolExecutor(1).submit(open_database.__wrapped__, f"sqlite:///{file}")
        with pytest.raises(TimeoutError):
            opened.result(timeout=0.3)
        other.execute("COMMIT")
        opened.result(timeout=30).dispose()


def test_a_change_that_fails_leaves_nothing(database: str) -> None:
    engine = open_database(database)
    with pytest.raises(RuntimeError), transaction(engine) as connection:
        connection.execute(insert(COLLECTIONS).values(id="b" * 16, name="Half"))
        raise RuntimeError
    with reading(engine) as connection:
        assert connection.execute(select(COLLECTIONS)).all() == []


@pytest.mark.parametrize(
    ("version", "error", "reason"),
    [("9999", DataTooNew, "later version"), ("0004", SetupError, "unreleased version")],
)
def test_tables_of_a_later_or_an_unreleased_version_are_left_alone(
    database: str, version: str, error: type[Exception], reason: str
) -> None:
    with transaction(open_database(database)) as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))
    open_database.cache_clear()
    with pytest.raises(error, match=reason):
        open_database(database)


@pytest.mark.parametrize("address", ["", "nonsense", "postgresql+psycopg://", "sqlite"])
def test_an_address_that_is_none_says_what_one_looks_like(address: str) -> None:
    with pytest.raises(SetupError, match="SIGHTLINE_DATABASE"):
        open_database(address)


def test_a_server_that_is_away_is_said_to_be_without_its_password() -> None:
    with pytest.raises(SetupError, match="cannot be reached") as caught:
        open_database("postgresql+psycopg://me:geheim@127.0.0.1:1/none?connect_timeout=1")
    assert "geheim" not in str(caught.value)


def test_a_driver_that_is_not_installed_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"pip install '.\[server\]'"):
        open_database("mysql+pymysql://me@127.0.0.1/none")


def test_a_file_that_cannot_be_made_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be reached or written"):
        open_database(f"sqlite:///{tmp_path}/missing/people.db")


def test_those_who_are_alone_under_one_name_follow_each_other(database: str) -> None:
    engine, inside, most = open_database(database), [0], [0]

    def work(_: int) -> None:
        with alone(engine, "name"), alone(engine, "another"), transaction(engine) as connection:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            connection.execute(select(COLLECTIONS)).all()
            inside[0] -= 1

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(12)))
    assert (inside, most) == ([0], [1])


def test_who_fails_alone_lets_the_next_go_on(database: str) -> None:
    engine = open_database(database)
    for _ in range(2):
        with pytest.raises(RuntimeError), alone(engine, "name"):
            raise RuntimeError
