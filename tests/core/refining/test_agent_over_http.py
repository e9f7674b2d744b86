"""The Refiner's loop over HTTP, with both kinds of services, on expressions as the paper has them.

The texts are our own; the expressions are those of figures 4 and 5 of TopoChunker.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from core.llm.base import Reply, ToolCall
from core.llm.gemini import GeminiTransport
from core.llm.model import LanguageModel
from core.llm.openai import OpenAiTransport
from core.refining.agent import refine_by_model
from core.refining.options import WHOLE
from core.refining.supplement_sources import entry_text
from tests.builders import heading
from tests.cutting import cut
from tests.gemini_server import GeminiServer
from tests.openai_server import OpenAiServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from benchmarks.stand_in import Asked

REPORT = [
    heading("Awards"),
    "The agency gave fixed-price contracts to Boeing and SpaceX. The Commercial Crew Program "
    "oversees their work.",
    heading("Certification remains open"),
    "Both contractors have built and flown vehicles, but the dates have slipped again and again. "
    "What remains to be done by the program leaves it open when either is certified.",
]
NARRATIVE = [
    heading("One"),
    "That night Tom crept in and laid five cents on the table to pay for the candles.",
    heading("Two"),
    "People came from far away to look at that five-center piece which hung from his neck.",
]
POLICY = [
    heading("Article 1 Levels"),
    "Data is sorted into levels.",
    "Level 1 (Top Secret): model weights and root keys.",
    "Level 2 (Confidential): personal data of customers.",
    "Level 3 (Internal Use): weekly reports and notices.",
    heading("Article 2 Access"),
    "Level 1 data is read in a closed room only. Level 2 data leaves the house with the consent "
    "of a head of department. Level 3 data may be read on any terminal of the company.",
]
TITLES = ("Fixed-price contracts of the agency", "Slipped dates of flown vehicles")
PAPER = {
    "report": (
        REPORT,
        TITLES,
        {"Both contractors": "Boeing and SpaceX", "the program": "The Commercial Crew Program"},
    ),
    "narrative": (
        NARRATIVE,
        ("Tom pays for the candles", "Visitors look at his neck"),
        {"five-center piece": "five cents on the table"},
    ),
    "policy": (
        POLICY,
        ("Sorted data with root keys", "Reading data on terminals"),
        {
            "Level 1": "Top Secret: model weights and root keys",
            "Level 2": "Confidential: personal data of customers",
            "Level 3": "Internal Use: weekly reports and notices",
        },
    ),
}
_SENTENCE = re.compile(r"^\[C(\d+)\] (.*)$", re.MULTILINE)
_PASSAGE = re.compile(r"^\[P(\d+)\]", re.MULTILINE)


def knowing(titles: Sequence[str], meanings: Mapping[str, str]) -> Callable[[Asked], Reply | str]:
    """A model that looks these terms up, and gives the sentence that holds all of the meaning."""

    def respond(asked: Asked) -> Reply:
        blocks = dict(asked.fenced)
        shown = [int(number) for number in _PASSAGE.findall(blocks["passages"])]
        sentences = {int(at): text for at, text in _SENTENCE.findall(blocks.get("sentences", ""))}
        if not sentences:
            calls = [_call("SIR_Query", shown[-1], expression=term) for term in meanings]
            calls += [
                _call("Chunk_Enhancer", at, signature=title) for at, title in enumerate(titles)
            ]
            return Reply("I look up what is open.", tuple(calls))
        mappings = [
            {"term": term, "meaning": meaning, "source": at}
            for term, meaning in meanings.items()
            for at, text in sentences.items()
            if set(re.findall(r"\w+", meaning)) <= set(re.findall(r"\w+", text))
        ]
        return Reply("", (_call("Chunk_Enhancer", shown[-1], mappings=mappings),))

    return respond


def _call(tool: str, passage: int, **arguments: object) -> ToolCall:
    return ToolCall(tool, {"passage": passage, **arguments})


@pytest.fixture(params=["gemini", "openai"])
def server(request: pytest.FixtureRequest) -> Iterator[GeminiServer]:
    with GeminiServer() if request.param == "gemini" else OpenAiServer() as running:
        yield running


def model_at(server: GeminiServer) -> LanguageModel:
    if isinstance(server, OpenAiServer):
        transport: GeminiTransport | OpenAiTransport = OpenAiTransport("local", "", server.url)
    else:
        transport = GeminiTransport("gemini-test", "any-key", server.url)
    return LanguageModel(transport, sleep=lambda _: None)


@pytest.mark.parametrize("figure", sorted(PAPER))
def test_expressions_of_the_paper_are_resolved_in_words_of_the_document(
    figure: str, server: GeminiServer
) -> None:
    blocks, titles, meanings = PAPER[figure]
    server.respond = knowing(titles, meanings)
    plain = cut(blocks, "topology", theta=60)
    result = refine_by_model(plain, model_at(server), None, WHOLE)
    entries = result.chunks[-1].supplement
    assert {entry.term: entry.meaning for entry in entries} == meanings
    for entry in entries:
        assert entry.by == result.making.model
        source = set(re.findall(r"\w+", entry_text(result.sir, entry)))
        assert set(re.findall(r"\w+", entry.meaning)) <= source
    assert [one.content for one in result.chunks] == [one.content for one in plain.chunks]
    assert len(server.received) == 2
