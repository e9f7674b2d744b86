"""Samples come by themselves into a new data folder, once, and never into one that is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.jobs.background import Stage
from core.settings import load_settings
from core.workbench import Workbench
from core.workbench.first_start import FirstStart, is_used, note_read, samples_to_read
from core.workbench.ingest_queue import IngestQueue
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

WAIT = 120
NAMES = ("first.pdf", "second.pdf")


@pytest.fixture
def samples(tmp_path: Path) -> dict[str, Path]:
    paths = {name: tmp_path / name for name in NAMES}
    for name, path in paths.items():
        path.write_bytes(pdf_bytes([f"The {name} sample: five milligrams a day."]))
    return paths


def started(samples: dict[str, Path]) -> tuple[Workbench, FirstStart]:
    bench = Workbench(load_settings())
    queue = IngestQueue(bench)
    start = FirstStart(queue, samples)
    start.begin()
    assert queue.wait(WAIT)
    return bench, start


def test_a_new_folder_gets_the_samples_and_the_next_start_reads_none(
    home: Path, samples: dict[str, Path]
) -> None:
    bench, start = started(samples)
    assert [item.stage for item in start.items()] == [Stage.DONE, Stage.DONE]
    assert [record.name for record in bench.library.list()] == list(NAMES)
    assert started(samples)[1].items() == ()


def test_deleted_samples_do_not_come_back(home: Path, samples: dict[str, Path]) -> None:
    bench, _ = started(samples)
    for record in bench.library.list():
        bench.delete(record.sha)
    again, start = started(samples)
    assert again.library.list() == ()
    assert start.items() == ()


def test_a_library_that_people_use_gets_no_samples(home: Path, samples: dict[str, Path]) -> None:
    bench = Workbench(load_settings())
    bench.documents.add(pdf_bytes(["My own document."]), "own.pdf")
    assert started(samples)[1].items() == ()


def test_a_start_that_was_ended_is_gone_on_with(home: Path) -> None:
    assert samples_to_read(home, NAMES) == NAMES
    note_read(home, "first.pdf")
    (home / "documents").mkdir()
    (home / "documents" / "kept").write_text("", encoding="utf-8")
    assert samples_to_read(home, NAMES) == ("second.pdf",)


def test_settings_alone_are_no_use_of_a_folder(home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{}", encoding="utf-8")
    (home / "settings.lock").write_text("", encoding="utf-8")
    assert not is_used(home)


def test_a_damaged_note_brings_no_samples(home: Path) -> None:
    home.mkdir()
    (home / "samples.json").write_text("{]", encoding="utf-8")
    assert samples_to_read(home, NAMES) == ()
