"""Where another setting makes the same chunks: that it does, and why, if that can be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources, state
from components.labels.settings import count_words
from core.chunking.base import ChunkingResult, length
from core.chunking.hierarchical import HierarchicalOptions

if TYPE_CHECKING:
    from components.chunks.making import Made
    from core.configuration import Configuration
    from core.library import DocumentRecord

_LAST = "sightline.chunks-shown-last"
"""The document and the configuration that were shown last, and what is said of them."""


def unchanged(record: DocumentRecord, made: Made) -> str:
    """What is to be said where the last change of options left all chunks as they were."""
    document, before, words = state.kept(_LAST, ("", None, ""))
    if (document, before) != (record.sha, made.config):
        before = before if document == record.sha else None
        words = _compared(record, before, made) if before else ""
        state.keep(_LAST, (record.sha, made.config, words))
    return words


def unchanged_in_words(before: ChunkingResult, after: ChunkingResult) -> str:
    """Which options were changed, if the chunks by both are the same; empty if they differ."""
    was, now = before.options.model_dump(), after.options.model_dump()
    changed = [name for name, value in now.items() if was.get(name) != value]
    if before.strategy != after.strategy or not changed or _cuts(before) != _cuts(after):
        return ""
    fields = type(after.options).model_fields
    names = [(fields[name].title or name).partition(":")[0] for name in changed]
    count = count_words(len(after.chunks), "chunk")
    words = f"The same {count} as before: {' and '.join(names)} changes nothing here."
    return f"{words} {_reason(before, after)}" if changed == ["heading_budget"] else words


def _compared(record: DocumentRecord, before: Configuration, made: Made) -> str:
    chunks = resources.workbench().chunks
    alike = before.strategy == made.config.strategy and before.model == made.config.model
    if not alike or not chunks.has(record.sha, before):
        return ""
    return unchanged_in_words(chunks.of(record.sha, before), made.result)


def _cuts(result: ChunkingResult) -> list[object]:
    return [(*chunk.cut.parts, chunk.cut.statement) for chunk in result.chunks]


def _reason(before: ChunkingResult, after: ChunkingResult) -> str:
    """How many tokens the headings above a chunk have at most, where both budgets hold these."""
    budgets = [
        result.options.heading_tokens
        for result in (before, after)
        if isinstance(result.options, HierarchicalOptions)
    ]
    own = after.stream.own
    most = max((length(*map(own, chunk.lineage)) for chunk in after.chunks), default=0)
    if most > min(budgets, default=0):
        return ""
    return f"Headings above a chunk have {most} tokens at most, and B_h allows {min(budgets)}."
