"""Signatures by a language model. Source: TopoChunker, section 3.3.2 (Chunk_Enhancer)."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from core.errors import ReplyUnusable
from core.llm.base import user_says
from core.llm.prompts import DATA_RULE, fenced
from core.refining.answers import ChunkAnswers, in_chunks
from core.refining.rule_signatures import well_formed
from core.text.language import Language
from core.text.sentences import sentence_spans
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk
    from core.llm.base import Request
    from core.llm.model import Task
    from core.progress import Progress
    from core.sir import Sir

BATCH = 20
"""Chunks of a request: neighbours, so that their titles can be told apart."""
_OPENING = 40
"""Words of a chunk that the model is shown, with its key phrases; text costs."""
_INSTRUCTIONS = (
    "You title passages of a document for a search index. For each numbered passage give a title "
    "of 3 to 8 words, in the language of the passage, that says what this passage in particular "
    "is about and sets it apart from its neighbours. Use terms of the passage. Do not take over "
    "its first sentence, and do not merely repeat a heading. One line, no quotation marks, no "
    "full stop. Give each number once."
)
_SIGNS = re.compile(r"[<>{}\[\]|`\"“”„«»\n\r]|https?:|www\.")
"""What no title needs."""


class ChunkTitle(BaseModel):
    """The title of one passage."""

    id: int = Field(description="Number of the passage")
    title: str = Field(description="3 to 8 words")


class ChunkTitles(BaseModel):
    """Titles of all passages of a request."""

    titles: list[ChunkTitle]


def sign(
    task: Task, sir: Sir, chunks: Sequence[Chunk], progress: Progress | None = None
) -> ChunkAnswers[str]:
    """Titles of chunks; those refused are named with the reason. No model error leaves it.

    Raises:
        Cancelled: `progress`, which counts chunks, asked for it.
    """
    batches = [chunks[at : at + BATCH] for at in range(0, len(chunks), BATCH)]

    def title(chunk: Chunk, reply: ChunkTitles) -> tuple[str | None, str]:
        """A chunk named twice, or not at all, gets no title."""
        titles = [named.title.strip() for named in reply.titles if named.id == chunk.index]
        wrong = refusal(sir, chunk, titles[0]) if len(titles) == 1 else "not named exactly once"
        return (None, wrong) if wrong else (" ".join(titles[0].split()), "")

    def check(number: int, reply: ChunkTitles) -> None:
        if not any(title(chunk, reply)[0] for chunk in batches[number]):
            raise ReplyUnusable("No passage has a usable title of 3 to 8 words.")

    requests = [_request(sir, batch) for batch in batches]
    count = in_chunks(progress, BATCH, len(chunks))
    answers = ChunkAnswers[str](len(chunks))
    replies = task.ask_all(requests, ChunkTitles, check, count)
    for batch, reply in zip(batches, replies, strict=True):
        answers.read(batch, reply, title)
    return answers


def refusal(sir: Sir, chunk: Chunk, title: str) -> str:
    """Why a title cannot be the signature of a chunk; empty if it can."""
    stems, content = _stems(title), _stems(chunk.content)
    above = [_stems(sir.nodes[node].text) for node in chunk.lineage]
    telling = {word.stem for word in words(title) if word.text.casefold() not in STOP_WORDS}
    reasons = {
        "not 3 to 8 words on one line": not well_formed(title) or bool(_SIGNS.search(title)),
        "the heading once more": stems in above,
        "the beginning of the first sentence": content[: len(stems)] == stems
        or stems == _stems(_first_sentence(chunk.content)),
        "no word of the chunk": telling.isdisjoint(chain(content, *above)),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _stems(text: str) -> list[str]:
    return [word.stem for word in words(text)]


def _request(sir: Sir, batch: Sequence[Chunk]) -> Request:
    shown = "\n\n".join(_shown(sir, chunk) for chunk in batch)
    return user_says(f"{_INSTRUCTIONS} {DATA_RULE}", fenced(shown, "passages"))


def _shown(sir: Sir, chunk: Chunk) -> str:
    """A numbered passage: the nearest heading, the first words, and phrases of all of it."""
    shown = {segment.node for segment in chunk.segments}
    above = [sir.nodes[node].text for node in chunk.lineage[-1:] if node not in shown]
    content = chunk.content.split()
    opening = " ".join([*above, *content[:_OPENING]])
    more = f" ... ({chunk.signature})" if len(content) > _OPENING and chunk.signature else ""
    return f"[{chunk.index}] {opening}{more}"


def _first_sentence(text: str) -> str:
    start, end = next(iter(sentence_spans(text, Language.ENGLISH)), (0, 0))
    return text[start:end]
