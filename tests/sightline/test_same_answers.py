"""From Python a question has the answer of the core; that over HTTP and MCP is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import sightline
from core.configuration.adopted import library_configuration
from core.settings import load_settings
from core.workbench import Workbench

if TYPE_CHECKING:
    from pathlib import Path

QUESTIONS = (
    "How often must passwords be changed?",
    "How long are access logs kept?",
    "Who may open the archive?",
)

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
