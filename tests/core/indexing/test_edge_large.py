"""What an index on disk does when it is large: four bits, exact scores, and many documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import qdrant_edge as qe

from core.embedding.base import unit_rows
from core.indexing import edge, edge_points, many_documents
from core.indexing.edge import EdgeBackend
from core.indexing.folder import IndexFolder
from core.indexing.hybrid import Backend, ModelRecord, Search
from core.indexing.integrity import problem_of
from core.indexing.memory import MemoryBackend
from core.indexing.points import BM25, DENSE, IndexPoint, Scored

if TYPE_CHECKING:
    from pathlib import Path


MODEL = ModelRecord("random", 32)
DOCUMENTS = 12
CHUNKS = 25
RANDOM = np.random.default_rng(1)
VECTORS = unit_rows(RANDOM.normal(size=(DOCUMENTS * CHUNKS, 32)).astype(np.float32))
QUERY = unit_rows(RANDOM.normal(size=(1, 32)).astype(np.float32))[0].tolist()
SEARCHES = [Search(DENSE, QUERY, 30), Search(BM25, ([1, 7], [1.0, 1.0]), 30)]


def fill(backend: Backend) -> None:
    """Puts documents `d0`, `d1` ... into an index."""
    backend.create(MODEL)
    for document in range(DOCUMENTS):
        points = [
            IndexPoint(
                f"00000000-0000-0000-0000-{row:012}",
                f"c{row}",
                [VECTORS[row].tolist()],
                ([1 + row % 5, 7 + row % 3], [1.0 + row / 1000, 0.5]),
            )
            for row in range(document * CHUNKS, (document + 1) * CHUNKS)
        ]
        backend.replace(f"d{document}", "r", points)


@pytest.fixture
def exact() -> MemoryBackend:
    backend = MemoryBackend()
    fill(backend)
    return backend


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EdgeBackend:
    """An index that counts as large from 16 KB on."""
    monkeypatch.setattr(edge_points, "_EXACT_UP_TO_KB", 16)
    monkeypatch.setattr(edge_points, "_PART_KB", 64)
    monkeypatch.setattr(edge, "_SEALED_AT_ONCE", 0)
    backend = EdgeBackend(tmp_path / "index")
    fill(backend)
    return backend


def shown(points: list[Scored]) -> list[tuple[str, float]]:
    """Chunks with their scores, best first; equal ones by name."""
    return sorted(
        ((point.chunk_id, round(point.score, 4)) for point in points),
        key=lambda pair: (-pair[1], pair[0]),
    )


@pytest.mark.parametrize("search", SEARCHES, ids=[DENSE, BM25])
def test_what_is_found_in_four_bits_has_exact_scores(
    exact: MemoryBackend, large: EdgeBackend, search: Search
) -> None:
    assert shown(large.ranked(search))[:20] == shown(exact.ranked(search))[:20]
    large.close()


@pytest.mark.parametrize("search", SEARCHES, ids=[DENSE, BM25])
def test_many_documents_are_searched_as_by_a_filter(large: EdgeBackend, search: Search) -> None:
    for chosen in (range(DOCUMENTS + 1), range(0, DOCUMENTS, 2), [3, 5], [99]):
        within = Search(search.using, search.vector, 10, documents=[f"d{n}" for n in chosen])
        filtered = large.ranked(within)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(many_documents, "_MANY", 0)
            found = large.ranked(within)
        assert [round(p.score, 4) for p in found] == [round(p.score, 4) for p in filtered]
        assert {p.document for p in found} <= set(within.documents or ())
    large.close()


def test_a_large_index_is_sealed_when_it_is_closed(large: EdgeBackend, tmp_path: Path) -> None:
    folder = IndexFolder(tmp_path / "index")
    assert folder.manifest() is None
    large.close()
    assert folder.manifest()
    assert problem_of(folder, thorough=True) == ""
    assert large.counts() == {f"d{n}": CHUNKS for n in range(DOCUMENTS)}
    large.close()


def test_an_index_of_an_earlier_version_is_searched_on(tmp_path: Path) -> None:
    backend = EdgeBackend(tmp_path / "index")
    fill(backend)
    before = shown(backend.ranked(SEARCHES[0]))
    backend.close()
    folder = IndexFolder(tmp_path / "index")
    windows = qe.MultiVectorConfig(qe.MultiVectorComparator.MaxSim)
    dense = qe.EdgeVectorParams(
        32,
        qe.Distance.Cosine,
        multivector_config=windows,
        hnsw_config=qe.HnswIndexConfig(16, 100, 10_000),
    )
    earlier = qe.EdgeConfig(
        vectors={DENSE: dense},
        sparse_vectors={BM25: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf)},
        optimizers=qe.EdgeOptimizersConfig(indexing_threshold=16),
    )
    shard = qe.EdgeShard.load(str(folder.shard), earlier)
    shard.optimize()
    shard.flush()
    shard.close()
    folder.seal()
    again = EdgeBackend(tmp_path / "index")
    assert shown(again.ranked(SEARCHES[0])) == before
    again.close()
