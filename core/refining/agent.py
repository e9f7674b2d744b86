"""The Refiner as an agent: a language model looks up and closes chunks by calling tools.

It adds to what rules made, and takes their place only where its answer passes every check.

Source: TopoChunker, section 3.3 (ReAct over SIR_Query, Semantic_Slicer and Chunk_Enhancer), and
appendix C, part II.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING

from core.chunking.additions import SupplementKind
from core.chunking.base import AgentStep, Chunk, ChunkingResult, Making
from core.errors import ModelError
from core.refining.document_terms import DocumentTerms
from core.refining.open_references import OpenExpression, open_expressions
from core.refining.refiner_prompt import RefinerPrompt
from core.refining.refiner_tools import Passage, RefinerTools
from core.refining.sentence_lookup import SentenceLookup
from core.refining.supplement import limited
from core.refining.supplement_sources import Reach
from core.text.counts import number_of
from core.text.one_line import cut_to_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from threading import Event

    from core.llm.base import Reply, ToolCall
    from core.llm.model import LanguageModel, Task
    from core.progress import Progress
    from core.refining.options import RefiningOptions
    from core.sir import Sir

BATCH = 64
"""Chunks of a conversation at the most: neighbours, which share the sentences before them."""
MOST_TURNS = 6
"""Turns of a conversation."""
_MOST_IDLE = 2
"""Turns in a row that lead to nothing before a conversation ends."""
_MOST_CALLS = 5
"""Calls of a turn that are answered, for each of the chunks."""
_MOST_OPEN = 3
"""Open expressions of a chunk that are shown."""
_OPEN = 144
"""Open expressions of a conversation, about: what is said of them all has to fit into one turn."""
_SHOWN = 5
"""Chunks that a repair names."""
_LONGEST = 300
"""Characters of a thought, of arguments or of an answer that are kept."""


def refine_by_model(
    ruled: ChunkingResult,
    model: LanguageModel,
    progress: Progress | None,
    refining: RefiningOptions,
) -> ChunkingResult:
    """The chunks with what the model adds to rules; all of theirs stays where it fails.

    It is asked for the parts that are on, and about no chunk that lacks nothing.

    Raises:
        Cancelled: `progress`, which counts chunks that are asked about, asked for it.
    """
    lookup = SentenceLookup(ruled.sir)
    asked: list[Passage] = []
    for passage in _passages(ruled, lookup, refining):
        asked.append(passage)
        if progress:
            progress(0, len(ruled.chunks))
    size = _size(asked)
    task = model.task("refine", ruled.document)
    conversations = [
        _Conversation(ruled, lookup, asked[at : at + size], refining, task)
        for at in range(0, len(asked), size)
    ]

    def count(done: int, _: int) -> None:
        if progress:
            progress(min(done * size, len(asked)), len(asked))

    task.beside(lambda place, stop: conversations[place].run(stop), len(conversations), count)
    passages = {passage.chunk.index: passage for passage in asked}
    chunks = [_refined(chunk, passages.get(chunk.index)) for chunk in ruled.chunks]
    making = _making(ruled.making, task, conversations)
    return replace(ruled, chunks=tuple(chunks), making=making)


def _size(asked: Sequence[Passage]) -> int:
    """Chunks of a conversation, so that all are of about the same length."""
    expressions = sum(len(passage.open) for passage in asked)
    conversations = max(ceil(len(asked) / BATCH), ceil(expressions / _OPEN), 1)
    return max(ceil(len(asked) / conversations), 1)


def _passages(
    ruled: ChunkingResult, lookup: SentenceLookup, refining: RefiningOptions
) -> Iterator[Passage]:
    """The chunks to ask about: all if they get signatures, else those with something open."""
    terms = DocumentTerms(ruled.sir)
    for chunk in ruled.chunks:
        passage = Passage(chunk, Reach(ruled.sir, chunk))
        if refining.supplement:
            passage.open = list(islice(_open(ruled.sir, passage, lookup, terms), _MOST_OPEN))
        if passage.open or refining.signature:
            yield passage


def _open(
    sir: Sir, passage: Passage, lookup: SentenceLookup, terms: DocumentTerms
) -> Iterator[OpenExpression]:
    """What rules left open, and for which SIR_Query has an answer.

    Numbered references are left to rules: what they mean is not said in a sentence.
    """
    explained = {entry.term.casefold() for entry in passage.chunk.supplement}
    for each in open_expressions(sir, passage.chunk, terms):
        new = each.kind is not SupplementKind.REFERENCE and each.term.casefold() not in explained
        if new and lookup.explaining(passage.reach, each.term, each.kind):
            yield each


def _refined(chunk: Chunk, passage: Passage | None) -> Chunk:
    """A chunk with what was taken of the model's calls."""
    if passage is None:
        return chunk
    supplement = limited([*chunk.supplement, *passage.entries], chunk.content)
    signature = passage.signature or chunk.signature
    return replace(chunk, signature=signature, supplement=supplement)


@dataclass
class _Conversation:
    """Turns on some neighbouring chunks, until all are closed or the model leads nowhere."""

    ruled: ChunkingResult
    lookup: SentenceLookup
    passages: Sequence[Passage]
    refining: RefiningOptions
    task: Task
    steps: list[AgentStep] = field(default_factory=list)
    error: ModelError | None = None

    def run(self, stop: Event) -> None:
        """No error of the model leaves it."""
        try:
            self._run(stop)
        except ModelError as error:
            self.error = error

    def _run(self, stop: Event) -> None:
        sir = self.ruled.sir
        tools = RefinerTools(sir, self.lookup, self.passages, self.refining, self.task.model.name)
        prompt = RefinerPrompt(sir, self.lookup, tools, self.refining)
        idle = turns = 0
        while self.left and idle < _MOST_IDLE and turns < MOST_TURNS:
            before = self._state()
            reply = self.task.step(prompt.turn(remind=bool(idle)), stop)
            self._answer(tools, reply)
            idle = 0 if self._state() != before else idle + 1
            turns += 1

    @property
    def left(self) -> list[Passage]:
        """The chunks that are not closed."""
        return [passage for passage in self.passages if not passage.closed]

    def _state(self) -> list[tuple[int, ...]]:
        """What changes where a turn leads to something."""
        return [(len(each.queries), each.tries, each.closed) for each in self.passages]

    def _answer(self, tools: RefinerTools, reply: Reply) -> None:
        thought = cut_to_line(reply.text, _LONGEST)
        for call, answer in tools.answer_turn(reply.calls[: _MOST_CALLS * len(self.passages)]):
            words = cut_to_line(
                f"Refused: {answer.words}" if answer.is_refusal else answer.words, _LONGEST
            )
            index = answer.passage.chunk.index if answer.passage else -1
            step = AgentStep(
                cut_to_line(call.name, _LONGEST),
                cut_to_line(_arguments(call), _LONGEST),
                words,
                thought,
                index,
            )
            self.steps.append(step)
            thought = ""


def _arguments(call: ToolCall) -> str:
    """Arguments as people read them, without the passage, which the step names by itself."""
    values = {name: value for name, value in call.arguments.items() if name != "passage"}
    mappings = values.pop("mappings", [])
    said = [value if isinstance(value, str) else json.dumps(value) for value in values.values()]
    for mapping in mappings if isinstance(mappings, list) else [mappings]:
        given = mapping if isinstance(mapping, dict) else {"term": mapping}
        term, meaning, source = (given.get(name, "") for name in ("term", "meaning", "source"))
        said.append(f"{term} = {meaning} [C{source}]")
    return "; ".join(filter(None, said))


def _making(making: Making, task: Task, conversations: Sequence[_Conversation]) -> Making:
    """How the chunks came about, with what the model did to them and what was not taken."""
    passages = [passage for each in conversations for passage in each.passages]
    took_part = any(passage.signature or passage.entries for passage in passages)
    steps = [step for each in conversations for step in each.steps]
    return replace(
        making,
        model=making.model or (task.model.name if took_part else ""),
        notices=(*making.notices, *_notices(conversations, len(passages))),
        repairs=(*making.repairs, *_repairs(conversations)),
        use=making.use + task.use if making.use else task.use,
        agent_steps=(*making.agent_steps, *steps),
    )


def _notices(conversations: Sequence[_Conversation], asked: int) -> Iterator[str]:
    errors = [each.error for each in conversations if each.error]
    failed = sum(len(each.left) for each in conversations if each.error)
    if errors:
        yield (
            f"The language model did not refine {failed} of {asked} chunks: {errors[0]} "
            "They have what rules found."
        )
    given_up = [passage for each in conversations if not each.error for passage in each.left]
    if given_up:
        yield (
            f"The language model stopped before it had refined {len(given_up)} of {asked} chunks "
            f"({_numbers(given_up)}). They have what rules found."
        )


def _repairs(conversations: Sequence[_Conversation]) -> Iterator[str]:
    reasons: dict[str, list[Passage]] = {}
    for conversation in conversations:
        for passage in conversation.passages:
            for wrong in dict.fromkeys(passage.refused):
                reasons.setdefault(wrong, []).append(passage)
    for wrong, passages in reasons.items():
        part, _, reason = wrong.partition(": ")
        yield f"Chunk {_numbers(passages)}: {part} not taken ({reason})."
    if stray := sum(step.chunk < 0 for each in conversations for step in each.steps):
        calls = number_of(stray, "call")
        yield f"{calls} of the language model named no tool or no chunk that was to be refined."


def _numbers(passages: Sequence[Passage]) -> str:
    """Numbers of chunks as people count them."""
    numbers = [str(passage.chunk.index + 1) for passage in passages]
    return ", ".join(numbers[:_SHOWN]) + (" ..." if numbers[_SHOWN:] else "")
