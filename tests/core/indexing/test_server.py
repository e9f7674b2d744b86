"""What only the store on a server has to do: explain a server that does not answer."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any, cast

import pytest
from qdrant_client import QdrantClient, models

from core.embedding.hashing import HashingEncoder
from core.errors import StoreUnavailable
from core.indexing import open_store
from core.indexing.base import IndexItem
from core.indexing.hybrid import HybridStore
from core.indexing.server import ServerBackend

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore:Local mode performs exact")
"""The stand-in for a server keeps nothing in int8."""
KEY = "a-secret-key"


@contextmanager
def answering(status: int) -> Iterator[str]:
    """A server on this machine that answers every request with `status`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Keeps the output of the tests clean."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
@pytest.mark.parametrize(
    ("status", "words"), [(401, "QDRANT_API_KEY"), (403, "QDRANT_API_KEY"), (500, "status 500")]
)
def test_a_refusing_server_is_explained_without_the_key(tmp_path: Path, status: int, words: str):
    with answering(status) as url:
        store = open_store("v", tmp_path, url, KEY)
        with pytest.raises(StoreUnavailable, match=words) as caught:
            store.documents()
        store.close()
    assert KEY not in str(caught.value)


def test_an_unreachable_server_is_explained(tmp_path: Path):
    with answering(200) as url:
        pass
    store = open_store("v", tmp_path, url)
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


def test_a_collection_of_somebody_else_is_left_alone():
    client = QdrantClient(":memory:")
    backend = ServerBackend(client, "http://localhost:6333", "sightline-v")
    HybridStore(backend).add([IndexItem("a", "d", "text")], HashingEncoder())
    (name,) = [c.name for c in client.get_collections().collections]
    client.delete_collection(name)
    client.create_collection(
        name, vectors_config=models.VectorParams(size=2, distance=models.Distance.DOT)
    )
    with pytest.raises(StoreUnavailable, match="not made by Sightline"):
        backend.model()


def test_pending_points_of_another_writer_are_not_seen():
    client = QdrantClient(":memory:")
    store = HybridStore(ServerBackend(client, "http://localhost:6333", "sightline-v"))
    store.add([IndexItem("a", "done", "red apple")], HashingEncoder())
    (name,) = [c.name for c in client.get_collections().collections]
    payload = {"document": "half", "revision": "r", "pending": True, "chunk": "x"}
    vector = {"dense": [[1.0] * 64], "bm25": models.SparseVector(indices=[1], values=[1.0])}
    client.upsert(name, [models.PointStruct(id=1, vector=vector, payload=payload)])
    assert store.documents() == {"done": 1}
    assert [h.chunk_id for h in store.search("red apple", HashingEncoder(), 5)] == ["a"]


class Recording:
    """Passes calls on to a client and remembers what was asked of it."""

    def __init__(self, client: QdrantClient) -> None:
        self.asked: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self._client = client

    def __getattr__(self, name: str) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            self.asked.append((name, given, named))
            return getattr(self._client, name)(*given, **named)

        return call

    def named(self, name: str) -> dict[str, Any]:
        """What was given by name the last time this was asked."""
        return [named for asked, _, named in self.asked if asked == name][-1]


def test_vectors_are_kept_in_int8_as_well_and_scores_are_exact():
    client = Recording(QdrantClient(":memory:"))
    backend = ServerBackend(cast("QdrantClient", client), "http://localhost:6333", "sightline-v")
    store = HybridStore(backend)
    store.add([IndexItem("a", "d", "red apple")], HashingEncoder())
    dense = client.named("create_collection")["vectors_config"]["dense"]
    assert dense.quantization_config.scalar.type == models.ScalarType.INT8
    fields = {given[1]: given[2] for name, given, _ in client.asked if "payload_index" in name}
    assert fields["document"].is_tenant
    assert store.search("red apple", HashingEncoder(), 1)[0].chunk_id == "a"
    searched = client.named("query_points")["search_params"].quantization
    assert searched.rescore and searched.oversampling > 1
