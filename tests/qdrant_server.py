"""A server on this machine that speaks as much of Qdrant's REST API as the index uses.

    with QdrantServer() as server:
        ... QdrantClient(url=server.url) ...

Requests and answers have the form that Qdrant documents (they are read and written by the models of
its client); what they ask for is done by the client's in-memory mode. So nothing is quantised,
indexed, sharded or replicated here: whether that was asked for can be read from `asked`.
"""

from __future__ import annotations

import json
import threading
import warnings
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel
from qdrant_client import QdrantClient, models

from tests.local_service import Asked, Said, local_service

if TYPE_CHECKING:
    from collections.abc import Callable

    Done = tuple[int, object]
    """The status, and what stands under `result`, or under `error`."""


class QdrantServer:
    """Collections in memory, behind a port; of `nodes`, if it is said to be a cluster."""

    def __init__(self, nodes: int = 0) -> None:
        self._memory = QdrantClient(":memory:")
        self._nodes = nodes
        self._lock = threading.Lock()
        self.asked: list[tuple[str, Any]] = []
        """The method and path of each request, with its body."""
        self._service = ExitStack()
        self.url = ""
        """Where it is reached."""

    def __enter__(self) -> Self:
        self.url = self._service.enter_context(local_service(self._said)).address
        return self

    def __exit__(self, *_: object) -> None:
        self._service.close()

    def _said(self, asked: Asked, _: int) -> Said:
        body = json.loads(asked.body) if asked.body else None
        status, done = self.answer(asked.method, asked.path.split("?")[0], body)
        outcome = {"result": done, "status": "ok", "time": 0.0}
        if status != 200:
            outcome = {"status": {"error": done}, "time": 0.0}
        content = json.dumps(outcome, default=_plain).encode()
        return Said(status, content, {"Content-Type": "application/json"})

    def bodies(self, asked: str) -> list[Any]:
        """The bodies of the requests whose method and path end so."""
        return [body for request, body in self.asked if request.endswith(asked)]

    def answer(self, method: str, path: str, body: Any) -> Done:
        """What is answered to one request."""
        with self._lock, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.asked.append((f"{method} {path}", body))
            if path == "/cluster":
                return 200, self._cluster()
            if path == "/collections":
                return 200, self._memory.get_collections()
            _, _, name, *rest = path.split("/")
            if rest == ["exists"]:
                return 200, {"exists": self._memory.collection_exists(name)}
            if method == "PUT" and not rest:
                return self._create(name, body)
            if not self._memory.collection_exists(name):
                return 404, f"Not found: Collection `{name}` doesn't exist!"
            return 200, self._of_collection(name, method, "/".join(rest), body)

    def _cluster(self) -> object:
        if not self._nodes:
            return {"status": "disabled"}
        return {
            "status": "enabled",
            "peer_id": 1,
            "peers": {str(n + 1): {"uri": f"http://node{n}:6335"} for n in range(self._nodes)},
            "raft_info": {"term": 1, "commit": 1, "pending_operations": 0, "is_voter": True},
            "consensus_thread_status": {
                "consensus_thread_status": "working",
                "last_update": "2026-01-01T00:00:00Z",
            },
            "message_send_failures": {},
        }

    def _create(self, name: str, body: Any) -> Done:
        if self._memory.collection_exists(name):
            return 409, f"Wrong input: Collection `{name}` already exists!"
        asked = models.CreateCollection.model_validate(body)
        self._memory.create_collection(
            name,
            vectors_config=asked.vectors,
            sparse_vectors_config=asked.sparse_vectors,
            metadata=asked.metadata,
        )
        return 200, True

    def _of_collection(self, name: str, method: str, path: str, body: Any) -> object:
        memory = self._memory
        done: dict[str, Callable[[], object]] = {
            "GET ": lambda: memory.get_collection(name),
            "DELETE ": lambda: memory.delete_collection(name),
            "PUT index": lambda: _UPDATED,
            "PUT points": lambda: memory.upsert(
                name, models.PointsList.model_validate(body).points
            ),
            "POST points/batch": lambda: memory.batch_update_points(
                name, models.UpdateOperations.model_validate(body).operations
            ),
            "POST points/delete": lambda: memory.delete(
                name, models.FilterSelector.model_validate(body)
            ),
            "POST points/count": lambda: memory.count(
                name, models.CountRequest.model_validate(body).filter
            ),
            "POST facet": lambda: self._facet(name, models.FacetRequest.model_validate(body)),
            "POST points/query": lambda: self._query(
                name, models.QueryRequest.model_validate(body)
            ),
        }
        return done[f"{method} {path}"]()

    def _facet(self, name: str, asked: models.FacetRequest) -> object:
        return self._memory.facet(name, asked.key, asked.filter, asked.limit or 10)

    def _query(self, name: str, asked: models.QueryRequest) -> object:
        return self._memory.query_points(
            name,
            query=asked.query,
            using=asked.using,
            query_filter=asked.filter,
            limit=asked.limit or 10,
            with_payload=bool(asked.with_payload),
        )


_UPDATED = {"operation_id": 0, "status": "completed"}


def _plain(value: object) -> object:
    assert isinstance(value, BaseModel), value
    return value.model_dump(mode="json")
