"""Checking, backing up and restoring documents whose files are in a store."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from core.errors import DataDamaged
from core.maintenance import back_up, check, restore
from core.parsing.stored_corrections import FILE, STAGE, load_corrections, store_corrections
from core.rights import OPERATOR, acting_as
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.core.library.file_stores.machines import Machines

PDF = pdf_bytes(["First page."])
CORRECTIONS = b'{"schema": "sightline.corrections/1", "corrections": []}'


@pytest.fixture(autouse=True)
def as_operator() -> Iterator[None]:
    with acting_as(OPERATOR):
        yield


def test_nothing_is_damaged_on_a_machine_that_has_old_copies(machines: Machines) -> None:
    here, there = machines.bench("here"), machines.bench("there")
    sha = here.library.add(PDF, "ward.pdf").sha
    here.library.store_bytes(sha, STAGE, FILE, b"old and damaged")
    there.library.describe_by_hand(sha, {"author": "Ada"})
    assert there.library.fetch_all(sha) == {}
    store_corrections(here.library, sha, ())
    assert check(there) == check(here) == check(machines.bench("third")) == ()


def test_a_result_that_was_changed_in_the_store_is_taken_away(machines: Machines) -> None:
    here, there = machines.bench("here"), machines.bench("there")
    sha = here.library.add(PDF, "ward.pdf").sha
    here.library.store_bytes(sha, "tokens", "key", b"tokens")
    machines.store.request("PUT", machines.store.of("tokens"), b"sneaky")
    (damage,) = check(there)
    assert "not what was put there" in damage.problem
    assert [each.repaired for each in check(there, repair=True)] != [""]
    assert check(there) == ()
    assert there.library.load_bytes(sha, "tokens", "key") is None


def test_what_the_store_has_lost_is_put_there_again(machines: Machines) -> None:
    here = machines.bench("here")
    sha = here.library.add(PDF, "ward.pdf").sha
    machines.store.request("DELETE", machines.store.of("source.pdf"))
    (damage,) = check(here)
    assert "lost the file source.pdf" in damage.problem
    assert check(here, repair=True)[0].repaired
    assert check(here) == ()
    assert machines.library("there").pdf_path(sha).read_bytes() == PDF


def test_a_file_that_is_lost_everywhere_is_told_once(machines: Machines) -> None:
    sha = machines.library("here").add(PDF, "ward.pdf").sha
    machines.store.request("DELETE", machines.store.of("source.pdf"))
    (damage,) = check(machines.bench("there"), repair=True)
    assert not damage.repairable
    assert "Add the original file again" in damage.next_step
    machines.library("there").add(PDF, "ward.pdf")
    assert machines.library("third").pdf_path(sha).read_bytes() == PDF


def test_corrections_that_the_store_has_lost_end_when_repaired(machines: Machines) -> None:
    here, there = machines.bench("here"), machines.bench("there")
    sha = here.library.add(PDF, "ward.pdf").sha
    here.library.store_bytes(sha, STAGE, FILE, CORRECTIONS)
    machines.store.request("PUT", machines.store.of(FILE), b"sneaky")
    with pytest.raises(DataDamaged):
        load_corrections(there.library, sha)
    assert check(there, repair=True)[0].repaired
    assert load_corrections(there.library, sha) == ()


def test_a_backup_on_one_machine_is_restored_on_another(machines: Machines) -> None:
    here = machines.bench("here")
    record = here.library.add(PDF, "ward.pdf")
    here.library.store_bytes(record.sha, STAGE, FILE, CORRECTIONS)
    here.library.store_bytes(record.sha, "tokens", "key", b"tokens")
    record = here.library.describe_by_hand(record.sha, {"author": "Ada"})
    shutil.rmtree(machines.folder / "here" / "documents")
    contents = back_up(machines.bench("there"), machines.folder / "backup.zip")
    names = {name.rpartition(f"{record.sha}/")[2] for name in contents.files}
    assert {"source.pdf", "document.json", f"{STAGE}/{FILE}"} <= names
    assert contents.notices == ()
    here.library.delete(record.sha)
    restore(machines.bench("empty"), machines.folder / "backup.zip")
    there = machines.library("there")
    assert there.list() == (record,)
    assert there.pdf_path(record.sha).read_bytes() == PDF
    assert there.load_bytes(record.sha, STAGE, FILE) == CORRECTIONS
    assert there.load_bytes(record.sha, "tokens", "key") is None
