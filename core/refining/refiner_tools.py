"""The Refiner's tools by function calling, on some neighbouring chunks of a document.

`SIR_Query` and `Chunk_Enhancer` are offered to the model. `Semantic_Slicer` is none of its
choices: what is over the capacity has to be sliced before anything else is done with it, so the
strategy `topology` calls it when it cuts (see `core.chunking.slicing_by_model`).

Source: TopoChunker, section 3.3, and appendix C, part II.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.chunking.additions import SupplementEntry, SupplementKind
from core.errors import InvalidOption
from core.llm.base import Tool, ToolCall
from core.refining.acronyms import is_acronym
from core.refining.meanings import meaning_holds
from core.refining.signature_checks import refusal
from core.refining.supplement import MOST, place_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.chunking.base import Chunk
    from core.refining.open_references import OpenExpression
    from core.refining.options import RefiningOptions
    from core.refining.sentence_lookup import SentenceLookup
    from core.refining.supplement_sources import Reach
    from core.sir import Sir
    from core.spans import Span

T = TypeVar("T", bound=BaseModel)

SIR_QUERY, CHUNK_ENHANCER = "SIR_Query", "Chunk_Enhancer"
_LONGEST_TERM = 80
_MOST_QUERIES = 8
"""Queries of a chunk that are answered."""
_TRIES = 3
"""Turns in which something may be given for a chunk; what is refused in the last stays out."""


class QueryArguments(BaseModel):
    """What SIR_Query takes."""

    model_config = ConfigDict(extra="forbid")

    passage: int = Field(description="n of [Pn]")
    expression: str = Field(description="as it stands in the passage")


class TermMapping(BaseModel):
    """What a term of a passage means, and the sentence that says so."""

    model_config = ConfigDict(extra="forbid")

    term: str
    meaning: str
    source: int = Field(description="n of [Cn]")


class EnhancerArguments(BaseModel):
    """What Chunk_Enhancer takes."""

    model_config = ConfigDict(extra="forbid")

    passage: int = Field(description="n of [Pn]")
    signature: str = ""
    mappings: list[TermMapping] = []


@dataclass
class Passage:
    """A chunk in the making: what is open in it, what was found, and what was refused."""

    chunk: Chunk
    reach: Reach
    open: Sequence[OpenExpression] = ()
    queries: dict[str, list[int]] = field(default_factory=dict)
    """Expressions that were asked about, with the numbers of the sentences in answer."""
    signature: str = ""
    entries: list[SupplementEntry] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """What was refused the last time that anything was given for it."""
    tries: int = 0
    waits: bool = False
    """Whether the last turn left something to answer to: sentences, or a refusal."""
    in_turn: bool = False
    """Whether anything was given for it in this turn."""
    closed: bool = False


class Answer(NamedTuple):
    """What a tool answers, in words; `passage` is that of the call, if there is one."""

    words: str
    passage: Passage | None = None
    is_refusal: bool = False


class RefinerTools:
    """The passages of one conversation, and the sentences that it has asked for."""

    def __init__(
        self,
        sir: Sir,
        lookup: SentenceLookup,
        passages: Sequence[Passage],
        refining: RefiningOptions,
        model: str,
    ) -> None:
        """`model` is the name under which mappings are kept."""
        self.passages = {passage.chunk.index: passage for passage in passages}
        self.sentences: list[Span] = []
        self._sir, self._lookup, self._refining, self._model = sir, lookup, refining, model

    def offered(self) -> tuple[Tool, ...]:
        """The tools as a model is told of them."""
        purposes = word_table(__file__)
        arguments = {SIR_QUERY: QueryArguments, CHUNK_ENHANCER: EnhancerArguments}
        if not self._refining.supplement:
            del arguments[SIR_QUERY]
        return tuple(Tool(name, purposes[name], taken) for name, taken in arguments.items())

    def answer_turn(self, calls: Sequence[ToolCall]) -> Iterator[tuple[ToolCall, Answer]]:
        """The answers to the calls of a turn, queries first, so that mappings find their sources.

        Closed are then the passages that lack nothing: they have a signature, if one was wanted,
        and the turn has left no answer or refusal to react to.
        """
        left = [passage for passage in self.passages.values() if not passage.closed]
        for passage in left:
            passage.waits, passage.in_turn = False, False
        for call in sorted(calls, key=lambda call: call.name != SIR_QUERY):
            yield call, self._answer(call)
        for passage in left:
            signed = bool(passage.signature) or not self._refining.signature
            heard = bool(calls or passage.queries or passage.tries)
            lacks_nothing = heard and signed and not passage.waits
            passage.closed = lacks_nothing or passage.tries >= _TRIES

    def _answer(self, call: ToolCall) -> Answer:
        """What the tool of that name says to a call; a refusal says why."""
        try:
            if call.name == SIR_QUERY and self._refining.supplement:
                return self._query(_checked(QueryArguments, call.arguments))
            if call.name == CHUNK_ENHANCER:
                return self._enhance(_checked(EnhancerArguments, call.arguments))
        except InvalidOption as error:
            return Answer(str(error), is_refusal=True)
        return Answer(f"There is no tool {call.name[:_LONGEST_TERM]!r}.", is_refusal=True)

    def _query(self, asked: QueryArguments) -> Answer:
        passage = self._passage(asked.passage)
        if not _stands_in(asked.expression, passage.chunk):
            return Answer("The expression does not stand in the passage.", passage, True)
        if asked.expression not in passage.queries and len(passage.queries) >= _MOST_QUERIES:
            return Answer("Too many queries for one passage.", passage, True)
        kind = _kind(passage, asked.expression)
        spans = self._lookup.explaining(passage.reach, asked.expression, kind)
        if asked.expression not in passage.queries:
            passage.queries[asked.expression] = [self._number(span) for span in spans]
            passage.waits = True
        sentences = (f"[C{self._number(span)}] {self._lookup.text(span)}" for span in spans)
        return Answer(" ".join(sentences) or "Nothing.", passage)

    def _enhance(self, given: EnhancerArguments) -> Answer:
        """Takes what can be true of a passage, and says what was not taken."""
        passage = self._passage(given.passage)
        if not passage.in_turn:
            passage.in_turn, passage.refused = True, []
            passage.tries += 1
        before = len(passage.refused)
        if self._refining.signature and (given.signature or not given.mappings):
            self._sign(passage, given.signature)
        if self._refining.supplement:
            for mapping in given.mappings[:MOST]:
                self._map(passage, mapping)
        if refused := passage.refused[before:]:
            passage.waits = True
            return Answer("; ".join(dict.fromkeys(refused)), passage, True)
        return Answer("Taken.", passage)

    def _sign(self, passage: Passage, signature: str) -> None:
        if passage.signature:
            return
        if wrong := refusal(self._sir, passage.chunk, signature.strip()):
            passage.refused.append(f"signature: {wrong}")
        else:
            passage.signature = " ".join(signature.split())

    def _map(self, passage: Passage, mapping: TermMapping) -> None:
        """A mapping is kept if its source was given for this passage, and says the meaning."""
        term, meaning = mapping.term, " ".join(mapping.meaning.split())
        given = {number for numbers in passage.queries.values() for number in numbers}
        if not _stands_in(term, passage.chunk):
            passage.refused.append("mapping: a term that does not stand in the passage")
        elif mapping.source not in given:
            passage.refused.append("mapping: a source that SIR_Query did not give for the passage")
        else:
            source = self.sentences[mapping.source]
            kind = _kind(passage, term)
            entry = SupplementEntry(term, kind, *source, self._model, meaning)
            if meaning and meaning_holds(self._sir, entry):
                others = [entry for entry in passage.entries if entry.term != term]
                passage.entries = [*others, entry]
            else:
                passage.refused.append("mapping: a meaning with words that its source does not say")

    def _passage(self, number: int) -> Passage:
        passage = self.passages.get(number)
        if passage is None:
            raise InvalidOption(f"There is no passage {number} here.")
        if passage.closed:
            raise InvalidOption(f"Passage {number} is closed.")
        return passage

    def _number(self, span: Span) -> int:
        """The number that a sentence is named by in this conversation."""
        if span not in self.sentences:
            self.sentences.append(span)
        return self.sentences.index(span)


def _checked(form: type[T], arguments: Mapping[str, object]) -> T:
    try:
        return form.model_validate(dict(arguments))
    except ValidationError as error:
        names = ", ".join(form.model_fields)
        raise InvalidOption(f"These are not the arguments: {names}.") from error


def _stands_in(term: str, chunk: Chunk) -> bool:
    """Whether an expression stands in a chunk as whole words."""
    stands = place_of(term, chunk.content) < len(chunk.content)
    return 0 < len(term) <= _LONGEST_TERM and stands


def _kind(passage: Passage, term: str) -> SupplementKind:
    """The kind of the open expression that a term is, or is a part of."""
    for expression in passage.open:
        if term.casefold() in expression.term.casefold():
            return expression.kind
    return SupplementKind.ACRONYM if is_acronym(term) else SupplementKind.DEFINITION
