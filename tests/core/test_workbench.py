"""The whole path over small PDFs: add, chunk, index, ask, delete."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration, RetrievalOptions
from core.errors import (
    DiskFull,
    ModelUnreachable,
    NotFound,
    StoreUnavailable,
)
from core.indexing import open_all, open_store
from core.indexing.base import IndexItem
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.parsing import parser_choice
from core.parsing.corrections import apply_corrections, correction
from core.parsing.document_parsing import parse_document
from core.settings import load_settings
from core.workbench import Workbench, document_trees, documents
from core.workbench.chunks import ChunkGone
from tests.builders import pdf_bytes
from tests.disks import FULL, with_free

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Any

    from core.indexing.hybrid import VectorStore
    from core.llm.base import Request
    from core.sir import Sir

PAGES = (
    "The starting dose of calverin is 40 mg once a day.\nReduce it to 20 mg in renal failure.",
    "Patients should be seen every three months.\nBlood counts are taken at each visit.",
)
RECIPE = Configuration("fixed", make_options("fixed", {"max_tokens": 16, "overlap": 0}))
HASHED = replace(RECIPE, encoder="hashing")


@pytest.fixture
def workbench(tmp_path: Path) -> Workbench:
    return Workbench(load_settings(home=tmp_path))


@contextmanager
def earlier_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Inside this block documents are read as by a version that lost their first paragraph."""

    def otherwise(*values: Any, **names: Any) -> Sir:
        sir = parse_document(*values, **names)
        return apply_corrections(sir, [correction(sir, 1, aside=True)])

    with monkeypatch.context() as earlier:
        earlier.setattr(parser_choice, "_VERSION", 0)
        for module in (documents, document_trees):
            earlier.setattr(module, "parse_document", otherwise)
        yield


def test_a_question_is_answered_with_the_lines_that_say_so(workbench: Workbench) -> None:
    record = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf")
    answer = workbench.answers.ask(
        "What is the dose of calverin in renal failure?", RECIPE, [record.sha]
    )
    assert not answer.abstained
    first = answer.citations[0]
    assert "20 mg in renal failure" in " ".join(c.quote.text for c in answer.citations)
    assert first.page == 1
    assert {line.box.page for line in first.lines} == {1}


def test_chunks_are_retrieved_in_the_order_in_which_answers_list_them(workbench: Workbench) -> None:
    documents = [workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha]
    config = replace(RECIPE, retrieval=RetrievalOptions(top_k=2, dense=1.5))
    question = "What is the dose of calverin?"
    found = workbench.answers.retrieve(question, config, documents)
    passages = workbench.answers.ask(question, config, documents).passages
    assert [hit for hit, _, _ in found] == [passage.hit for passage in passages[:2]]
    assert all(result.by_id[hit.chunk_id] is chunk for hit, result, chunk in found)


def test_a_question_without_an_answer_is_left_unanswered(workbench: Workbench) -> None:
    record = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf")
    answer = workbench.answers.ask("Who won the football cup?", RECIPE, [record.sha])
    assert answer.abstained
    assert not answer.citations
    assert answer.passages


def test_what_was_deleted_is_found_no_more(workbench: Workbench) -> None:
    kept = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    gone = workbench.documents.add(pdf_bytes(("Calverin is given with food.",)), "food.pdf").sha
    workbench.index.add([kept, gone], RECIPE)
    workbench.delete(gone)
    assert set(workbench.index.counts(RECIPE)) == {kept}
    with pytest.raises(NotFound):
        workbench.documents.stream(gone)


def test_a_document_takes_another_route_and_keeps_it(workbench: Workbench) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    other = workbench.documents.add(pdf_bytes(("Calverin is given with food.",)), "food.pdf").sha
    workbench.index.add([document, other], RECIPE)
    tried = workbench.documents.trial(document, "semantic_flow")
    assert tried.metadata["route"] == "semantic_flow"
    assert workbench.documents.sir(document).metadata["route"] == "structural_rule"
    record = workbench.documents.use_route(document, "semantic_flow")
    assert record.parse is not None
    assert record.parse.chosen
    assert workbench.documents.sir(document).metadata["route"] == "semantic_flow"
    assert set(workbench.index.counts(RECIPE)) == {other}
    assert workbench.documents.route_seconds(document, "semantic_flow")


def test_a_record_made_anew_leaves_no_chunks_of_another_route_in_the_index(
    workbench: Workbench,
) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf", parser="semantic_flow").sha
    workbench.index.add([document], RECIPE)
    (workbench.library.folder(document) / "document.json").write_bytes(b"{")
    workbench.documents.mend(document)
    assert workbench.documents.sir(document).metadata["route"] == "structural_rule"
    assert not workbench.index.counts(RECIPE)


def test_an_index_that_cannot_be_opened_keeps_no_other_from_being_cleaned(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    for config in (HASHED, RECIPE):
        workbench.index.add([document], config)
    told = list[str]()
    workbench.on_change = told.append

    def one_broken(*place: Any) -> Sequence[VectorStore]:
        broken, *others = open_all(*place)
        monkeypatch.setattr(broken, "delete", unavailable)
        return [broken, *others]

    def unavailable(document: str) -> None:
        raise StoreUnavailable("The index cannot be opened.")

    monkeypatch.setattr("core.workbench.index.open_all", one_broken)
    with pytest.raises(StoreUnavailable):
        workbench.delete(document)
    assert told == [document]
    assert sorted(len(workbench.index.counts(config)) for config in (HASHED, RECIPE)) == [0, 1]


def test_the_same_route_again_keeps_the_index(workbench: Workbench) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    workbench.index.add([document], RECIPE)
    workbench.documents.use_route(document, "automatic")
    assert set(workbench.index.counts(RECIPE)) == {document}


def test_an_index_with_chunks_of_another_day_is_made_anew(workbench: Workbench) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    workbench.index.add([document], RECIPE)
    store, encoder = workbench.index._store(RECIPE), workbench.chunks.encoder(RECIPE.encoder)
    old = [IndexItem(f"old{n}", document, text) for n, text in enumerate(PAGES)]
    store.add(old, encoder)
    workbench.chunks.forget(document)
    answer = workbench.answers.ask("What is the starting dose of calverin?", RECIPE, [document])
    assert answer.citations[0].page == 1


def test_what_an_earlier_version_read_is_read_anew_and_leaves_every_index(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(HASHED, options=make_options("fixed", {"max_tokens": 24, "overlap": 0}))
    with earlier_version(monkeypatch):
        document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
        workbench.index.add([document], HASHED)
        workbench.index.add([document], other)
        before = set(workbench.chunks.of(document, HASHED).by_id)
        workbench.close()
    again = Workbench(workbench.settings)
    answer = again.answers.ask("What is the starting dose?", HASHED, [document])
    assert "40 mg" in answer.citations[0].quote.text
    after = again.chunks.of(document, HASHED)
    assert before.isdisjoint(after.by_id)
    assert again.index.counts(HASHED) == {document: len(after.chunks)}
    assert again.index.counts(other) == {}
    again.close()


def test_a_question_outlives_a_change_between_search_and_reading(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    found, paragraph = workbench.chunks.found, workbench.documents.sir(document).nodes[1].id
    left = ["once"]

    def changed_before(*names: Any) -> Any:
        if left:
            left.pop()
            workbench.documents.correct(document, paragraph, aside=True)
        return found(*names)

    monkeypatch.setattr(workbench.chunks, "found", changed_before)
    answer = workbench.answers.ask("How often are patients seen?", HASHED, [document])
    assert "every three months" in answer.citations[0].quote.text
    workbench.documents.undo_correction(document, 0)
    left.append("once more")
    assert workbench.answers.retrieve("How often are patients seen?", HASHED, [document])


def test_matches_never_name_chunks_that_have_no_words(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    paragraph = workbench.documents.sir(document).nodes[1].id
    old = [IndexItem("of another day", document, "Patients are seen weekly.")]
    store = open_store(HASHED.variant, workbench.settings.home / "index")
    store.add(old, workbench.chunks.encoder("hashing"))
    store.close()
    add = workbench.index.add

    def changed_before(names: Sequence[str], *rest: Any) -> None:
        if not workbench.documents.corrections(document):
            workbench.documents.correct(document, paragraph, aside=True)
        add(names, *rest)

    monkeypatch.setattr(workbench.index, "add", changed_before)
    words = workbench.chunks.words(document, HASHED)
    with pytest.raises(ChunkGone):
        workbench.index.matches("patients", HASHED, [document], lambda _: words)
    assert workbench.index.matches("patients", HASHED, [document])


def test_a_damaged_index_is_made_anew_when_something_is_asked_and_the_answer_says_so(
    workbench: Workbench,
) -> None:
    documents = [workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha]
    question = "What is the dose of calverin in renal failure?"
    before = workbench.answers.ask(question, HASHED, documents)
    assert before.notice == ""
    workbench.close()
    for file in workbench.settings.home.glob("index/*/shard/segments/*/*/vectors/chunk_0.mmap"):
        file.write_bytes(b"")
    after = workbench.answers.ask(question, HASHED, documents)
    assert after.citations == before.citations
    assert after.passages == before.passages
    assert "made anew" in after.notice
    assert workbench.answers.ask(question, HASHED, documents).notice == ""


def test_no_answer_holds_the_address_of_a_service(workbench: Workbench) -> None:
    """A record of it is handed on, and an address may hold a key in its path."""

    def unreachable(_: Request) -> str:
        raise ModelUnreachable("The service at https://models.example/t0ken/v1 is not there.")

    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    workbench.model = LanguageModel(FakeTransport(unreachable), tries=1)
    answer = workbench.answers.ask("What is the starting dose of calverin?", HASHED, [document])
    assert answer.citations
    assert "is not there" in answer.notice
    assert "t0ken" not in repr(answer)


def test_a_document_with_fewer_chunks_in_the_index_than_it_has_is_indexed_again(
    workbench: Workbench,
) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    workbench.index.add([document], HASHED)
    count = workbench.index.counts(HASHED)[document]
    few = [IndexItem("a", document, "one"), IndexItem("b", document, "two")]
    store = open_store(HASHED.variant, workbench.settings.home / "index")
    store.add(few, workbench.chunks.encoder("hashing"))
    store.close()
    assert workbench.index.missing([document], HASHED) == [document]
    workbench.index.add([document], HASHED)
    assert workbench.index.counts(HASHED) == {document: count}


def test_what_cannot_be_kept_on_a_full_disk_is_made_all_the_same(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    with_free(monkeypatch, megabytes=0)
    assert len(workbench.chunks.of(document, HASHED).chunks) > 2
    assert len(workbench.chunks.sentences(document, "hashing").starts) == 4
    assert not workbench.chunks.has_sentences(document, "hashing")
    with pytest.raises(DiskFull, match="Delete files"):
        workbench.answers.ask("What is the dose?", HASHED, [document])


def test_a_damaged_result_can_be_dropped_on_a_full_disk(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf")
    assert record.parse
    with_free(monkeypatch, megabytes=0)
    workbench.library.drop(record.sha, "sir", record.parse.key)
    assert not workbench.library.stage_path(record.sha, "sir", record.parse.key).exists()
    assert not any((workbench.settings.home / "tmp").iterdir())


def test_a_document_can_be_deleted_on_a_full_disk(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise FULL

    document = workbench.documents.add(pdf_bytes(PAGES), "dose.pdf").sha
    workbench.index.add([document], HASHED)
    with_free(monkeypatch, megabytes=0)
    monkeypatch.setattr(os, "mkdir", refuse)  # a folder takes a block of its own
    workbench.delete(document)
    assert not any((workbench.settings.home / "tmp").iterdir())
    assert workbench.library.list() == ()
    (notice,) = workbench.index.notices()
    assert "still in an index" in notice
