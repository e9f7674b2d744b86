"""Agentic chunking: a model that writes a document out in chunks.

Source: W-RAC, appendix A, the prompt for agentic chunking.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field
from rapidfuzz.distance import Indel

from core.chunking.unit_outline import Outline
from core.chunking.unit_windows import windows
from core.errors import ModelError, ReplyUnusable
from core.llm.base import Request, user_says
from core.llm.prompts import DATA_RULE, fenced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.chunking.units import Group
    from core.llm.model import LanguageModel
    from core.tokens import TokenStream

_MOST_OUTPUT = 32_768
"""Tokens that an answer may have: more than any part of a document has."""
_LOWEST = 6
"""The lowest level of headings that Markdown has."""

_INSTRUCTIONS = f"""\
You divide a document into passages that a search will find. You are given a part of it in \
Markdown, and the headings that stand above it. Answer with all of its text, divided into chunks.

- Copy the text of the document word by word into the chunks, headings included. Change, shorten \
and leave out nothing, and add nothing.
- A chunk holds what a reader would want together when asking one question. Do not cut more finely \
than topics do.
- Lists, the steps of a procedure and tables stay in one chunk with what introduces them.
- The title of a chunk names two or three headings it stands under, the highest first, with " > " \
between them.

{DATA_RULE}"""


class WrittenChunk(BaseModel):
    """One chunk as the model wrote it."""

    title: str = Field(description="The headings above it, the highest first.")
    text: str = Field(description="Its text, copied.")


class WrittenChunks(BaseModel):
    """A part of a document, written out in chunks."""

    chunks: list[WrittenChunk] = Field(description="The chunks in reading order.")


def written_out(stream: TokenStream, model: LanguageModel) -> list[str]:
    """Texts of the chunks as the model writes them: agentic chunking.

    Raises:
        ModelError: there is no usable answer for a part of the document.
    """
    outline = Outline.of(stream)
    task = model.task("write", stream.sir.document)
    requests = [_request(outline, window) for window in windows(outline)]
    texts: list[str] = []
    for given in task.ask_all(requests, WrittenChunks, lambda _, reply: _check(reply)):
        if isinstance(given, ModelError):
            raise given
        texts += [chunk.text for chunk in given.chunks]
    return texts


def words_changed(document: str, texts: Iterable[str]) -> int:
    """Words that document or chunks have beyond the other, in order, marks of headings aside."""
    return Indel.distance(_words(document), _words("\n".join(texts)))


def markdown(outline: Outline, window: Group) -> str:
    """The units of a part of a document, headings with their marks."""
    return "\n\n".join(_block(outline, place) for place in range(*window))


def _words(text: str) -> list[str]:
    return [word for word in text.split() if word.strip("#")]


def _block(outline: Outline, place: int) -> str:
    unit = outline.units[place]
    text = outline.stream.text(unit.start, unit.end)
    return _heading(len(outline.lineage(place)), text) if unit.is_heading else text


def _heading(above: int, text: str) -> str:
    """A heading below so many others."""
    return f"{'#' * min(above + 1, _LOWEST)} {' '.join(text.split())}"


def _request(outline: Outline, window: Group) -> Request:
    nodes = outline.stream.sir.nodes
    lineage = outline.lineage(window[0])
    above = [_heading(level, nodes[node].text) for level, node in enumerate(lineage)]
    parts = [fenced("\n".join(above), "above")] if above else []
    parts.append(fenced(markdown(outline, window), "document"))
    return replace(user_says(_INSTRUCTIONS, "\n".join(parts)), max_output=_MOST_OUTPUT)


def _check(reply: WrittenChunks) -> None:
    """Raises `ReplyUnusable` for an answer without text; what else is wrong with it is counted."""
    if not any(chunk.text.strip() for chunk in reply.chunks):
        raise ReplyUnusable("The answer holds no text. Write all of the document out in chunks.")
