"""What a search does about documents that others change or delete meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import NotFound
from core.indexing import open_store
from core.indexing.hybrid import VectorStore
from core.indexing.search_text import index_items
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.indexing.base import ChunkMatch

OPTIONS = make_options("fixed", {"max_tokens": 16, "overlap": 0})
CONFIG = Configuration("fixed", OPTIONS, encoder="hashing")
QUESTION = "What is the starting dose of calverin?"


def once_before(
    monkeypatch: pytest.MonkeyPatch, target: object, name: str, act: Callable[[], object]
) -> None:
    """Lets something happen before the first call of a method."""
    method, left = getattr(target, name), [act]

    def acting(*values: Any) -> Any:
        if left:
            left.pop()()
        return method(*values)

    monkeypatch.setattr(target, name, acting)


def test_a_document_that_leaves_the_index_before_it_is_searched_is_found_all_the_same(
    bench: Workbench, documents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.index.add(documents, CONFIG)
    taken_out = lambda: bench.index.remove_everywhere(documents[0])  # noqa: E731
    once_before(monkeypatch, VectorStore, "search", taken_out)
    answer = bench.answers.ask(QUESTION, CONFIG, documents)
    assert {passage.hit.document for passage in answer.passages} == set(documents)
    assert answer.notice == ""


def test_a_search_gives_up_where_a_document_leaves_the_index_again_and_again(
    bench: Workbench, documents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    search = VectorStore.search

    def taking_out(*values: Any) -> list[ChunkMatch]:
        bench.index.remove(documents[0], CONFIG)
        return search(*values)

    monkeypatch.setattr(VectorStore, "search", taking_out)
    with pytest.raises(NotFound, match=r"a\.pdf was changed"):
        bench.answers.ask(QUESTION, CONFIG, documents)


@pytest.mark.parametrize("moment", ["before the search", "before its chunk is read"])
def test_a_document_that_is_deleted_meanwhile_is_left_out_with_a_notice(
    bench: Workbench, documents: list[str], moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.index.add(documents, CONFIG)
    target, name = (
        (VectorStore, "search") if moment == "before the search" else (bench.chunks, "found")
    )
    # Its entries leave the indexes only afterwards.
    once_before(monkeypatch, target, name, lambda: bench.library.delete(documents[0]))
    answer = bench.answers.ask(QUESTION, CONFIG, documents)
    assert {passage.hit.document for passage in answer.passages} == {documents[1]}
    assert "deleted meanwhile" in answer.notice
    with pytest.raises(NotFound, match="has no document"):
        bench.answers.ask(QUESTION, CONFIG, documents[:1])


def test_a_document_without_chunks_is_not_missing(bench: Workbench, documents: list[str]) -> None:
    paragraph = bench.documents.sir(documents[0]).nodes[1]
    bench.documents.correct(documents[0], paragraph.id, aside=True)
    assert bench.index.add(documents, CONFIG) == documents[1:]
    assert bench.index.missing(documents, CONFIG) == []
    assert bench.answers.ask(QUESTION, CONFIG, documents).citations


def test_pages_for_which_time_was_lacking_are_said_not_to_be_searched(
    bench: Workbench, documents: list[str]
) -> None:
    record = bench.library.get(documents[0])
    assert record.parse
    part = record.parse.model_copy(update={"missing_pages": (2, 3)})
    bench.library.set_parse(record.sha, part, record.pages)
    answer = bench.answers.ask(QUESTION, CONFIG, documents)
    assert answer.citations
    assert answer.notice.endswith("time was lacking to read them: 2 pages of a.pdf.")
    notices: list[str] = []
    bench.answers.retrieve(QUESTION, CONFIG, documents, notices.append)
    assert notices == [answer.notice]
    assert bench.answers.ask(QUESTION, CONFIG, documents[1:]).notice == ""


def test_nothing_stays_in_the_index_of_what_another_process_deletes_while_it_is_indexed(
    bench: Workbench, documents: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Workbench(load_settings(home=home))
    once_before(monkeypatch, bench.chunks, "words", lambda: other.delete(documents[0]))
    assert bench.index.add(documents, CONFIG, None, lambda *_: None) == documents
    assert set(bench.index.counts(CONFIG)) == {documents[1]}


def test_a_document_of_which_the_index_holds_only_a_part_is_searched_as_a_whole(
    bench: Workbench, documents: list[str], home: Path
) -> None:
    """As where a process was ended after it read missing pages, and before it told the indexes."""
    page = "\n\n".join(
        f"On day {day} the ward keeps {day} beds of calverin free." for day in range(9)
    )
    document = bench.documents.add(pdf_bytes((page,)), "c.pdf").sha
    items = index_items(bench.chunks.of(document, CONFIG))
    assert len(items) > 1
    store = open_store(CONFIG.variant, home / "index")
    store.add(items[:1], bench.chunks.encoder(CONFIG.encoder))
    store.close()
    later = Workbench(load_settings(home=home, parse_workers=1))
    assert len(later.answers.hits("beds of calverin", CONFIG, [document])) > 1
    assert later.index.counts(CONFIG)[document] == len(items)
