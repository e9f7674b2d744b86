"""What rules left open, resolved by a language model that names sentences of the document.

Source: TopoChunker, section 3.3.3. The model answers with terms and ids; what a reader sees is
the sentence itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.chunking.base import SupplementEntry, SupplementKind
from core.errors import ModelError
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced
from core.refining.acronyms import is_acronym
from core.refining.explanations import LONGEST
from core.refining.query import Pointer, walk
from core.refining.references import mentions
from core.refining.sources import Reach
from core.refining.words import words
from core.sentences import sentence_spans
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.chunking.base import Chunk
    from core.llm.base import Request
    from core.llm.model import Task
    from core.progress import Progress
    from core.sir import Sir

BATCH = 8
"""Chunks of a request: neighbours, which share the sentences before them."""
_NEAREST = 5
"""Sentences before a chunk that are shown where it points back."""
_FOR_EACH = 2
"""Sentences farther before it that are shown for each open expression."""
_FARTHEST = 400
"""Sentences before a chunk that are searched for them."""
_SHOWN = 80
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
_PRONOUN = re.compile(
    r"^\W*(?:it|they|he|she|this|these|those|both|such|es|sie|er|dies|diese[rsmn]?|beide[rsn]?)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:this|these|both|such|diese[rsmn]?|beide[rn]?)\s+[^\W\d_]{4,}", re.IGNORECASE
)
_OPENING = 2
"""Sentences of a chunk that pointing words are looked for in."""
_LONGEST_TERM = 80
_TEXTS = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.FOOTNOTE})

Span = tuple[int, int, int]
"""A node, and half-open characters of its text."""


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
    task: Task, sir: Sir, chunks: Sequence[Chunk], language: str, progress: Progress | None = None
) -> Resolved:
    """What the model finds for chunks that have something open; the others cost nothing.

    The chunks carry what rules found. No model error leaves it.

    Raises:
        Cancelled: `progress`, which counts chunks that are asked about, asked for it.
    """
    open_ = [(chunk, candidates(sir, chunk, language)) for chunk in chunks]
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


def candidates(sir: Sir, chunk: Chunk, language: str) -> list[Span]:
    """Sentences before a chunk that may explain what is open in it; none if nothing is open.

    For pointing words, the nearest sentences and those that hold the noun; for an acronym that
    rules do not know, those that put it in brackets, or something in brackets behind it.
    """
    pointing, acronyms = open_terms(chunk, language)
    if not pointing and not acronyms:
        return []
    reach = Reach(sir, chunk)
    near = islice(_before(sir, reach.first, language), _FARTHEST)
    before = [span for span in near if reach.explains(*span) and span[2] - span[1] <= LONGEST]
    chosen = before[:_NEAREST] if pointing else []
    patterns = [re.escape(term.split()[-1]) for term in pointing if " " in term]
    patterns += [rf"\({one}\b|\b{one} \(" for one in map(re.escape, acronyms)]
    for pattern in patterns:
        holding = (s for s in before if re.search(pattern, sir.nodes[s[0]].text[s[1] : s[2]]))
        chosen += islice(holding, _FOR_EACH)
    return sorted(set(chosen))


def open_terms(chunk: Chunk, language: str) -> tuple[list[str], list[str]]:
    """Words at the beginning of a chunk that point back, and acronyms without an explanation."""
    explained = {entry.term for entry in chunk.supplement}
    text = chunk.content
    sentences = [text[start:end] for start, end in sentence_spans(text, language)[:_OPENING]]
    pointing = [m.group().strip() for one in sentences if (m := _PRONOUN.match(one))]
    pointing += [m.group() for one in sentences for m in _POINTING.finditer(one)]
    acronyms = [word.text for word in words(text) if is_acronym(word.text)]
    acronyms = [one for one in acronyms if f"({one})" not in text]
    return _new(pointing, explained), _new(acronyms, explained)


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


def _new(found: Sequence[str], explained: set[str]) -> list[str]:
    return [one for one in dict.fromkeys(found) if one not in explained]


def _before(sir: Sir, first: tuple[int, int], language: str) -> Iterator[Span]:
    """Sentences before a place, the nearest first, as SIR_Query comes by them."""
    node, start = first
    yield from _sentences(sir, node, start, language)
    for visit in walk(sir, node):
        inside = [visit.node] if visit.pointer is Pointer.PARENT else sir.walk(visit.node)
        for at in reversed(list(inside)):
            yield from _sentences(sir, at, len(sir.nodes[at].text), language)


def _sentences(sir: Sir, node: int, end: int, language: str) -> Iterator[Span]:
    element = sir.nodes[node]
    if element.type in HEADINGS or element.type not in _TEXTS:
        return
    for low, high in reversed(sentence_spans(element.text[:end], language)):
        yield node, low, high


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
    pointing = _PRONOUN.match(term) or term.casefold().startswith(("the ", "der ", "die ", "das "))
    return SupplementKind.ANAPHOR if pointing else SupplementKind.DEFINITION
