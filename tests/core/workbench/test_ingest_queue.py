"""Files added in the background: each ends as a document or with a reason, else nothing stays."""

from __future__ import annotations

from functools import partial
from threading import Event, Thread
from time import monotonic, sleep
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

import pytest
from pymupdf import mupdf

from core.errors import LimitReached, NotAPdf, PasswordNeeded
from core.jobs.background import Stage
from core.settings import load_settings
from core.workbench import Workbench
from core.workbench.ingest_queue import IngestQueue, QueueItem
from tests.builders import hurry_inspector, pdf_bytes, with_endless_page
from tests.processes import isolated_jobs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.library import DocumentRecord

WAIT = 120
AES = mupdf.PDF_ENCRYPT_AES_256


class SlowWorkbench(Workbench):
    """Adds a file no sooner than it may."""

    def __init__(self, home: Path) -> None:
        super().__init__(load_settings(home=home, parse_workers=1))
        self.may, self.began = Event(), Event()
        self.at_once, self.documents.add = self.documents.add, self.slowly

    def slowly(self, *given: Any, **named: Any) -> DocumentRecord:
        self.began.set()
        progress = given[3]
        while not self.may.wait(0.01):
            progress(0, 1)
        return self.at_once(*given, **named)


@pytest.fixture
def bench(home: Path) -> Workbench:
    return Workbench(load_settings(home=home, parse_workers=4))


@pytest.fixture
def slow(home: Path) -> Iterator[SlowWorkbench]:
    bench = SlowWorkbench(home)
    yield bench
    bench.may.set()


def pdf(text: str) -> bytes:
    return pdf_bytes([f"{text} five milligrams a day."])


def ended(queue: IngestQueue) -> list[QueueItem]:
    assert queue.wait(WAIT)
    return list(queue.snapshot())


def left(home: Path) -> list[Path]:
    return list((home / "tmp").iterdir())


def test_files_are_added_in_the_background_and_one_that_fails_stops_no_other(
    bench: Workbench, home: Path
) -> None:
    queue = IngestQueue(bench)
    for name, content in (("a.pdf", pdf("a")), ("b.pdf", b"no pdf"), ("c.pdf", pdf("c"))):
        queue.add(name, content)
    items = ended(queue)
    assert [item.name for item in items] == ["a.pdf", "b.pdf", "c.pdf"]
    assert [item.stage for item in items] == [Stage.DONE, Stage.FAILED, Stage.DONE]
    assert isinstance(items[1].error, NotAPdf)
    held = {record.sha for record in bench.library.list()}
    assert {items[0].document, items[2].document} == held
    assert left(home) == []


def test_an_encrypted_file_waits_for_its_password(bench: Workbench, home: Path) -> None:
    queue = IngestQueue(bench)
    locked = pdf_bytes(["Locked."], encryption=AES, user_pw="open")
    number = queue.add("locked.pdf", locked)
    (item,) = ended(queue)
    assert item.stage is Stage.PAUSED
    queue.unlock(number, "wrong")
    (item,) = ended(queue)
    assert isinstance(item.error, PasswordNeeded)
    assert "wrong" in str(item.error)
    queue.unlock(number, "open")
    (item,) = ended(queue)
    assert item.stage is Stage.DONE
    assert left(home) == []


def test_a_password_is_tried_while_other_files_are_read(slow: SlowWorkbench) -> None:
    queue, at_once = IngestQueue(slow), slow.at_once
    locked = pdf_bytes(["Locked."], encryption=AES, user_pw="open")

    def add(*given: Any, **named: Any) -> DocumentRecord:
        read = at_once if given[1] == "locked.pdf" else slow.slowly
        return read(*given, **named)

    slow.documents.add = add
    number = queue.add("locked.pdf", locked)
    ended(queue)
    queue.add("long.pdf", pdf("a"))
    queue.add("waiting.pdf", pdf("b"))
    for password, stage in (("wrong", Stage.PAUSED), ("open", Stage.DONE)):
        queue.unlock(number, password)
        end = monotonic() + WAIT
        while (stages := stages_of(queue))["locked.pdf"] is not stage and monotonic() < end:
            sleep(0.02)
        assert stages == {
            "locked.pdf": stage,
            "long.pdf": Stage.RUNNING,
            "waiting.pdf": Stage.WAITING,
        }
    queue.cancel_all()


def test_of_many_files_that_were_unlocked_one_is_read_beside_the_others(home: Path) -> None:
    bench, shares = SlowWorkbench(home), {}
    bench.settings = load_settings(home=home, parse_workers=4)
    queue, at_once = IngestQueue(bench), bench.at_once
    bench.documents.add = at_once
    locked = [
        queue.add(f"{n}.pdf", pdf_bytes([f"Locked {n}."], encryption=AES, user_pw="open"))
        for n in range(5)
    ]
    ended(queue)

    def add(*given: Any, **named: Any) -> DocumentRecord:
        shares[given[1]] = named["workers"]
        return bench.slowly(*given, **named)

    bench.documents.add = add
    for name in "abc":
        queue.add(name, pdf(name))
    for number in locked:
        queue.unlock(number, "open")
    stages = stages_of(queue)
    assert [stages[f"{n}.pdf"] for n in range(5)].count(Stage.RUNNING) == 1
    assert [stages[name] for name in "abc"].count(Stage.RUNNING) == 2
    bench.may.set()
    assert {item.stage for item in ended(queue)} == {Stage.DONE}
    assert shares["0.pdf"] == 1


def stages_of(queue: IngestQueue) -> dict[str, Stage]:
    return {item.name: item.stage for item in queue.snapshot()}


def test_a_document_with_missing_pages_is_gone_on_with_in_the_background(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry_inspector(monkeypatch)
    bench = Workbench(load_settings(home=home, page_seconds=1))
    queue = IngestQueue(bench)
    queue.add("slow.pdf", with_endless_page(["First page.", "Second page."], 2))
    (first,) = ended(queue)
    assert first.stage is Stage.DONE
    before = bench.library.get(first.document)
    assert before.parse is not None
    assert before.parse.missing_pages == (2,)
    number = queue.resume(first.document)
    assert queue.resume(first.document) == number
    _, second = ended(queue)
    assert (second.name, second.resumes) == ("slow.pdf", first.document)
    assert (second.stage, type(second.error)) == (Stage.FAILED, LimitReached)
    assert bench.library.get(first.document) == before


def test_a_file_that_waits_or_is_read_can_be_cancelled(slow: SlowWorkbench, home: Path) -> None:
    queue = IngestQueue(slow)
    numbers = [queue.add(name, pdf(name)) for name in ("a.pdf", "b.pdf", "c.pdf")]
    assert slow.began.wait(WAIT)
    queue.cancel(numbers[1])
    assert [item.stage for item in queue.snapshot()] == ["running", "cancelled", "waiting"]
    queue.cancel_all()
    assert [item.stage for item in ended(queue)] == ["cancelled"] * 3
    assert slow.library.list() == ()
    assert left(home) == []


def test_the_error_of_a_file_does_not_keep_its_bytes(bench: Workbench) -> None:
    queue = IngestQueue(bench)
    content = b"no document " * 100
    queue.add("notes.pdf", content)
    (item,) = ended(queue)
    assert item.error is not None
    held = [
        value for frame, _ in walk_tb(item.error.__traceback__) for value in frame.f_locals.values()
    ]
    assert content not in held


def test_what_has_ended_is_forgotten_and_what_goes_on_stays(slow: SlowWorkbench) -> None:
    queue = IngestQueue(slow)
    queue.add("a.pdf", pdf("a"))
    queue.cancel(queue.add("b.pdf", pdf("b")))
    queue.forget()
    assert [item.name for item in queue.snapshot()] == ["a.pdf"]
    slow.may.set()
    (item,) = ended(queue)
    queue.forget_document(item.document)
    assert queue.snapshot() == ()


def test_a_queue_that_is_stopped_in_the_middle_leaves_no_process(
    bench: Workbench, home: Path
) -> None:
    queue = IngestQueue(bench)
    queue.add("long.pdf", pdf_bytes(["A page with some words."] * 400))
    stopper = Thread(target=queue.cancel_all)
    while not queue.snapshot()[0].done:
        assert queue.snapshot()[0].active
    stopper.start()
    assert [item.stage for item in ended(queue)] == [Stage.CANCELLED]
    assert not isolated_jobs()
    assert left(home) == []


def test_what_is_read_ahead_lets_a_file_pass_that_somebody_waits_for(slow: SlowWorkbench) -> None:
    queue, ended_items = IngestQueue(slow), []
    for name in ("first.pdf", "second.pdf"):
        queue.add(name, pdf(name), ahead=True, on_end=partial(ended_items.append, name))
    queue.add("own.pdf", pdf("own"))
    assert list(stages_of(queue).items()) == [
        ("first.pdf", Stage.RUNNING),
        ("own.pdf", Stage.RUNNING),
        ("second.pdf", Stage.WAITING),
    ]
    slow.may.set()
    items = ended(queue)
    assert [item.name for item in items] == ["first.pdf", "own.pdf", "second.pdf"]
    assert ended_items == ["first.pdf", "second.pdf"]
