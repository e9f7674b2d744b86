"""What the last change of settings did to the chunks of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import resources, state
from components.labels.chunks import summary
from components.labels.strategies import title_of
from core.chunking.base import ChunkingResult, length
from core.chunking.hierarchical import HierarchicalOptions
from core.text.counts import number_of

if TYPE_CHECKING:
    from components.chunks.making import Made
    from core.configuration import Configuration
    from core.library import DocumentRecord

_LAST = "sightline.chunks-shown-last"
"""The document and the configuration that were shown last, and what is said of them."""


def last_change(record: DocumentRecord, made: Made) -> str:
    """What there was before the last change of settings, or that it left all chunks as they were.

    Empty until something is changed.
    """
    document, before, words = state.kept(_LAST, ("", None, ""))
    if (document, before) != (record.sha, made.config):
        before = before if document == record.sha else None
        words = _compared(record, before, made) if before else ""
        state.keep(_LAST, (record.sha, made.config, words))
    return words


def change_in_words(before: ChunkingResult, after: ChunkingResult) -> str:
    """What the options before gave, where they were others; that they gave the same if they did.

    Empty for the same options.
    """
    was, now = before.options.model_dump(), after.options.model_dump()
    changed = [name for name, value in now.items() if was.get(name) != value]
    if before.strategy != after.strategy:
        return _before(title_of(before.strategy), before, after)
    if not changed:
        return ""
    fields = type(after.options).model_fields
    names = [(fields[name].title or name).partition(":")[0] for name in changed]
    if _cuts(before) != _cuts(after):
        values = (f"{name} {was[field]}" for name, field in zip(names, changed, strict=True))
        return _before(", ".join(values), before, after)
    count = number_of(len(after.chunks), "chunk")
    words = f"The same {count} as before: {' and '.join(names)} changes nothing here."
    return f"{words} {_reason(before, after)}" if changed == ["heading_budget"] else words


def _compared(record: DocumentRecord, before: Configuration, made: Made) -> str:
    chunks = resources.workbench().chunks
    if before.model != made.config.model or not chunks.has(record.sha, before):
        return ""
    return change_in_words(chunks.of(record.sha, before), made.result)


def _before(settings: str, before: ChunkingResult, after: ChunkingResult) -> str:
    """Such as `Before, with N 128: 162 chunks, mean 89, largest 128 tokens; 41 stayed the same.`"""
    totals = summary(before)
    unchanged = len(
        {chunk.cut.pieces for chunk in before.chunks}.intersection(
            chunk.cut.pieces for chunk in after.chunks
        )
    )
    same = f"{unchanged:,}" if unchanged else "none"
    return (
        f"Before, with {settings}: {number_of(totals.chunks, 'chunk')}, mean {totals.mean:.0f}, "
        f"largest {totals.largest} tokens; {same} stayed the same."
    )


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
