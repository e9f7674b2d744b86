"""What takes long before the chunks of a document are there, shown with its progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources
from components.widgets.long_work import long_work
from core.chunking import READS_SENTENCES

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.configuration import Configuration
    from core.library import DocumentRecord


def by_model(config: Configuration) -> bool:
    """Whether chunks by this configuration would ask the language model."""
    return bool(config.model) and resources.workbench().model is not None


def plan(record: DocumentRecord, config: Configuration, *, key: str) -> ChunkingResult | None:
    """Chunks as the model plans them; None while the user has stopped it.

    What it answered before a stop is kept, and not paid again.
    """
    bench = resources.workbench()
    return long_work(
        lambda progress: bench.chunks.of(record.sha, config, progress),
        key=f"{key}.plan.{record.sha}.{config.chunks_key}",
        title=f"{config.model} plans {record.name}",
        unit="steps",
    )


def is_ready(record: DocumentRecord, config: Configuration, *, key: str) -> bool:
    """Whether chunks are there, or come at once; what takes long is done first.

    That is a plan of the language model, or the embedding of sentences. False while the user has
    stopped it.
    """
    bench = resources.workbench()
    if by_model(config):
        return bench.chunks.has(record.sha, config) or plan(record, config, key=key) is not None
    if config.strategy not in READS_SENTENCES or bench.chunks.has_sentences(
        record.sha, config.encoder
    ):
        return True
    sentences = long_work(
        lambda progress: bench.chunks.sentences(record.sha, config.encoder, progress),
        key=f"{key}.{record.sha}",
        title=f"Embedding the sentences of {record.name}, once",
        unit="sentences",
    )
    return sentences is not None
