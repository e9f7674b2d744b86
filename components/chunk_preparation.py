"""What takes long before the chunks of a document are there, shown with its progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources
from components.widgets.long_work import long_work
from core.chunking import READS_SENTENCES

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.configuration import Recipe
    from core.library import DocumentRecord


def by_model(recipe: Recipe) -> bool:
    """Whether chunks by this recipe would ask the language model."""
    return bool(recipe.model) and resources.workbench().model is not None


def plan(record: DocumentRecord, recipe: Recipe, *, key: str) -> ChunkingResult | None:
    """Chunks as the model plans them; None while the user has stopped it.

    What it answered before a stop is kept, and not paid again.
    """
    bench = resources.workbench()
    return long_work(
        lambda progress: bench.chunks(record.sha, recipe, progress),
        key=f"{key}.plan.{record.sha}.{recipe.key}",
        title=f"{recipe.model} plans {record.name}",
        unit="steps",
    )


def is_ready(record: DocumentRecord, recipe: Recipe, *, key: str) -> bool:
    """Whether the chunks by a recipe are there, or come at once; what takes long is done first.

    That is a plan of the language model, or the embedding of sentences. False while the user has
    stopped it.
    """
    bench = resources.workbench()
    if by_model(recipe):
        return bench.has_chunks(record.sha, recipe) or plan(record, recipe, key=key) is not None
    if recipe.strategy not in READS_SENTENCES or bench.has_sentences(record.sha, recipe.encoder):
        return True
    sentences = long_work(
        lambda progress: bench.sentences(record.sha, recipe.encoder, progress),
        key=f"{key}.{record.sha}",
        title=f"Embedding the sentences of {record.name}, once",
        unit="sentences",
    )
    return sentences is not None
