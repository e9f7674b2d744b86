"""The index on a Qdrant server or cluster."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from qdrant_client import QdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

from core.errors import StoreUnavailable
from core.indexing.hybrid import ModelRecord, Search, VectorStore
from core.indexing.index_names import folder_name
from core.indexing.many_documents import searched
from core.indexing.points import BM25, DENSE, IndexPoint, Scored
from core.indexing.recent import Recent
from core.service_addresses import address_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_BATCH_POINTS = 200
_CONFLICT = 409
_PREFIX = "sightline-"
"""What the names of our collections begin with; a server may hold others."""
_TIMEOUT = 30
"""Seconds for one request."""
_BELIEVED = 10.0
"""Seconds for which model and counts are not asked for again. Every question needs both, and a
server counts a million points in a third of a second. What another process indexes meanwhile is
known a little later; what this one writes, at once."""
_REPLICAS = 2
"""Nodes that each point is on, where there are as many."""
_IN_INT8 = models.ScalarQuantization(
    scalar=models.ScalarQuantizationConfig(
        type=models.ScalarType.INT8, quantile=0.99, always_ram=True
    )
)
_EXACTLY = models.SearchParams(
    quantization=models.QuantizationSearchParams(rescore=True, oversampling=2.0)
)
"""Twice as many points are found in int8 as are asked for, and put in order by exact cosines. A
collection of an earlier version has no vectors in int8 and takes no notice."""
_FIELDS = {
    # The points of a document lie together on the disk.
    "document": models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True),
    "revision": models.PayloadSchemaType.KEYWORD,
    "pending": models.PayloadSchemaType.BOOL,
}
_PENDING = models.FieldCondition(key="pending", match=models.MatchValue(value=True))


def server_store(url: str, variant: str, api_key: str | None = None) -> VectorStore:
    """The index of `variant` on the server at `url`, made when something is added.

    Nothing is sent before the first use.

    Raises:
        StoreUnavailable: `url` is not the address of a server.
    """
    return VectorStore(ServerBackend(_client(url, api_key), url, _PREFIX + folder_name(variant)))


def server_stores(url: str, api_key: str | None = None) -> list[VectorStore]:
    """The indexes of all variants on the server at `url`.

    Raises:
        StoreUnavailable: `url` is not the address of a server, or it cannot be reached.
    """
    client = _client(url, api_key)
    with translated(url):
        names = sorted(item.name for item in client.get_collections().collections)
    client.close()
    return [
        VectorStore(ServerBackend(_client(url, api_key), url, name))
        for name in names
        if name.startswith(_PREFIX)
    ]


def _client(url: str, api_key: str | None) -> QdrantClient:
    if problem := address_problem(url, in_the_clear=True):
        raise StoreUnavailable(
            f"The address of the Qdrant server cannot be used: {problem}. Set QDRANT_URL to one "
            "such as http://localhost:6333."
        )
    return QdrantClient(url=url, api_key=api_key, timeout=_TIMEOUT, check_compatibility=False)


class ServerBackend:
    """One collection per variant; the model is recorded in the collection's metadata.

    Others may search while a document is written. Its points are pending, and passed over, until
    all are there; then one request removes the old ones and shows the new ones. Of a cluster each
    node has a shard, and each shard a replica on another node.
    """

    def __init__(self, client: QdrantClient, url: str, name: str) -> None:
        self._client = client
        self._url = url
        self._name = name
        self._model = Recent(self._asked_model, _BELIEVED)
        self._counts = Recent(self._asked_counts, _BELIEVED)

    def model(self) -> ModelRecord | None:
        """See `Backend.model`."""
        model = self._model.get()
        if model is None:  # which may change at any moment, and is asked seldom
            self._model.forget()
        return model

    def _asked_model(self) -> ModelRecord | None:
        with translated(self._url):
            if not self._client.collection_exists(self._name):
                return None
            metadata = self._client.get_collection(self._name).config.metadata or {}
        if "model" not in metadata:
            raise StoreUnavailable(
                f"The collection {self._name} on {self._url} was not made by Sightline. "
                "Delete it there and index the documents anew."
            )
        return ModelRecord(metadata["model"], metadata["dimension"])

    def create(self, model: ModelRecord) -> None:
        """See `Backend.create`."""
        windows = models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM)
        dense = models.VectorParams(
            size=model.dimension,
            distance=models.Distance.COSINE,
            multivector_config=windows,
            quantization_config=_IN_INT8,
        )
        with translated(self._url), _unless_there():
            self._client.create_collection(
                self._name,
                vectors_config={DENSE: dense},
                sparse_vectors_config={
                    BM25: models.SparseVectorParams(modifier=models.Modifier.IDF)
                },
                metadata={"model": model.name, "dimension": model.dimension},
                replication_factor=min(_REPLICAS, self._nodes()),
            )
            for field, kind in _FIELDS.items():
                self._client.create_payload_index(self._name, field, kind)
        self._model.forget()

    def _nodes(self) -> int:
        status = self._client.cluster_status()
        return len(status.peers) if isinstance(status, models.ClusterStatusOneOf1) else 1

    def replace(self, document: str, revision: str, points: Sequence[IndexPoint]) -> None:
        """See `Backend.replace`.

        Raises:
            StoreUnavailable: another process wrote the same document at the same time.
        """
        payload: dict[str, object] = {"document": document, "revision": revision, "pending": True}
        mine = models.Filter(must=_conditions(document=document, revision=revision))
        old = models.Filter(must=_conditions(document=document), must_not=[mine])
        with translated(self._url):
            for start in range(0, len(points), _BATCH_POINTS):
                batch = [_point(point, payload) for point in points[start : start + _BATCH_POINTS]]
                self._client.upsert(self._name, batch, wait=True)
            self._client.batch_update_points(
                self._name,
                [
                    models.DeleteOperation(delete=models.FilterSelector(filter=old)),
                    models.DeletePayloadOperation(
                        delete_payload=models.DeletePayload(keys=["pending"], filter=mine)
                    ),
                ],
                wait=True,
            )
        self._counts.forget()
        if self.count(document, revision) != len(points):
            raise StoreUnavailable(
                f"A document in {self._name} on {self._url} was written by two processes at once. "
                "Index it again."
            )

    def delete(self, document: str) -> None:
        """See `Backend.delete`."""
        selector = models.FilterSelector(filter=models.Filter(must=_conditions(document=document)))
        with translated(self._url):
            self._client.delete(self._name, selector, wait=True)
        self._counts.forget()

    def counts(self) -> dict[str, int]:
        """See `Backend.counts`."""
        return dict(self._counts.get())

    def _asked_counts(self) -> dict[str, int]:
        done = models.Filter(must_not=[_PENDING])
        with translated(self._url):
            limit = max(self._client.count(self._name, exact=True).count, 1)
            answer = self._client.facet(
                self._name, "document", facet_filter=done, limit=limit, exact=True
            )
        return {str(hit.value): hit.count for hit in answer.hits}

    def count(self, document: str, revision: str) -> int:
        """See `Backend.count`."""
        conditions = _conditions(document=document, revision=revision)
        done = models.Filter(must=conditions, must_not=[_PENDING])
        with translated(self._url):
            return self._client.count(self._name, count_filter=done, exact=True).count

    def ranked(self, search: Search) -> list[Scored]:
        """See `Backend.ranked`."""
        return searched(search, self._counts.get, self._found)

    def _found(self, search: Search) -> list[Scored]:
        conditions: list[models.Condition] = []
        if search.documents is not None:
            among = models.MatchAny(any=sorted(search.documents))
            conditions.append(models.FieldCondition(key="document", match=among))
        if search.ids is not None:
            conditions.append(models.HasIdCondition(has_id=list(search.ids)))
        vector = search.vector
        with translated(self._url):
            response = self._client.query_points(
                self._name,
                query=_sparse(vector) if isinstance(vector, tuple) else [vector],
                using=search.using,
                limit=search.limit,
                query_filter=models.Filter(must=conditions, must_not=[_PENDING]),
                with_payload=True,
                search_params=_EXACTLY,
            )
        return [_scored(point) for point in response.points]

    def close(self) -> None:
        """See `Backend.close`."""
        self._client.close()


@contextmanager
def translated(url: str) -> Iterator[None]:
    """Turns the client's errors into sentences. They never hold the API key."""
    try:
        yield
    except UnexpectedResponse as error:
        if error.status_code in (401, 403):
            raise StoreUnavailable(
                f"The Qdrant server at {url} refused the API key. Check QDRANT_API_KEY."
            ) from error
        raise StoreUnavailable(
            f"The Qdrant server at {url} answered with status {error.status_code}. "
            "Look into its log, then try again."
        ) from error
    except (ApiException, QdrantException, OSError) as error:
        raise StoreUnavailable(
            f"The Qdrant server at {url} cannot be reached. Check that it runs and that its "
            "address is right. Without an address, in QDRANT_URL or on the page Settings, the "
            "index is kept on this machine."
        ) from error


@contextmanager
def _unless_there() -> Iterator[None]:
    """Ends quietly where another process made the collection at the same time."""
    try:
        yield
    except UnexpectedResponse as error:
        if error.status_code != _CONFLICT:
            raise


def _point(point: IndexPoint, payload: dict[str, object]) -> models.PointStruct:
    vectors = {DENSE: point.windows, BM25: _sparse(point.sparse)}
    return models.PointStruct(
        id=point.id, vector=vectors, payload={**payload, "chunk": point.chunk_id}
    )


def _sparse(values: tuple[list[int], list[float]]) -> models.SparseVector:
    return models.SparseVector(indices=values[0], values=values[1])


def _scored(point: models.ScoredPoint) -> Scored:
    payload = point.payload or {}
    return Scored(str(point.id), payload["chunk"], payload["document"], point.score)


def _conditions(**fields: str | bool) -> list[models.Condition]:
    return [
        models.FieldCondition(key=key, match=models.MatchValue(value=value))
        for key, value in fields.items()
    ]
