"""What every vector store does: the same tests over those on disk, on a server, in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.embedding.hashing import HashingEncoder
from core.errors import Cancelled, StoreUnavailable
from core.indexing.base import ChunkMatch, IndexItem
from core.indexing.edge import edge_store
from core.indexing.memory import memory_store
from core.indexing.server import server_store
from tests.qdrant_server import QdrantServer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.embedding.base import WindowedVectors
    from core.indexing.hybrid import VectorStore
    from core.progress import Progress

ENCODER = HashingEncoder()
STAND_IN = QdrantServer()


@pytest.fixture(scope="module", autouse=True)
def served() -> Iterator[None]:
    with STAND_IN:
        yield


MEDICINE = [
    IndexItem("m1", "medicine", "Give the antibiotic for seven days."),
    IndexItem("m2", "medicine", "Stop the antibiotic if a rash appears."),
    IndexItem("m3", "medicine", "Weigh the child at every visit."),
]
GARDEN = [
    IndexItem("g1", "garden", "Water the roses for seven days after planting."),
    IndexItem("g2", "garden", "Cut the hedge in February, before the birds nest."),
]


def edge(tmp_path: Path) -> VectorStore:
    return edge_store(tmp_path, "hashing / fixed N=128")


def server(tmp_path: Path) -> VectorStore:
    return server_store(STAND_IN.url, f"hashing / {tmp_path}")


def memory(tmp_path: Path) -> VectorStore:
    return memory_store()


STORES = (edge, server, memory)


@pytest.fixture(params=STORES, ids=[make.__name__ for make in STORES])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorStore]:
    made = request.param(tmp_path)
    yield made
    made.close()


def found(store: VectorStore, query: str, **options: list[str]) -> list[str]:
    return [hit.chunk_id for hit in store.search(query, ENCODER, 10, **options)]


def test_a_new_store_is_empty_and_finds_nothing(store: VectorStore):
    assert store.documents() == {}
    assert store.search("antibiotic", ENCODER, 5) == []
    store.delete("medicine")


def test_adding_nothing_makes_no_index(store: VectorStore):
    store.add([], ENCODER)
    assert store.documents() == {}


def test_documents_are_listed_with_their_chunks(store: VectorStore):
    store.add(MEDICINE + GARDEN, ENCODER)
    assert store.documents() == {"medicine": 3, "garden": 2}


def test_the_chunk_that_shares_most_words_comes_first(store: VectorStore):
    store.add(MEDICINE + GARDEN, ENCODER)
    first = store.search("when does the hedge get cut", ENCODER, 5)[0]
    assert (first.chunk_id, first.document) == ("g2", "garden")


def test_hits_name_cosine_and_bm25(store: VectorStore):
    store.add(MEDICINE + GARDEN, ENCODER)
    text = "Stop the antibiotic if a rash appears."
    first = store.search(text, ENCODER, 5)[0]
    assert first.dense_score == pytest.approx(1.0, abs=1e-4)
    assert first.bm25_score is not None and first.bm25_score > 0


def test_a_hit_without_a_shared_word_has_a_cosine_but_no_bm25_score(store: VectorStore):
    store.add(MEDICINE, ENCODER)
    hits = {hit.chunk_id: hit for hit in store.search("rash", ENCODER, 5)}
    assert hits["m3"].bm25_score is None
    assert hits["m3"].dense_score is not None


def test_hits_that_only_one_search_found_have_both_scores(store: VectorStore):
    """All but the last of these are nearer to the query, which fills the dense candidates."""
    near = [IndexItem(f"n{i:03}", "d", f"running {'runs ' * 3} x{i}") for i in range(150)]
    far = IndexItem("far", "d", "run " + " ".join(f"word{i}" for i in range(60)))
    store.add([*near, far], ENCODER)
    hits = store.search("runs", ENCODER, 200)
    assert len(hits) == 151
    assert all(hit.dense_score is not None and hit.bm25_score is not None for hit in hits)


def test_inflected_words_are_found_in_english_and_in_german(store: VectorStore):
    german = [
        IndexItem("de1", "de", "Die Behandlungen der Patienten werden von der Klinik bezahlt."),
        IndexItem("de2", "de", "Das Wetter ist in den Bergen nicht so gut wie an der See."),
    ]
    store.add(MEDICINE + german, ENCODER)
    for query, chunk in (("Behandlung", "de1"), ("weighing children", "m3"), ("Berg", "de2")):
        scores = {h.chunk_id: h.bm25_score for h in store.search(query, ENCODER, 9)}
        assert scores[chunk], query


def test_a_search_can_be_limited_to_documents(store: VectorStore):
    store.add(MEDICINE + GARDEN, ENCODER)
    assert set(found(store, "seven days", documents=["garden"])) == {"g1", "g2"}
    assert len(found(store, "seven days", documents=["garden", "medicine"])) == 5
    assert found(store, "seven days", documents=["unknown"]) == []
    assert found(store, "seven days", documents=[]) == []


@pytest.mark.parametrize("limit", [0, 1, 3, 50])
def test_no_more_hits_than_asked_for(store: VectorStore, limit: int):
    store.add(MEDICINE + GARDEN, ENCODER)
    assert len(store.search("seven days", ENCODER, limit)) == min(limit, 5)


def test_a_deleted_document_is_gone_and_others_stay(store: VectorStore):
    store.add(MEDICINE + GARDEN, ENCODER)
    store.delete("medicine")
    assert store.documents() == {"garden": 2}
    assert set(found(store, "antibiotic rash")) == {"g1", "g2"}


def test_adding_a_document_again_replaces_it(store: VectorStore):
    store.add(MEDICINE, ENCODER)
    store.add([IndexItem("m1", "medicine", "Take two tablets.")], ENCODER)
    assert store.documents() == {"medicine": 1}
    assert found(store, "antibiotic tablets") == ["m1"]


def test_adding_the_same_again_changes_nothing_and_embeds_nothing(store: VectorStore):
    class Unwilling(HashingEncoder):
        def encode_windows(
            self, texts: Sequence[str], progress: Progress | None = None
        ) -> WindowedVectors:
            raise AssertionError("was asked to embed")

    store.add(MEDICINE, ENCODER)
    store.add(MEDICINE, Unwilling())
    assert store.documents() == {"medicine": 3}


def test_a_cancelled_add_keeps_finished_documents_and_what_was_there_before(store: VectorStore):
    def cancel(done: int, total: int) -> None:
        if done > len(GARDEN):
            raise Cancelled("stopped")

    store.add(MEDICINE, ENCODER)
    changed = [IndexItem(f"x{i}", "medicine", f"new text {i}") for i in range(5)]
    with pytest.raises(Cancelled):
        store.add(GARDEN + changed, ENCODER, cancel)
    assert store.documents() == {"medicine": 3, "garden": 2}
    assert "m2" in found(store, "rash")


def test_progress_counts_items_over_all_documents(store: VectorStore):
    seen: list[tuple[int, int]] = []
    store.add(MEDICINE + GARDEN, ENCODER, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (5, 5)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_two_documents_may_hold_the_same_chunk_id(store: VectorStore):
    store.add([IndexItem("c", "one", "red apple"), IndexItem("c", "two", "red apple")], ENCODER)
    hits = store.search("apple", ENCODER, 5)
    assert [hit.document for hit in hits] == ["one", "two"]


def test_one_document_may_not_hold_a_chunk_id_twice(store: VectorStore):
    with pytest.raises(ValueError, match="id of its own"):
        store.add([IndexItem("c", "one", "red"), IndexItem("c", "one", "blue")], ENCODER)
    assert store.documents() == {}


@pytest.mark.parametrize("text", ["Übermäßige Größe", "中文 文本", "κείμενο", "🙂 ok", "-- !", ""])
def test_any_text_and_any_id_can_be_stored_and_asked_for(store: VectorStore, text: str):
    store.add([IndexItem("ü/1 '\"", "dok ü", text), *GARDEN], ENCODER)
    hits = store.search(text, ENCODER, 3)
    assert ("ü/1 '\"", "dok ü") in [(hit.chunk_id, hit.document) for hit in hits]


def test_a_long_text_is_found_by_the_words_at_its_end(store: VectorStore):
    encoder = HashingEncoder(max_tokens=10)
    filler = " ".join(f"filler{i}" for i in range(95))
    store.add([IndexItem("long", "d", filler + " the purple elephant sleeps"), *GARDEN], encoder)
    first = store.search("purple elephant sleeps", encoder, 3)[0]
    assert first.chunk_id == "long"
    assert first.dense_score is not None and first.dense_score > 0.5


def test_an_index_refuses_another_embedding_model(store: VectorStore):
    store.add(MEDICINE, ENCODER)
    other = HashingEncoder(dimension=32)
    for use in (lambda: store.add(GARDEN, other), lambda: store.search("rash", other, 5)):
        with pytest.raises(StoreUnavailable, match=r"hashing-64.*hashing-32"):
            use()
    assert store.documents() == {"medicine": 3}


def test_a_closed_store_can_be_closed_again(store: VectorStore):
    store.add(MEDICINE, ENCODER)
    store.close()
    store.close()


def test_all_stores_rank_alike_with_the_same_scores(tmp_path: Path):
    words = "dose drug child adult day week fever pain rash stop give test blood kidney".split()
    items = [
        IndexItem(f"c{i:02}", f"d{i % 3}", " ".join(words[(i * k) % 14] for k in range(1, 9)))
        for i in range(40)
    ]
    one, *others = (_hits(make(tmp_path), items) for make in STORES)
    for other in others:
        assert [hit.chunk_id for hit in one] == [hit.chunk_id for hit in other]
        for mine, theirs in zip(one, other, strict=True):
            assert mine.dense_score == pytest.approx(theirs.dense_score, abs=1e-4)
            assert mine.bm25_score == pytest.approx(theirs.bm25_score, abs=1e-4)


def _hits(store: VectorStore, items: Sequence[IndexItem]) -> list[ChunkMatch]:
    store.add(items, ENCODER)
    hits = [hit for query in ("drug dose", "fever") for hit in store.search(query, ENCODER, 15)]
    store.close()
    return hits


def test_a_chunk_is_nearer_to_what_its_neighbours_say_where_these_are_mixed_in(
    store: VectorStore,
):
    store.add(MEDICINE, ENCODER, neighbourhood=0.5)
    alone = memory_store()
    alone.add(MEDICINE, ENCODER)
    weigh = MEDICINE[2].text
    mixed, plain = (
        {hit.chunk_id: hit.dense_score or 0.0 for hit in one.search(weigh, ENCODER, 5)}
        for one in (store, alone)
    )
    assert mixed["m2"] > plain["m2"]
    assert mixed["m3"] < plain["m3"]
