"""What rules left open, resolved by a language model that names sentences of the document.

Source: TopoChunker, section 3.3.3. The model answers with terms and ids; what a reader sees is
the sentence itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.chunking.asking import numbered
from core.chunking.base import SupplementEntry, SupplementKind
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced
from core.refining.acronyms import is_acronym
from core.refining.answers import ChunkAnswers, in_chunks
from core.refining.open_references import PRONOUN, Lookup
from core.refining.references import mentions
from core.refining.supplement import place_of
from core.refining.supplement_sources import Reach
from core.spans import joined
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


def resolve(
    task: Task, sir: Sir, chunks: Sequence[Chunk], progress: Progress | None = None
) -> ChunkAnswers[list[SupplementEntry]]:
    """What the model finds for chunks that have something open; the others cost nothing.

    The chunks carry what rules found. No model error leaves it.

    Raises:
        Cancelled: `progress`, which counts chunks that are asked about, asked for it.
    """
    lookup = Lookup(sir)
    spans_of = {chunk.index: spans for chunk in chunks if (spans := lookup.candidates(chunk))}
    open_ = [chunk for chunk in chunks if chunk.index in spans_of]
    batches = [open_[at : at + BATCH] for at in range(0, len(open_), BATCH)]
    shown = [sorted({s for chunk in batch for s in spans_of[chunk.index]}) for batch in batches]
    requests = [_request(sir, *asked) for asked in zip(batches, shown, strict=True)]
    count = in_chunks(progress, BATCH, len(open_))
    replies = task.ask_all(requests, ContextLinks, progress=count)
    answers = ChunkAnswers[list[SupplementEntry]](len(open_))
    for batch, spans, reply in zip(batches, shown, replies, strict=True):

        def entries(
            chunk: Chunk, links: ContextLinks, spans: Sequence[Span] = spans
        ) -> tuple[list[SupplementEntry], str]:
            return _checked(sir, chunk, spans, links, task.model.name)

        answers.read(batch, reply, entries)
    return answers


def _checked(
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
        elif not 0 <= link.source < len(spans) or not reach.explains(spans[link.source]):
            dropped.append("a sentence that does not stand before the chunk")
        else:
            entries.append(SupplementEntry(link.term, _kind(link.term), *spans[link.source], model))
    return entries, " and ".join(dict.fromkeys(dropped))


def _request(sir: Sir, chunks: Sequence[Chunk], spans: Sequence[Span]) -> Request:
    sentences = numbered((joined(sir, [span]) for span in spans), 0, "C")
    blocks = {"passages": "\n".join(map(_passage, chunks)), "sentences": sentences}
    shown = "\n".join(fenced(lines, name) for name, lines in blocks.items())
    return user_says(f"{_INSTRUCTIONS} {DATA_RULE}", shown)


def _passage(chunk: Chunk) -> str:
    """The numbered beginning of a chunk, and the acronyms in the rest of it."""
    content = chunk.content.split()
    rest = [word.text for word in words(" ".join(content[_SHOWN:])) if is_acronym(word.text)]
    more = f" ... {' '.join(dict.fromkeys(rest))}" if rest else ""
    return f"[P{chunk.index}] {' '.join(content[:_SHOWN])}{more}"


def _stands_in(term: str, content: str) -> bool:
    """Whether an expression stands in a text as whole words."""
    return place_of(term, content) < len(content)


def _kind(term: str) -> SupplementKind:
    if is_acronym(term):
        return SupplementKind.ACRONYM
    if next(mentions(term), None):
        return SupplementKind.REFERENCE
    pointing = PRONOUN.match(term) or term.casefold().startswith(("the ", "der ", "die ", "das "))
    return SupplementKind.ANAPHOR if pointing else SupplementKind.DEFINITION
