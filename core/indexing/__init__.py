"""Indexes by name, loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import plugins

if TYPE_CHECKING:
    from pathlib import Path

    from core.indexing.base import VectorStore

STORES = {
    "edge": "core.indexing.edge:edge_store",
    "server": "core.indexing.server:server_store",
}


def open_store(
    variant: str, folder: Path, url: str | None = None, api_key: str | None = None
) -> VectorStore:
    """The index of `variant`: on the Qdrant server at `url`, without one on disk in `folder`.

    `variant` names the embedding model and the chunking options.

    Raises:
        StoreUnavailable: `url` is not the address of a server.
    """
    if url:
        return plugins.load(STORES, "server")(url, variant, api_key)
    return plugins.load(STORES, "edge")(folder, variant)
