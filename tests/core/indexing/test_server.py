"""What only the store on a server has to do: explain a server that does not answer."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest
from qdrant_client import QdrantClient, models

from core.embedding.hashing import HashingEncoder
from core.errors import StoreUnavailable
from core.indexing import many_documents, open_store
from core.indexing.base import IndexItem
from core.indexing.hybrid import ModelRecord
from core.indexing.index_names import folder_name
from core.indexing.server import ServerBackend, server_store
from tests.local_service import Said, local_service
from tests.qdrant_server import QdrantServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "a-secret-key"


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
@pytest.mark.parametrize(
    ("status", "words"), [(401, "QDRANT_API_KEY"), (403, "QDRANT_API_KEY"), (500, "status 500")]
)
def test_a_refusing_server_is_explained_without_the_key(tmp_path: Path, status: int, words: str):
    with local_service(lambda *_: Said(status, b"")) as service:
        store = open_store("v", tmp_path, service.address, KEY)
        with pytest.raises(StoreUnavailable, match=words) as caught:
            store.documents()
        store.close()
    assert KEY not in str(caught.value)


def test_an_unreachable_server_is_explained(tmp_path: Path):
    with local_service(lambda *_: Said()) as service:
        pass
    store = open_store("v", tmp_path, service.address)
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        store.search("x", HashingEncoder(), 1)
    store.close()


@pytest.mark.parametrize(
    "url",
    [
        "localhost:port",
        "ftp://somewhere",
        "http://",
        "http://user:very-secret@127.0.0.1:9",
        "http://127.0.0.1:9/?api-key=very-secret",
    ],
)
def test_an_address_that_is_none_or_holds_a_key_is_explained_unseen(tmp_path: Path, url: str):
    with pytest.raises(StoreUnavailable, match="QDRANT_URL") as refused:
        open_store("v", tmp_path, url).documents()
    assert "very-secret" not in str(refused.value)


@pytest.fixture
def server() -> Iterator[QdrantServer]:
    with QdrantServer() as server:
        yield server


APPLE, PEAR = IndexItem("a", "d", "red apple"), IndexItem("p", "e", "green pear")


def test_a_collection_of_somebody_else_is_left_alone(server: QdrantServer):
    name = f"sightline-{folder_name('v')}"
    vectors = models.VectorParams(size=2, distance=models.Distance.DOT)
    QdrantClient(url=server.url, check_compatibility=False).create_collection(name, vectors)
    with pytest.raises(StoreUnavailable, match="not made by Sightline"):
        server_store(server.url, "v").documents()


def test_pending_points_of_another_writer_are_not_seen(server: QdrantServer):
    store = server_store(server.url, "v")
    store.add([IndexItem("a", "done", "red apple")], HashingEncoder())
    payload = {"document": "half", "revision": "r", "pending": True, "chunk": "x"}
    vector = {"dense": [[1.0] * 64], "bm25": models.SparseVector(indices=[1], values=[1.0])}
    client = QdrantClient(url=server.url, check_compatibility=False)
    (name,) = [c.name for c in client.get_collections().collections]
    client.upsert(name, [models.PointStruct(id=1, vector=vector, payload=payload)])
    again = server_store(server.url, "v")
    assert again.documents() == {"done": 1}
    assert [h.chunk_id for h in again.search("red apple", HashingEncoder(), 5)] == ["a"]


def test_vectors_are_kept_in_int8_as_well_and_scores_are_exact(server: QdrantServer):
    store = server_store(server.url, "v")
    store.add([APPLE], HashingEncoder())
    (made,) = server.bodies(folder_name("v"))[-1:]
    assert made["vectors"]["dense"]["quantization_config"]["scalar"]["type"] == "int8"
    fields = {body["field_name"]: body["field_schema"] for body in server.bodies("/index")}
    assert fields["document"]["is_tenant"]
    assert store.search("red apple", HashingEncoder(), 1)[0].chunk_id == "a"
    searched = server.bodies("points/query")[-1]["params"]["quantization"]
    assert searched["rescore"] and searched["oversampling"] > 1


@pytest.mark.parametrize(("nodes", "replicas"), [(0, 1), (1, 1), (2, 2), (5, 2)])
def test_points_are_on_two_nodes_of_a_cluster(nodes: int, replicas: int):
    with QdrantServer(nodes) as server:
        server_store(server.url, "v").add([APPLE], HashingEncoder())
        assert server.bodies(folder_name("v"))[-1]["replication_factor"] == replicas


def test_two_processes_may_make_a_collection_at_the_same_time(server: QdrantServer):
    model = ModelRecord("m", 64)
    for _ in range(2):
        client = QdrantClient(url=server.url, check_compatibility=False)
        backend = ServerBackend(client, server.url, "sightline-v")
        backend.create(model)
        assert backend.model() == model


def test_counts_are_asked_for_seldom_and_own_changes_are_known_at_once(server: QdrantServer):
    store, other = server_store(server.url, "v"), server_store(server.url, "v")
    store.add([APPLE], HashingEncoder())
    assert store.documents() == {"d": 1}
    before = len(server.asked)
    assert store.documents() == store.documents() == {"d": 1}
    assert len(server.asked) == before
    other.add([PEAR], HashingEncoder())
    assert store.documents() == {"d": 1}
    assert store.search("green pear", HashingEncoder(), 1)[0].chunk_id == "p"
    store.delete("d")
    assert store.documents() == {"e": 1}


def test_what_others_index_is_counted_after_some_seconds(
    server: QdrantServer, monkeypatch: pytest.MonkeyPatch
):
    store = server_store(server.url, "v")
    store.add([APPLE], HashingEncoder())
    assert store.documents() == {"d": 1}
    server_store(server.url, "v").add([PEAR], HashingEncoder())
    later = time.monotonic() + 60
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert store.documents() == {"d": 1, "e": 1}


def test_many_documents_are_searched_without_naming_them(
    server: QdrantServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(many_documents, "_MANY", 0)
    store = server_store(server.url, "v")
    store.add([APPLE, PEAR], HashingEncoder())
    found = store.search("red apple", HashingEncoder(), 5, ["d"])
    assert [hit.document for hit in found] == ["d"]
    asked = [json.dumps(body.get("filter")) for body in server.bodies("points/query")]
    assert not any('"any"' in each for each in asked)


def test_a_document_that_another_process_indexed_just_now_is_not_found_for_whom_it_is_not(
    server: QdrantServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(many_documents, "_MANY", 0)
    store = server_store(server.url, "v")
    store.add([APPLE], HashingEncoder())
    assert store.documents() == {"d": 1}
    server_store(server.url, "v").add([PEAR], HashingEncoder())
    found = store.search("green pear", HashingEncoder(), 5, ["d"])
    assert [hit.document for hit in found] == ["d"]


def test_another_embedding_model_is_taken_up_while_the_old_index_is_searched(server: QdrantServer):
    old, new, wider = (
        server_store(server.url, "v"),
        server_store(server.url, "w"),
        HashingEncoder(128),
    )
    old.add([APPLE, PEAR], HashingEncoder())
    seen: list[list[str]] = []

    def searching(done: int, total: int) -> None:
        hits = old.search("red apple", HashingEncoder(), 5)
        seen.append([hit.chunk_id for hit in hits])

    new.add([APPLE, PEAR], wider, searching)
    assert len(seen) > 1 and all(each == ["a", "p"] for each in seen)
    assert [hit.chunk_id for hit in new.search("red apple", wider, 5)] == ["a", "p"]
