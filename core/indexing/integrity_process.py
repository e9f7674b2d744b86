"""What a process of its own does with an index in doubt: opens it, and reads all of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import qdrant_edge as qe

from core.indexing.points import BM25, DENSE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.progress import Progress

_PAGE = 1000


def probe(shard: str, written: Mapping[str, Sequence[Any]], begun: str, progress: Progress) -> str:
    """What is wrong with a shard, in words; empty if nothing.

    `written` has the revision and number of points of each document; `begun` names one that may
    have others. A shard that is damaged badly ends the process.
    """
    try:
        opened = qe.EdgeShard.load(shard)
        problem = _problem(opened, {name: tuple(points) for name, points in written.items()}, begun)
        opened.close()
    # Edge raises bare exceptions, and the panics of Rust are not even those.
    except BaseException as error:  # noqa: BLE001
        return f"Qdrant Edge cannot read it ({_first_line(error)})"
    return problem


def _problem(shard: qe.EdgeShard, written: Mapping[str, tuple[Any, ...]], begun: str) -> str:
    revisions, last = _read_all(shard)
    for (document, revision), count in revisions.items():
        if document != begun and written.get(document) != (revision, count):
            return f"it holds {count} points of document {document[:12]}, which were not written"
    for document, (_, count) in written.items():
        if document != begun and count and not any(name == document for name, _ in revisions):
            return f"the {count} points of document {document[:12]} are missing"
    return _search_problem(shard, sum(revisions.values()), last)


def _read_all(shard: qe.EdgeShard) -> tuple[Counter[tuple[str, str]], qe.Record | None]:
    revisions: Counter[tuple[str, str]] = Counter()
    offset, last = None, None
    while True:
        request = qe.ScrollRequest(offset=offset, limit=_PAGE, with_payload=True)
        points, offset = shard.scroll(request)
        payloads = [point.payload or {} for point in points]
        revisions.update((payload["document"], payload["revision"]) for payload in payloads)
        last = points[-1] if points else last
        if offset is None:
            return revisions, last


def _search_problem(shard: qe.EdgeShard, points: int, last: qe.Record | None) -> str:
    """Whether searches by the vectors of a point reach all points, and any by its words."""
    if last is None:
        return ""
    (whole,) = shard.retrieve([last.id], with_payload=False, with_vector=True)
    vectors = whole.vector if isinstance(whole.vector, dict) else {}
    dense, words = vectors[DENSE], vectors.get(BM25)
    if len(_hits(shard, DENSE, dense, points)) != points:
        return "a search does not reach all of its points"
    if isinstance(words, qe.SparseVector) and words.indices and not _hits(shard, BM25, words, 1):
        return "a search by words does not find what holds them"
    return ""


def _hits(shard: qe.EdgeShard, using: str, vector: Any, limit: int) -> list[qe.ScoredPoint]:
    return shard.query(qe.QueryRequest(limit, query=qe.Query.Nearest(vector, using=using)))


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
