"""Making the chunks that a page shows, with progress where sentences must be embedded first."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from components import resources, state
from components.chunks.marks import owner_at
from components.long_work import long_work
from components.options_form import decode_recipe, encode_recipe

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.library import DocumentRecord
    from core.recipe import Recipe

_SLOW = "semantic"
"""The strategy that reads sentences, which are embedded once for each document."""


class Made(NamedTuple):
    """A chunking, and the seconds it took when it was made in this session."""

    result: ChunkingResult
    seconds: float


def make_chunks(record: DocumentRecord, recipe: Recipe, *, key: str) -> Made | None:
    """The chunks of a document; None while the user has stopped the embedding of sentences."""
    bench = resources.workbench()
    bench.stream(record.sha)
    if recipe.strategy == _SLOW and not bench.has_sentences(record.sha, recipe.encoder):
        found = long_work(
            lambda progress: bench.sentences(record.sha, recipe.encoder, progress),
            key=f"{key}.{record.sha}",
            title="Embedding the sentences of this document, once",
            unit="sentences",
        )
        if found is None:
            return None
    began = time.perf_counter()
    result = bench.chunks(record.sha, recipe)
    seconds = state.kept(f"sightline.took.{record.sha}.{recipe.key}", time.perf_counter() - began)
    return Made(result, seconds)


def follow(record: DocumentRecord, recipe: Recipe, result: ChunkingResult) -> None:
    """Note the recipe in the address; a selected chunk becomes the one that now holds its start."""
    view = state.view()
    text = encode_recipe(recipe)
    if view.recipe == text:
        return
    chosen = view.chunk
    if chosen and chosen not in result.by_id:
        before = resources.workbench().chunks(record.sha, decode_recipe(view.recipe))
        held = before.by_id.get(chosen)
        chosen = owner_at(result, held.cut.start).id if held and result.chunks else None
    state.select(recipe=text, chunk=chosen)
