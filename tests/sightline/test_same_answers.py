"""However it is asked, a question has the same answer with the same lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

import sightline
from core.configuration.adopted import library_configuration
from core.settings import load_settings
from core.workbench import Workbench
from tests.sightline.servers import ROOT, ApiServer

if TYPE_CHECKING:
    from pathlib import Path

QUESTIONS = (
    "How often must passwords be changed?",
    "How long are access logs kept?",
    "Who may open the archive?",
)
TOKEN = "t" * 32

Found = list[tuple[str, list[tuple[Any, ...]]]]
"""Texts and lines: page, four edges, location, role."""


@pytest.fixture(scope="module")
def of_core(prepared_home: Path) -> list[Found]:
    """Texts and lines of the citations that the core gives for each question."""
    workbench = Workbench(load_settings(home=prepared_home))
    config = library_configuration(workbench.settings)
    documents = [record.sha for record in workbench.library.list()]
    answers = [
        workbench.answers.ask(question, config, documents, config.answer) for question in QUESTIONS
    ]
    workbench.close()
    return [
        [
            (
                citation.quote.text,
                [
                    (line.box.page, *map(float, line.box.edges), line.location, line.role)
                    for line in citation.lines
                ],
            )
            for citation in answer.citations
        ]
        for answer in answers
    ]


def found(answer: dict[str, Any]) -> Found:
    """The same of an answer in JSON."""
    edges = ("page", "left", "top", "right", "bottom", "location", "role")
    return [
        (citation["text"], [tuple(line[edge] for edge in edges) for line in citation["lines"]])
        for citation in answer["citations"]
    ]


def test_some_questions_have_an_answer_and_one_has_none(of_core: list[Found]) -> None:
    assert [bool(citations) for citations in of_core] == [True, True, False]
    assert all(lines for _, lines in of_core[0])


def test_python_gives_the_lines_of_the_core(prepared_home: Path, of_core: list[Found]) -> None:
    with sightline.open(prepared_home) as library:
        answers = [library.ask(question).model_dump(mode="json") for question in QUESTIONS]
    assert [found(answer) for answer in answers] == of_core


def test_http_gives_the_lines_of_the_core(prepared_home: Path, of_core: list[Found]) -> None:
    server = ApiServer(prepared_home, SIGHTLINE_API_TOKENS=TOKEN)
    with server, server.client(TOKEN) as client:
        asked = [client.post("/v1/ask", json={"question": each}) for each in QUESTIONS]
    assert [found(answer.json()) for answer in asked] == of_core


def test_mcp_gives_the_lines_of_the_core(prepared_home: Path, of_core: list[Found]) -> None:
    async def ask_all() -> list[dict[str, Any]]:
        arguments = ["-m", "sightline", "mcp", "--home", str(prepared_home)]
        server = StdioServerParameters(command=sys.executable, args=arguments, cwd=str(ROOT))
        async with Client(stdio_client(server)) as client:
            results = [await client.call_tool("ask", {"question": each}) for each in QUESTIONS]
        return [result.structured_content for result in results]

    assert [found(answer) for answer in anyio.run(ask_all)] == of_core
