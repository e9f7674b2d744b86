"""Records in a database: what comes into it from the data folder, and what a crash leaves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from core.database.engine import open_database, reading
from core.database.tables import DOCUMENTS
from core.errors import SetupError
from core.library import Library
from core.library.record_stores import database as database_records
from core.library.record_stores.database import DatabaseRecords
from core.library.salvage import read_record
from core.maintenance import check
from core.rights import OPERATOR, acting_as
from core.settings import Settings, load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.library.record_stores.libraries import names_in_file, opened, record_file

if TYPE_CHECKING:
    from pathlib import Path

PDF = pdf_bytes(["First page.", "Second page."])
TEXTS = ("a", "b", "c")


@pytest.fixture
def settings(database: str, home: Path) -> Settings:
    return load_settings(home=home, database=database)


@pytest.fixture
def desk(settings: Settings) -> Library:
    """The library of a desk in the same data folder, with three documents."""
    library = Library(settings)
    for text in TEXTS:
        library.add(pdf_bytes([text]), f"{text}.pdf")
    library.describe_by_hand(library.find("a.pdf").sha, {"author": "Ada Meier"})
    return library


def rows(settings: Settings) -> int:
    assert settings.database
    with reading(open_database(settings.database.get_secret_value())) as connection:
        return connection.scalar(select(func.count()).select_from(DOCUMENTS)) or 0


def test_the_documents_of_a_desk_are_those_of_its_server(desk: Library, settings: Settings) -> None:
    assert opened(settings).list() == opened(settings).list() == desk.list()
    assert rows(settings) == len(TEXTS)


def test_processes_that_start_at_once_take_them_up_once(desk: Library, settings: Settings) -> None:
    with ThreadPoolExecutor(4) as pool:
        libraries = list(pool.map(lambda _: opened(settings), range(4)))
    assert [library.list() for library in libraries] == [desk.list()] * 4
    assert rows(settings) == len(TEXTS)


def test_a_server_can_become_a_desk_again(desk: Library, settings: Settings) -> None:
    server = opened(settings)
    server.add(PDF, "ward.pdf")
    server.add(PDF, "again.pdf")
    server.delete(server.find_id("b.pdf"))
    assert Library(settings).list() == server.list()
    assert len(server.list()) == len(TEXTS)


def test_the_row_holds_and_not_the_file_beside_the_document(settings: Settings) -> None:
    library = opened(settings)
    record = library.add(PDF, "ward.pdf")
    record_file(library, record.sha).write_bytes(b"{")
    assert library.list() == opened(settings).list() == (record,)
    library.add(PDF, "again.pdf")
    assert names_in_file(library, record.sha) == ["ward.pdf", "again.pdf"]


def test_a_document_that_a_crash_kept_from_having_a_row_is_taken_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = opened(settings)
    with monkeypatch.context() as patch, pytest.raises(SetupError):
        patch.setattr(DatabaseRecords, "take_up", _away)
        library.add(PDF, "ward.pdf")
    assert library.list() == library.ids() == ()
    assert [record.name for record in opened(settings).list()] == ["ward.pdf"]


def test_a_failing_row_leaves_the_document_as_it_was(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = opened(settings)
    before = library.add(PDF, "ward.pdf")
    with monkeypatch.context() as patch, pytest.raises(SetupError):
        patch.setattr(database_records, "_set", _away)
        library.add(PDF, "again.pdf")
    assert library.get(before.sha) == before


def test_a_check_writes_the_copy_of_a_record_anew(settings: Settings) -> None:
    with acting_as(OPERATOR):
        bench = Workbench(settings)
        record = bench.library.add(PDF, "ward.pdf")
        record_file(bench.library, record.sha).write_bytes(b"{")
        (damage,) = check(bench)
        assert "copy of the record of ward.pdf" in damage.problem
        assert check(bench, repair=True)[0].repaired
        assert check(bench) == ()
        assert read_record(bench.library.folder(record.sha)) == record


def _away(*_: object) -> None:
    raise SetupError("The database is away.")
