"""Documents indexed in the background: each ends ready or with a reason, and questions go first."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.embedding.hashing import HashingEncoder
from core.errors import SetupError
from core.jobs.background import Stage
from core.parsing import parser_choice
from core.parsing.stored_corrections import FILE, STAGE
from core.settings import load_settings
from core.sir import ElementType
from core.workbench import Workbench
from core.workbench.index_queue import IndexQueue
from core.workbench.ingest_queue import IngestQueue
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.embedding.base import WindowedVectors
    from core.progress import Progress

WAIT = 120
FIXED = make_options("fixed", {"max_tokens": 16, "overlap": 0})
RECIPE = Configuration("fixed", FIXED, encoder="hashing")
OTHER = Configuration(
    "fixed", make_options("fixed", {"max_tokens": 24, "overlap": 0}), encoder="hashing"
)
QUESTION = "What is the starting dose of calverin?"


class GatedEncoder(HashingEncoder):
    """Embeds chunks text by text, each no sooner than `may` allows; counts its runs."""

    def __init__(self) -> None:
        super().__init__()
        self.may, self.began = Event(), Event()
        self.runs = 0
        self.error: Exception | None = None

    def encode_windows(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> WindowedVectors:
        if len(texts) == 1:  # a query
            return super().encode_windows(texts, progress)
        self.runs += 1
        self.began.set()
        if self.error:
            raise self.error
        if progress:
            progress(0, len(texts))
        while not self.may.wait(0.01):
            if progress:
                progress(1, len(texts))
        return super().encode_windows(texts, progress)


class GatedWorkbench(Workbench):
    """Embeds by a gated encoder."""

    def __init__(self, home: Path) -> None:
        super().__init__(load_settings(home=home, parse_workers=1))
        self.gated = GatedEncoder()
        self.chunks.encoder = lambda name: self.gated


@pytest.fixture
def bench(home: Path) -> Iterator[GatedWorkbench]:
    bench = GatedWorkbench(home)
    yield bench
    bench.gated.may.set()


@pytest.fixture
def queue(bench: GatedWorkbench) -> Iterator[IndexQueue]:
    queue = IndexQueue(bench)
    yield queue
    queue.close()


def added(bench: Workbench, name: str) -> str:
    pages = (
        f"Of {name}: the starting dose of calverin is 40 mg once a day.",
        "Patients should be seen every three months, with blood counts at each visit.",
    )
    return bench.documents.add(pdf_bytes(pages), f"{name}.pdf").sha


def stages(queue: IndexQueue, config: Configuration = RECIPE) -> dict[str, Stage]:
    return {job.name: job.stage for job in queue.jobs(config).values()}


def test_what_the_library_holds_is_indexed_and_a_question_waits_for_nothing(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    documents = [added(bench, "a"), added(bench, "b")]
    bench.gated.may.set()
    queue.use(RECIPE)
    assert queue.wait(WAIT)
    assert stages(queue) == {"a.pdf": Stage.DONE, "b.pdf": Stage.DONE}
    assert queue.is_ready(documents, RECIPE)
    runs = bench.gated.runs
    assert bench.answers.ask(QUESTION, RECIPE, documents).passages
    assert bench.gated.runs == runs == 2


def test_a_file_is_indexed_once_it_was_read(bench: GatedWorkbench, queue: IndexQueue) -> None:
    bench.gated.may.set()
    queue.use(RECIPE)
    files = IngestQueue(bench, queue.look_again)
    files.add("new.pdf", pdf_bytes(("Calverin is given with food, twice a day and at night.",)))
    assert files.wait(WAIT)
    assert queue.wait(WAIT)
    assert stages(queue) == {"new.pdf": Stage.DONE}


def test_what_is_indexed_is_found_so_at_the_next_start(
    bench: GatedWorkbench, queue: IndexQueue, home: Path
) -> None:
    document = added(bench, "a")
    bench.gated.may.set()
    bench.index.add([document], RECIPE)
    bench.close()
    fresh = GatedWorkbench(home)
    queue.workbench = fresh
    queue.use(RECIPE)
    assert queue.wait(WAIT)
    assert queue.is_ready([document], RECIPE)
    assert fresh.gated.runs == 0


def test_what_an_earlier_version_read_is_read_and_indexed_anew_at_the_next_start(
    bench: GatedWorkbench, queue: IndexQueue, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.gated.may.set()
    with monkeypatch.context() as earlier:
        earlier.setattr(parser_choice, "_VERSION", 0)
        document = added(bench, "a")
        bench.index.add([document], RECIPE)
    before = bench.library.get(document).parse
    bench.close()
    fresh = GatedWorkbench(home)
    fresh.gated.may.set()
    queue.workbench = fresh
    queue.use(RECIPE)
    assert queue.wait(WAIT)
    assert queue.is_ready([document], RECIPE)
    after = fresh.library.get(document).parse
    assert before and after and before.key != after.key
    assert fresh.gated.runs == 1


def test_a_question_about_a_document_that_is_indexed_already_goes_first(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    first = added(bench, "a")
    bench.gated.may.set()
    bench.index.add([first], RECIPE)
    bench.gated.may.clear()
    bench.gated.began.clear()
    added(bench, "b")
    queue.use(RECIPE)
    assert bench.gated.began.wait(WAIT)
    assert bench.answers.ask(QUESTION, RECIPE, [first]).passages
    assert stages(queue)["b.pdf"] is Stage.RUNNING
    bench.gated.may.set()
    assert queue.wait(WAIT)
    assert stages(queue)["b.pdf"] is Stage.DONE


def test_a_question_about_a_document_in_hand_waits_for_it_and_embeds_it_no_second_time(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    document = added(bench, "a")
    queue.use(RECIPE)
    assert bench.gated.began.wait(WAIT)
    heard: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        heard.append((done, total))
        bench.gated.may.set()

    bench.index.add([document], RECIPE, progress)
    assert heard
    assert bench.gated.runs == 1
    assert queue.wait(WAIT)
    assert queue.is_ready([document], RECIPE)


def test_what_is_cancelled_stays_so_until_it_is_taken_up_again(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    documents = [added(bench, "a"), added(bench, "b")]
    queue.use(RECIPE)
    assert bench.gated.began.wait(WAIT)
    queue.cancel(RECIPE)
    assert queue.wait(WAIT)
    queue.use(RECIPE)
    assert set(stages(queue).values()) == {Stage.CANCELLED}
    assert bench.index.counts(RECIPE) == {}
    bench.gated.may.set()
    queue.retry(RECIPE)
    assert queue.wait(WAIT)
    assert queue.is_ready(documents, RECIPE)


def test_a_document_that_is_deleted_while_it_is_indexed_leaves_nothing(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    document = added(bench, "a")
    queue.use(RECIPE)
    assert bench.gated.began.wait(WAIT)
    bench.delete(document)
    bench.gated.may.set()
    assert queue.wait(WAIT)
    assert stages(queue) == {}
    assert bench.index.counts(RECIPE) == {}


def test_a_document_that_is_corrected_while_it_is_indexed_is_indexed_as_it_is_now(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    document = added(bench, "a")
    queue.use(RECIPE)
    assert bench.gated.began.wait(WAIT)
    node = bench.documents.sir(document).nodes[1].id
    bench.documents.correct(document, node, ElementType.SECTION_HEADER, 1)
    bench.gated.may.set()
    assert queue.wait(WAIT)
    assert queue.is_ready([document], RECIPE)
    assert bench.index.counts(RECIPE) == {document: len(bench.chunks.of(document, RECIPE).chunks)}
    hits = bench.answers.retrieve(QUESTION, RECIPE, [document])
    assert {chunk.id for _, _, chunk in hits} <= set(bench.chunks.of(document, RECIPE).by_id)


def test_a_document_that_changes_just_before_it_is_written_is_written_as_it_is_now(
    bench: GatedWorkbench,
) -> None:
    document = added(bench, "a")
    bench.gated.may.set()

    def correct(done: int, total: int) -> None:
        if done == total and not bench.documents.corrections(document):
            node = bench.documents.sir(document).nodes[1].id
            bench.documents.correct(document, node, ElementType.SECTION_HEADER, 1)

    bench.index.add([document], RECIPE, correct)
    found = {hit.chunk_id for hit in bench.index._store(RECIPE).search(QUESTION, bench.gated, 50)}
    assert found == set(bench.chunks.of(document, RECIPE).by_id)


def test_an_error_of_the_installation_is_told_of_every_document_and_tried_again_when_wanted(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    documents = [added(bench, "a"), added(bench, "b")]
    bench.gated.error = SetupError("The model is damaged.")
    queue.use(RECIPE)
    assert queue.wait(WAIT)
    queue.use(RECIPE)
    assert queue.wait(WAIT)
    jobs = queue.jobs(RECIPE).values()
    assert [str(job.error) for job in jobs] == ["The model is damaged."] * 2
    assert bench.gated.runs == 1
    bench.gated.error = None
    bench.gated.may.set()
    queue.retry(RECIPE)
    assert queue.wait(WAIT)
    assert queue.is_ready(documents, RECIPE)


def test_a_damaged_document_stops_no_other_and_is_named(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    document, other = added(bench, "a"), added(bench, "b")
    bench.library.store_bytes(document, STAGE, FILE, b"{")
    bench.gated.may.set()
    queue.use(RECIPE)
    assert queue.wait(WAIT)
    assert stages(queue) == {"a.pdf": Stage.FAILED, "b.pdf": Stage.DONE}
    assert "corrections of a.pdf" in str(queue.jobs(RECIPE)[document].error)
    assert queue.is_ready([other], RECIPE)


def test_a_recipe_that_is_left_is_indexed_no_further(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    document = added(bench, "a")
    queue.use(RECIPE)
    assert bench.gated.began.wait(WAIT)
    queue.use(OTHER)
    queue.leave(RECIPE)
    bench.gated.may.set()
    assert queue.wait(WAIT)
    assert stages(queue) == {}
    assert bench.index.counts(RECIPE) == {}
    assert queue.is_ready([document], OTHER)


def test_what_was_cancelled_and_then_indexed_for_a_question_is_ready(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    document = added(bench, "a")
    queue.use(RECIPE)
    queue.cancel(RECIPE)
    bench.gated.may.set()
    bench.index.add([document], RECIPE)
    queue.note_ready([document], RECIPE)
    assert queue.wait(WAIT)
    assert queue.is_ready([document], RECIPE)


def test_nothing_is_sent_to_a_service_that_nobody_has_asked_for(
    bench: GatedWorkbench, queue: IndexQueue
) -> None:
    document = added(bench, "a")
    paid = replace(RECIPE, encoder="gemini:gemini-embedding-001")
    queue.use(paid)
    assert queue.wait(WAIT)
    assert queue.jobs(paid) == {}
    assert not queue.is_ready([document], paid)
    assert bench.gated.runs == 0
