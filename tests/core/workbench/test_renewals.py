"""Documents that an earlier version read: each is read anew once, or left out with a reason."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import BrokenPdf, LimitReached
from core.jobs.background import Stage
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.parsing import parser_choice
from core.parsing.document_parsing import is_outdated, parse_document
from core.settings import load_settings
from core.workbench import Workbench, document_trees, documents
from core.workbench import index as index_module
from core.workbench.index_queue import IndexQueue
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.library import Library
    from core.progress import Progress
    from core.sir import Sir

WAIT = 120
OPTIONS = make_options("fixed", {"max_tokens": 16, "overlap": 0})
CONFIG = Configuration("fixed", OPTIONS, encoder="hashing")
QUESTION = "What is the starting dose of calverin?"
NAMES = ("a", "b", "c")


class Reading:
    """Counts documents that are read, and stops at some of them with an error."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read: list[str] = []
        self.broken: set[str] = set()
        self.began, self.may = Event(), Event()
        self.may.set()
        for module in (documents, document_trees):
            monkeypatch.setattr(module, "parse_document", self._parse)

    def _parse(self, library: Library, sha: str, *rest: Any, **names: Any) -> Sir:
        if is_outdated(library, sha):
            self.read.append(sha)
            self.began.set()
            progress: Progress | None = rest[2] if len(rest) > 2 else names.get("progress")
            while not self.may.wait(0.01):
                if progress:
                    progress(0, 2)
        if sha in self.broken:
            raise BrokenPdf(f"{library.get(sha).name} cannot be read.")
        return parse_document(library, sha, *rest, **names)


@pytest.fixture
def old(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Documents read and indexed by an earlier version."""
    bench = Workbench(load_settings(home=home, parse_workers=1))
    with monkeypatch.context() as earlier:
        earlier.setattr(parser_choice, "_VERSION", 0)
        shas = [
            bench.documents.add(
                pdf_bytes((f"Of {name}: the starting dose of calverin is 40 mg once a day.",)),
                f"{name}.pdf",
            ).sha
            for name in NAMES
        ]
        bench.index.add(shas, CONFIG)
    bench.close()
    return shas


@pytest.fixture
def bench(home: Path, old: list[str]) -> Workbench:
    return Workbench(load_settings(home=home, parse_workers=1))


@pytest.fixture
def reading(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> Reading:
    return Reading(monkeypatch)


def test_a_document_that_several_ask_for_is_read_anew_and_leaves_the_indexes_once(
    bench: Workbench, old: list[str], reading: Reading
) -> None:
    changed: list[str] = []
    bench.on_change = changed.append
    reading.may.clear()
    with ThreadPoolExecutor(3) as threads:
        renewals = [threads.submit(bench.documents.renewals.renew, old[0]) for _ in range(3)]
        assert reading.began.wait(WAIT)
        reading.may.set()
        assert sorted(renewal.result(WAIT) for renewal in renewals) == [False, False, True]
    assert reading.read == changed == old[:1]


def test_who_asks_while_a_document_leaves_the_indexes_waits_until_it_has_left(
    bench: Workbench, old: list[str], reading: Reading
) -> None:
    leaving, may = Event(), Event()

    def changed(_: str) -> None:
        leaving.set()
        assert may.wait(WAIT)

    bench.on_change = changed
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(bench.documents.renewals.renew, old[0])
        assert leaving.wait(WAIT)
        assert not bench.documents.renewals.is_outdated(old[0])
        second = threads.submit(bench.documents.renewals.renew, old[0])
        with pytest.raises(TimeoutError):
            second.result(0.5)
        may.set()
        assert first.result(WAIT)
        assert not second.result(WAIT)


def test_a_document_that_cannot_be_read_anew_is_left_out_with_a_notice(
    bench: Workbench, old: list[str], reading: Reading
) -> None:
    reading.broken.add(old[0])
    answer = bench.answers.ask(QUESTION, CONFIG, old)
    assert {passage.hit.document for passage in answer.passages} == set(old[1:])
    assert answer.notice.count("a.pdf is left out") == 1
    assert "a.pdf cannot be read." in answer.notice
    assert reading.read.count(old[0]) == 1
    with pytest.raises(BrokenPdf, match=r"a\.pdf cannot"):
        bench.answers.ask(QUESTION, CONFIG, old[:1])


def test_a_document_that_cannot_be_read_keeps_no_other_from_being_indexed(
    bench: Workbench, old: list[str], reading: Reading
) -> None:
    for document in old:
        bench.index.remove_everywhere(document)
    reading.broken.add(old[0])
    answer = bench.answers.ask(QUESTION, CONFIG, old)
    assert {passage.hit.document for passage in answer.passages} == set(old[1:])
    assert answer.notice.count("a.pdf is left out") == 1
    assert set(bench.index.counts(CONFIG)) == set(old[1:])
    notices: list[str] = []
    hits = bench.answers.retrieve(QUESTION, CONFIG, old, notices.append)
    assert {hit.document for hit, *_ in hits} == set(old[1:])
    assert ["a.pdf is left out" in notice for notice in notices] == [True]
    with pytest.raises(BrokenPdf, match=r"a\.pdf cannot"):
        bench.answers.retrieve(QUESTION, CONFIG, old)


def test_a_question_reads_no_more_documents_anew_than_there_is_time_for(
    bench: Workbench, old: list[str], reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.documents.renewals.renew(old[1])
    bench.index.add(old, CONFIG)
    monkeypatch.setattr(index_module, "_SECONDS_TO_READ", -1.0)
    answer = bench.answers.ask(QUESTION, CONFIG, old)
    assert {passage.hit.document for passage in answer.passages} == {old[1]}
    assert "a.pdf is left out" in answer.notice
    assert "c.pdf is left out" in answer.notice
    with pytest.raises(LimitReached):
        bench.answers.ask(QUESTION, CONFIG, old[:1])


def test_cancelling_stops_what_is_read_anew_to_be_indexed(
    bench: Workbench, reading: Reading
) -> None:
    reading.may.clear()
    queue = IndexQueue(bench)
    queue.use(CONFIG)
    assert reading.began.wait(WAIT)
    queue.cancel(CONFIG)
    assert queue.wait(WAIT)
    assert {job.stage for job in queue.jobs(CONFIG).values()} == {Stage.CANCELLED}
    assert len(reading.read) == 1
    queue.close()


def test_a_route_that_only_a_later_version_knows_is_decided_anew_and_stops_no_look(
    bench: Workbench, old: list[str]
) -> None:
    record = bench.library.get(old[0])
    assert record.parse
    options = {**record.parse.options, "route": "by_telepathy"}
    later = record.parse.model_copy(update={"options": options})
    bench.library.set_parse(old[0], later, record.pages)
    queue = IndexQueue(bench)
    queue.use(CONFIG)
    assert queue.wait(WAIT)
    assert queue.is_ready(old, CONFIG)
    queue.close()


def test_no_model_is_asked_whether_a_document_without_a_kept_route_is_outdated(
    bench: Workbench, old: list[str]
) -> None:
    record = bench.library.get(old[0])
    assert record.parse
    gone = record.parse.model_copy(update={"parser": "gone", "chosen": True})
    bench.library.set_parse(old[0], gone, record.pages)
    transport = FakeTransport(lambda _: "No answer.")
    bench.model = LanguageModel(transport)
    assert bench.documents.renewals.is_outdated(old[0])
    assert not transport.requests
