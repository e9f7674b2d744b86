"""Files that wait to be read (`core.cluster`), where a store keeps the files of documents."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from core.cluster import open_jobs, range_jobs
from core.cluster.job_reader import JobReader
from core.errors import SetupError
from core.jobs.background import Stage
from core.library.file_stores.bucket import Bucket
from core.parsing.routed import AutomaticOptions
from core.rights import OPERATOR, acting_as
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from tests.core.library.file_stores.machines import Machines

PDF = pdf_bytes(["Adults take five milligrams of calverine twice a day."])


def test_a_file_that_one_machine_puts_is_read_by_another(machines: Machines) -> None:
    here, there = open_jobs(machines.settings("here")), open_jobs(machines.settings("there"))
    job = here.put(PDF, "ward.pdf")
    assert here.put(PDF, "ward.pdf") == job
    assert [name.split("/")[2] for name in machines.store.names()] == ["reading"]
    assert not list((machines.folder / "here").glob("reading/*"))
    with acting_as(OPERATOR):
        assert JobReader(there, machines.bench("there")).read_next()
    (record,) = machines.library("here").list()
    assert (record.name, record.page_count) == ("ward.pdf", 1)
    assert not any("/reading/" in name for name in machines.store.names())
    assert not list((machines.folder / "there").glob("reading/*"))


def test_a_file_that_was_changed_meanwhile_is_not_read(machines: Machines) -> None:
    here, there = open_jobs(machines.settings("here")), open_jobs(machines.settings("there"))
    here.put(PDF, "ward.pdf")
    machines.store.request("PUT", machines.store.of("reading"), b"x" * len(PDF))
    job = there.take("worker")
    assert job
    with pytest.raises(SetupError, match=r"changed.*SIGHTLINE_FILES"):
        there.file(job)
    machines.store.request("DELETE", machines.store.of("reading"))
    assert not there.file(job).exists()


def test_a_file_whose_job_never_came_is_removed(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = open_jobs(machines.settings("here")), open_jobs(machines.settings("there"))
    job = table.put(PDF, "ward.pdf")
    table._files.keep("0" * 64, b"never came")
    other.sweep()
    assert len(machines.store.names()) == 2
    monkeypatch.setattr(Bucket, "older_than", _any_age)
    other.sweep()
    assert machines.store.of("reading").endswith(job.document)


def _any_age(bucket: Bucket, prefix: str, _: float) -> list[str]:
    return _older_than(bucket, prefix, -3600)


_older_than = Bucket.older_than


def test_pages_that_one_machine_reads_become_a_document_on_another(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(range_jobs, "RANGE_PAGES", 2)
    here, there = open_jobs(machines.settings("here")), open_jobs(machines.settings("there"))
    here.put(pdf_bytes([f"Page {number} of the plan." for number in range(1, 5)]), "plan.pdf")
    job = here.take("here")
    assert job
    here.split(job, "automatic", AutomaticOptions().model_dump_json(), 4)
    other = JobReader(there, machines.bench("there"))
    with acting_as(OPERATOR):
        assert other.read_next() and other.read_next() and not other.read_next()
        here.lose("here", failed=False)
        assert JobReader(here, machines.bench("here")).read_next()
    assert [each.state for each in here.get([job.number])] == [Stage.DONE]
    assert {each.name for each in machines.library("there").list()} == {"plan.pdf"}
    assert not any("/reading/" in name for name in machines.store.names())


def test_pages_that_were_changed_in_the_store_are_no_document(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(range_jobs, "RANGE_PAGES", 2)
    here, there = open_jobs(machines.settings("here")), open_jobs(machines.settings("there"))
    here.put(PDF, "plan.pdf")
    job = here.take("here")
    assert job
    here.split(job, "automatic", "{}", 4)
    first = here.take("here")
    assert first
    here.finish_range(first, b"pages")
    (name,) = (
        name for name in machines.store.names() if name.endswith(sha256(b"pages").hexdigest())
    )
    machines.store.request("PUT", name, b"PAGES")
    with pytest.raises(SetupError, match="changed"):
        there.result(there.ranges(job)[0])
