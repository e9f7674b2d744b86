"""Who decides on routes, and that a document keeps the one it was parsed by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.stand_in import answer, asked, stand_in
from core.errors import ModelUnreachable, NotFound
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.settings import load_settings
from core.sir import Route
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.llm.base import Reply, Request

PDF = pdf_bytes(["Give 5 mg twice a day.\nStop when a rash appears."])
FLOWING = (
    '{"selected_path": "semantic_flow", "confidence_score": 0.9, "risk_score": 0.1, '
    '"reason": "Running text."}'
)


def flowing() -> FakeTransport:
    """Takes every document for running text."""

    def respond(request: Request) -> Reply | str:
        return FLOWING if request.schema else answer(asked(request))

    return FakeTransport(respond, "reader")


def failing(_: Request) -> str:
    raise ModelUnreachable("The service does not answer.")


def bench(home: Path, transport: FakeTransport | None = None) -> Workbench:
    """A workbench as after a new start."""
    made = Workbench(load_settings(home=home))
    made.model = LanguageModel(transport) if transport else None
    return made


def parsed(made: Workbench, sha: str) -> tuple[object, str]:
    """The route that a document was parsed by, and who chose it."""
    parse = made.library.get(sha).parse
    assert parse is not None
    return parse.options["route"], parse.decided_by


def test_a_new_document_is_read_by_the_route_of_the_model(home: Path):
    made = bench(home, flowing())
    sha = made.documents.add(PDF, "x.pdf").sha
    assert parsed(made, sha) == (Route.SEMANTIC_FLOW, "reader")
    assert made.documents.known_inspection(sha).decided_by == "reader"
    without = bench(home)
    without.documents.sir(sha)
    assert parsed(without, sha) == (Route.SEMANTIC_FLOW, "reader")
    assert without.documents.known_inspection(sha).decided_by == "reader"
    assert without.documents.inspection(sha).decided_by == ""


def test_a_document_that_is_parsed_keeps_its_route_when_a_model_comes(home: Path):
    sha = bench(home).documents.add(PDF, "x.pdf").sha
    transport = flowing()
    made = bench(home, transport)
    before = made.library.get(sha).parse
    made.documents.sir(sha)
    made.documents.add(PDF, "x.pdf")
    assert made.documents.known_inspection(sha).decided_by == ""
    assert transport.requests == []
    assert made.documents.inspection(sha).decision.selected_path is Route.SEMANTIC_FLOW
    assert made.documents.known_inspection(sha).decided_by == "reader"
    made.documents.sir(sha)
    assert made.library.get(sha).parse == before
    made.documents.use_route(sha, "automatic")
    assert parsed(made, sha) == (Route.SEMANTIC_FLOW, "reader")


def test_a_model_that_chooses_sight_has_all_pages_seen(home: Path):
    seeing = FLOWING.replace("semantic_flow", "visual_topology")

    def respond(request: Request) -> Reply | str:
        return seeing if request.schema else answer(asked(request))

    made = bench(home, FakeTransport(respond, "seer"))
    sha = made.documents.add(PDF, "x.pdf").sha
    assert parsed(made, sha) == (Route.VISUAL_TOPOLOGY, "seer")
    (page,) = made.documents.sir(sha).pages
    assert (page.route, page.reason) == ("visual_topology", "chosen for the whole document")


def test_a_model_that_agrees_with_the_policy_has_nothing_read_anew(home: Path):
    sha = bench(home).documents.add(PDF, "x.pdf").sha
    ruling = FLOWING.replace("semantic_flow", "structural_rule")

    def respond(request: Request) -> Reply | str:
        return ruling if request.schema else answer(asked(request))

    made = bench(home, FakeTransport(respond, "ruler"))
    before = made.documents.tree_key(sha)
    made.documents.use_route(sha, "automatic")
    assert (made.documents.tree_key(sha), parsed(made, sha)[1]) == (before, "ruler")


def test_without_leave_the_model_is_not_asked(home: Path):
    transport = flowing()
    made = bench(home, transport)
    sha = made.documents.add(PDF, "x.pdf", by_model=False).sha
    assert made.documents.inspection(sha, by_model=False).decided_by == ""
    assert parsed(made, sha)[1] == ""
    assert transport.requests == []


def test_how_long_a_route_takes_is_said_without_asking_a_model(home: Path):
    sha = bench(home).documents.add(PDF, "x.pdf").sha
    transport = flowing()
    made = bench(home, transport)
    assert made.documents.route_seconds(sha, "automatic") is None
    assert transport.requests == []


def test_a_failing_model_leaves_it_to_the_policy_until_it_is_asked_again(home: Path):
    transport = FakeTransport(failing, "away")
    made = bench(home, transport)
    sha = made.documents.add(PDF, "x.pdf", parser="automatic").sha
    assert parsed(made, sha)[1] == ""
    assert "away could not choose the route" in made.documents.known_inspection(sha).notice
    assert made.documents.inspection(sha).decided_by == ""
    assert len(transport.requests) == 1
    made.model = LanguageModel(stand_in())
    assert made.documents.inspection(sha).decided_by == ""
    assert made.documents.inspect_again(sha).decided_by == "stand-in"
    assert bench(home, transport).documents.inspection(sha).notice


def test_what_is_in_no_library_cannot_be_inspected(home: Path):
    with pytest.raises(NotFound):
        bench(home, flowing()).documents.known_inspection("0" * 64)
