"""The words of chunks, kept on disk: what a search reads of documents that it finds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from core.answering import open_answerer
from core.answering.ranking import candidates
from core.answering.rule_answerer import RuleAnswerer
from core.configuration import AnswerOptions, Configuration
from core.retrieval.lexicon import Lexicon, read_words
from core.retrieval.ranking import rank, taken
from core.settings import load_settings
from core.workbench import Workbench
from core.workbench.documents import Documents

if TYPE_CHECKING:
    from core.chunking.base import Chunk, ChunkingResult
    from core.indexing.base import ChunkMatch
    from core.tokens import TokenStream

CONFIG = Configuration.default().with_retrieval(top_k=20)
QUESTION = "How often must passwords be changed, and who keeps the codes?"


@pytest.fixture(scope="module")
def home(indexed_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of two sample documents that are indexed."""
    return copytree(indexed_samples, tmp_path_factory.mktemp("words") / "home")


def test_hits_by_kept_words_are_those_by_words_that_are_read(bench: Workbench) -> None:
    shas = bench.library.ids()
    for question in (QUESTION, "What dose is given at first?", "Who wrote the letter?"):
        hits = [hit for hit, *_ in bench.answers.retrieve(question, CONFIG, shas)]

        def lookup(match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
            result = bench.chunks.of(match.document, CONFIG)
            return result, result.by_id[match.chunk_id]

        matches = bench.index.matches(question, CONFIG, shas)
        ranked = rank(question, matches, lookup, Lexicon(), CONFIG.retrieval)
        assert hits == taken(ranked, CONFIG.retrieval)
    bench.close()


def test_a_search_reads_no_trees(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a tree was read")

    monkeypatch.setattr(Documents, "named_stream", refuse)
    matches = bench.index.matches(QUESTION, CONFIG, bench.library.ids())
    assert len({match.document for match in matches}) > 1
    bench.close()


def test_an_answer_by_kept_words_is_that_by_words_that_are_read(bench: Workbench) -> None:
    shas = bench.library.ids()
    answerer = open_answerer(title_of=lambda sha: Path(bench.library.get(sha).name).stem)
    for question in (QUESTION, "What is the dose of prednisolne?", "Which figure shows zzyzx?"):
        answer = bench.answers.ask(question, CONFIG, shas)

        def lookup(match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
            result = bench.chunks.of(match.document, CONFIG)
            return result, result.by_id[match.chunk_id]

        def search(query: str) -> list[ChunkMatch]:
            return bench.index.matches(query, CONFIG, shas)

        read = RuleAnswerer(answerer, search, lookup, retrieval=CONFIG.retrieval)
        assert read.answer(question, ()) == replace(answer, notice="", asked=())
    bench.close()


def test_an_answer_reads_only_trees_of_the_first_chunks(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "_CHUNKS", 1)
    shas = bench.library.ids()
    looked_at: list[str] = []
    named_stream = Documents.named_stream

    def noting(documents: Documents, sha: str) -> tuple[str, TokenStream]:
        looked_at.append(sha)
        return named_stream(documents, sha)

    monkeypatch.setattr(Documents, "named_stream", noting)
    question = "passwords"
    answer = bench.answers.ask(question, CONFIG, shas, AnswerOptions(passages=1))
    assert len({match.document for match in bench.index.matches(question, CONFIG, shas)}) > 1
    assert set(looked_at) == {passage.hit.document for passage in answer.passages}
    bench.close()


def test_damaged_words_of_documents_are_read_anew(bench: Workbench) -> None:
    (sha, *_) = bench.library.ids()
    words = bench.chunks.document_words(sha)
    (path,) = bench.library.folder(sha).glob("document_words/*")
    content = path.read_bytes()
    for damaged in (content[:-20], content.replace(b"words/1", b"words/9"), b"{}"):
        path.write_bytes(damaged)
        assert bench.chunks.document_words(sha) == words
        assert path.read_bytes() == content
    bench.close()


def test_words_follow_what_another_process_corrects(bench: Workbench, home: Path) -> None:
    sha = next(r.sha for r in bench.library.list() if r.name == "narrative.pdf")
    before = bench.chunks.words(sha, CONFIG)
    assert bench.chunks.of(sha, CONFIG).chunks
    other = Workbench(load_settings(home=home))
    paragraph = next(node for node in other.documents.sir(sha).nodes if len(node.text) > 100)
    other.documents.correct(sha, paragraph.id, aside=True)
    other.close()
    after = bench.chunks.words(sha, CONFIG)
    assert len(after.stem) < len(before.stem)
    assert set(after.place) == set(bench.chunks.of(sha, CONFIG).by_id)
    hits = bench.answers.retrieve("Who wrote the letter?", CONFIG, [sha])
    assert {hit.chunk_id for hit, *_ in hits} <= set(after.place)
    bench.documents.undo_correction(sha, 0)
    assert bench.chunks.words(sha, CONFIG).place == before.place
    bench.index.add([sha], CONFIG)
    bench.close()


def test_damaged_words_are_read_anew(bench: Workbench) -> None:
    (sha, *_) = bench.library.ids()
    words = bench.chunks.words(sha, CONFIG)
    (path,) = bench.library.folder(sha).glob(f"words/*{CONFIG.chunks_key}")
    path.write_bytes(path.read_bytes()[:-20])
    assert bench.chunks.words(sha, CONFIG).stem.tolist() == words.stem.tolist()
    assert read_words(bench.chunks.of(sha, CONFIG)).place == words.place
    bench.close()
