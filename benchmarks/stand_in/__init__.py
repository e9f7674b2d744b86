"""A stand-in for a language model: answers every kind of request of Sightline by simple rules.

Tests and benchmarks use it, in this process (`stand_in`) or behind a server that speaks the
service's language. Its answers are plausible, not good: what is measured with it is how many
tokens go out and come back, and that nothing breaks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.stand_in.fences import read_fences
from core.llm.fake import FakeTransport
from core.plugins import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.llm.base import Reply, Request

RESPONDERS: dict[str, str] = {
    "UnitPlan": "benchmarks.stand_in.planning:units",
    "RouteDecision": "benchmarks.stand_in.inspecting:decide",
    "ParagraphStarts": "benchmarks.stand_in.planning:paragraphs",
    "TopicStarts": "benchmarks.stand_in.planning:topics",
    "PassageLinks": "benchmarks.stand_in.planning:links",
    "SliceBoundaries": "benchmarks.stand_in.planning:slices",
    "ContentShift": "benchmarks.stand_in.planning:shift",
    "Statements": "benchmarks.stand_in.planning:statements",
    "SearchWording": "benchmarks.stand_in.rewriting:respond",
    "ProposedQuestions": "benchmarks.stand_in.asking:respond",
    "WrittenAnswer": "benchmarks.stand_in.answering:respond",
    "ReadVerdict": "benchmarks.stand_in.reading:respond",
    "WrittenChunks": "benchmarks.stand_in.copying:respond",
}
"""Where the answer to a schema is made, by the name of the schema's class: `module:function`."""

TOOL_USERS = {
    "analyze_metadata": "benchmarks.stand_in.inspecting:call_tools",
    "Chunk_Enhancer": "benchmarks.stand_in.refining:respond",
}
"""Where requests are answered that offer the tool of that name."""


@dataclass(frozen=True)
class Asked:
    """A request as both ways to the stand-in know it.

    `schema` is the name of the class of the answer, empty if none is asked for. `text` holds the
    user's turns, `results` what tools answered so far, by their names.
    """

    schema: str
    instructions: str
    text: str
    tools: tuple[str, ...]
    results: Mapping[str, Mapping[str, Any]]

    @property
    def fenced(self) -> list[tuple[str, str]]:
        """What stands in fences, each with its name."""
        return read_fences(self.instructions, self.text).inside

    @property
    def groups(self) -> list[str]:
        """What blank lines part in the fences."""
        return [group for _, text in self.fenced for group in text.split("\n\n")]


def asked(request: Request) -> Asked:
    """A request of Sightline's own form."""
    return Asked(
        request.schema.__name__ if request.schema else "",
        request.instructions,
        "\n".join(turn.text for turn in request.turns if turn.text),
        tuple(tool.name for tool in request.tools),
        {result.name: result.answer for turn in request.turns for result in turn.results},
    )


def answer(found: Asked) -> Reply | str:
    """What the stand-in says; a string is text, often JSON of the schema."""
    for tool in TOOL_USERS:
        if tool in found.tools:
            return load(TOOL_USERS, tool)(found)
    if not found.schema:
        return "OK"
    return load(RESPONDERS, found.schema)(found)


def stand_in() -> FakeTransport:
    """The stand-in as a service of this process."""
    return FakeTransport(lambda request: answer(asked(request)), "stand-in")
