"""Every statement of a text by itself, in words of a language model that are searched, not quoted.

The model makes each statement understood alone. What is shown is the sentence that it was made of:
a statement whose words or numbers do not stand there is dropped and counted, and sentences without
a statement are searched as they are, so that nothing is lost.

Source: Chen et al., Dense X Retrieval: What Retrieval Granularity Should We Use? (2024), section 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel, Field

from core.chunking.asking import fitting, numbered
from core.chunking.base import Boundary, BoundaryKind, ChunkSource, Cut, Cutting, Making
from core.chunking.options import SizedOptions, maximum
from core.chunking.slicing import Piece, pieces
from core.chunking.splitting import split
from core.errors import ModelError, ReplyUnusable
from core.llm.base import Request, user_says
from core.llm.prompts import DATA_RULE, fenced
from core.text.hyphens import plain_hyphens
from core.text.words import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.tokens import TokenStream

_PASSAGE = 500
"""Tokens that the model is shown at once."""
_LEAST = 0.5
"""Share of the words of a statement that stand in its sentence; others name what it speaks of."""
_LONGEST = 600
"""Characters of a statement."""
_INSTRUCTIONS = (
    "You are given sentences of a document, numbered [1], [2] and so on. Take each apart into its "
    "statements: the smallest parts that say something by themselves. Write every statement as a "
    "simple sentence of its own that is understood without the others: in place of pronouns put "
    "what they stand for, as it is called in the sentences. Keep names, numbers and units as they "
    "are, add nothing and judge nothing. Give each statement with the number of its sentence. "
    f"{DATA_RULE}"
)


class Statement(BaseModel):
    """One statement of a sentence."""

    sentence: int = Field(description="Number n of the sentence [n]")
    text: str = Field(description="The statement, understood alone")


class Statements(BaseModel):
    """The statements of the sentences."""

    statements: list[Statement]


class PropositionOptions(SizedOptions):
    """Options of propositions."""

    max_tokens: int = maximum(128, "A sentence that passes this is split at the best place in it.")


class _Stated(NamedTuple):
    by_sentence: Mapping[int, Sequence[str]]
    dropped: int


class PropositionChunker:
    """Statements by a model, each with the sentence that it was made of; else sentences."""

    name = "propositions"
    title = "Propositions"
    options = PropositionOptions

    def cut(self, source: ChunkSource, options: PropositionOptions) -> Cutting:
        """Cuts that cover the stream: several of one sentence where it states several things."""
        stream = source.stream
        parts = pieces(stream, stream.sentence_starts, 0, len(stream), options.size)
        stated, making = _asked(source, parts)
        name = source.model.name if source.model else ""
        cuts = [
            cut
            for number, piece in enumerate(parts)
            for cut in _cuts(stream, piece, options.size, stated.get(number, ()), name)
        ]
        return Cutting(cuts, making)


def _cuts(
    stream: TokenStream, piece: Piece, size: int, statements: Sequence[str], model: str
) -> Iterator[Cut]:
    if statements:
        reason = Boundary(BoundaryKind.PLAN, f"The model {model} made a statement of this.")
        yield from (Cut(piece.start, piece.end, reason, statement=text) for text in statements)
        return
    begins = Boundary(BoundaryKind.DELIMITER, "A sentence begins.")
    for at, part in enumerate(split(stream, piece.start, piece.end, size)):
        yield part if at else Cut(part.start, part.end, begins)


def _asked(
    source: ChunkSource, parts: Sequence[Piece]
) -> tuple[Mapping[int, Sequence[str]], Making]:
    if source.model is None:
        return {}, Making()
    stream, task = source.stream, source.model.task("state", source.stream.sir.document)
    ranges = fitting([piece.end - piece.start for piece in parts], _PASSAGE)
    shown = [[stream.text(piece.start, piece.end) for piece in parts[a:b]] for a, b in ranges]

    def check(place: int, reply: Statements) -> None:
        if not usable(shown[place], reply).by_sentence:
            raise ReplyUnusable("No statement says what the sentence of its number says.")

    replies = task.ask_all(list(map(_request, shown)), Statements, check, source.progress)
    stated: dict[int, Sequence[str]] = {}
    errors: list[ModelError] = []
    dropped = 0
    for (first, _), texts, reply in zip(ranges, shown, replies, strict=True):
        if isinstance(reply, ModelError):
            errors.append(reply)
            continue
        found = usable(texts, reply)
        stated |= {first + at: made for at, made in found.by_sentence.items()}
        dropped += found.dropped
    notices: tuple[str, ...] = ()
    if errors:
        notices = (
            f"The language model made no statements of {len(errors)} of {len(ranges)} passages: "
            f"{errors[0]} Their sentences are searched as they are.",
        )
    repairs = [f"Statements that say what no sentence says, dropped: {dropped:,}."] * bool(dropped)
    if stated and (left := len(parts) - len(stated)):
        repairs.append(f"Sentences without a statement, searched as they are: {left:,}.")
    model = source.model.name if stated else ""
    return stated, Making(model, notices, tuple(repairs), task.use, len(stream) if stated else 0)


def usable(texts: Sequence[str], reply: Statements) -> _Stated:
    """The statements of sentences, counted from 0, that their words and numbers bear out.

    Half of the words of a statement stand in its sentence and all of its numbers in the passage:
    what a pronoun stands for may come from another sentence of it.
    """
    own = [{word.stem for word in words(plain_hyphens(text))} for text in texts]
    passage = set[str]().union(*own)
    by_sentence: dict[int, list[str]] = {}
    dropped = 0
    for statement in reply.statements:
        at, text = statement.sentence - 1, " ".join(plain_hyphens(statement.text).split())
        if not (0 <= at < len(texts) and _says(text, own[at], passage)):
            dropped += 1
        elif text not in (made := by_sentence.setdefault(at, [])):
            made.append(text)
    return _Stated(by_sentence, dropped)


def _says(text: str, sentence: set[str], passage: set[str]) -> bool:
    if not 0 < len(text) <= _LONGEST:
        return False
    content = [word for word in words(text) if word.text.casefold() not in STOP_WORDS]
    numbers = {word.stem for word in content if any(map(str.isdigit, word.text))}
    held = sum(word.stem in sentence for word in content)
    return bool(content) and held >= _LEAST * len(content) and numbers <= passage


def _request(texts: Sequence[str]) -> Request:
    return user_says(_INSTRUCTIONS, fenced(numbered(texts), "sentences"))
