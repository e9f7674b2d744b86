"""What rules left open, resolved by a language model that names sentences of the document.

Source: TopoChunker, section 3.3.3. The model answers with terms and ids; what a reader sees is
the sentence itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.chunking.base import SupplementEntry, SupplementKind
from core.errors import ModelError
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced
from core.refining.acronyms import is_acronym
from core.refining.open_references import PRONOUN, Lookup
from core.refining.references import mentions
from core.refining.supplement_sources import Reach
from core.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk
    from core.llm.base import Request
    from core.llm.model import Task
    from core.progress import Progress
    from core.sir import Sir
    from core.spans import Span

BATCH = 8
"""Chunks of a request: neighbours, which share the sentences before them."""
_SHOWN = 60
"""Words of a chunk that the model is shown: what is open stands at its beginning."""
_INSTRUCTIONS = (
    "The passages [P0], [P1] ... were cut out of a document. Some of their expressions cannot be "
    'understood without what stood before: pronouns, words such as "this method" or "both '
    'contractors", acronyms and terms. The sentences [C0], [C1] ... come from the same document. '
    "Where a sentence from before a passage clearly explains such an expression, give the number "
    "of the passage, the expression exactly as it stands there, and the number of the sentence. "
    "Leave out what the passage itself explains and whatever is in doubt; an empty list is a good "
    "answer. At most 5 for each passage."
)
_LONGEST_TERM = 80


class ContextLink(BaseModel):
    """An expression of a passage, and the sentence that explains it."""

    passage: int = Field(description="Number n of the passage [Pn]")
    term: str = Field(description="The expression exactly as it stands in the passage")
    source: int = Field(description="Number n of the sentence [Cn] that explains it")


class ContextLinks(BaseModel):
    """What expressions of the passages refer to; empty if nothing is certain."""

    links: list[ContextLink]


@dataclass
class Resolved:
    """Entries under the numbers of the chunks that the model was asked about.

    `failed` counts chunks without an answer, `asked` all that needed one.
    """

    entries: dict[int, list[SupplementEntry]] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    errors: list[ModelError] = field(default_factory=list)
    asked: int = 0
    failed: int = 0


def resolve(
    task: Task, sir: Sir, chunks: Sequence[Chunk], progress: Progress | None = None
) -> Resolved:
    """What the model finds for chunks that have something open; the others cost nothing.

    The chunks carry what rules found. No model error leaves it.

    Raises:
        Cancelled: `progress`, which counts chunks that are asked about, asked for it.
    """
    lookup = Lookup(sir)
    open_ = [(chunk, lookup.candidates(chunk)) for chunk in chunks]
    asked = [(chunk, spans) for chunk, spans in open_ if spans]
    batches = [asked[at : at + BATCH] for at in range(0, len(asked), BATCH)]
    shown = [sorted({span for _, spans in batch for span in spans}) for batch in batches]

    def count(done: int, _: int) -> None:
        if progress:
            progress(min(done * BATCH, len(asked)), len(asked))

    requests = [
        _request(sir, [chunk for chunk, _ in batch], spans)
        for batch, spans in zip(batches, shown, strict=True)
    ]
    found = Resolved(asked=len(asked))
    replies = task.ask_all(requests, ContextLinks, progress=count)
    for batch, spans, reply in zip(batches, shown, replies, strict=True):
        if isinstance(reply, ModelError):
            found.errors.append(reply)
            found.failed += len(batch)
            continue
        for chunk, _ in batch:
            entries, wrong = checked(sir, chunk, spans, reply, task.model.name)
            found.entries[chunk.index] = entries
            if wrong:
                found.refused[chunk.index] = wrong
    return found


def checked(
    sir: Sir, chunk: Chunk, spans: Sequence[Span], reply: ContextLinks, model: str
) -> tuple[list[SupplementEntry], str]:
    """Entries of a reply that can be true of a chunk, and why others were dropped."""
    reach = Reach(sir, chunk)
    entries: list[SupplementEntry] = []
    dropped: list[str] = []
    for link in reply.links:
        if link.passage != chunk.index:
            continue
        if not 0 < len(link.term) <= _LONGEST_TERM or not _stands_in(link.term, chunk.content):
            dropped.append("an expression that does not stand in the chunk")
        elif not 0 <= link.source < len(spans) or not reach.explains(*spans[link.source]):
            dropped.append("a sentence that does not stand before the chunk")
        else:
            entries.append(SupplementEntry(link.term, _kind(link.term), *spans[link.source], model))
    return entries, " and ".join(dict.fromkeys(dropped))


def _request(sir: Sir, chunks: Sequence[Chunk], spans: Sequence[Span]) -> Request:
    passages = [_passage(chunk) for chunk in chunks]
    sentences = [
        f"[C{number}] {' '.join(sir.nodes[node].text[start:end].split())}"
        for number, (node, start, end) in enumerate(spans)
    ]
    blocks = {"passages": passages, "sentences": sentences}
    shown = "\n".join(fenced("\n".join(lines), name) for name, lines in blocks.items())
    return user_says(f"{_INSTRUCTIONS} {DATA_RULE}", shown)


def _passage(chunk: Chunk) -> str:
    """The numbered beginning of a chunk, and the acronyms in the rest of it."""
    found = chunk.content.split()
    rest = [one.text for one in words(" ".join(found[_SHOWN:])) if is_acronym(one.text)]
    more = f" ... {' '.join(dict.fromkeys(rest))}" if rest else ""
    return f"[P{chunk.index}] {' '.join(found[:_SHOWN])}{more}"


def _stands_in(term: str, content: str) -> bool:
    """Whether an expression stands in a text as whole words."""
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", content) is not None


def _kind(term: str) -> SupplementKind:
    if is_acronym(term):
        return SupplementKind.ACRONYM
    if next(mentions(term), None):
        return SupplementKind.REFERENCE
    pointing = PRONOUN.match(term) or term.casefold().startswith(("the ", "der ", "die ", "das "))
    return SupplementKind.ANAPHOR if pointing else SupplementKind.DEFINITION
