"""Indexes by name, loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.indexing.hybrid import VectorStore

STORES = {
    "memory": "core.indexing.memory:memory_store",
    "edge": "core.indexing.edge:edge_store",
    "edge, all": "core.indexing.edge:edge_stores",
    "server": "core.indexing.server:server_store",
    "server, all": "core.indexing.server:server_stores",
}


def open_store(
    variant: str,
    folder: Path,
    url: str | None = None,
    api_key: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> VectorStore:
    """The index of `variant`: on the Qdrant server at `url`, without one on disk in `folder`.

    `variant` names the embedding model and the chunking options. `notify` is told in words what
    people should know of the index, such as that it was damaged and is made anew.

    Raises:
        StoreUnavailable: `url` is not the address of a server.
    """
    if url:
        return plugins.load(STORES, "server")(url, variant, api_key)
    return plugins.load(STORES, "edge")(folder, variant, notify)


def open_all(
    folder: Path,
    url: str | None = None,
    api_key: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Sequence[VectorStore]:
    """The indexes of all variants there are, to delete a document from each of them.

    Raises:
        StoreUnavailable: the server cannot be reached.
    """
    if url:
        return plugins.load(STORES, "server, all")(url, api_key)
    return plugins.load(STORES, "edge, all")(folder, notify)
