"""The inspection page with a language model: it decides when it is let, and nothing is reparsed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components import resources
from tests.gemini_server import GeminiServer, failures
from tests.pages.test_structure_routes import click, said, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1 import AppTest

    from core.library import DocumentRecord
    from core.workbench import Workbench

MODEL = "gemini-2.5-flash"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[GeminiServer]:
    with GeminiServer() as serving:
        monkeypatch.setenv("GEMINI_BASE_URL", serving.url)
        monkeypatch.setenv("GEMINI_API_KEY", "made-up-key")
        yield serving


@pytest.fixture
def record(library: Workbench) -> DocumentRecord:
    return library.library.find("guideline.pdf")


@pytest.fixture
def inspection(app: AppTest, server: GeminiServer, record: DocumentRecord) -> AppTest:
    app.query_params["document"] = record.sha
    app.switch_page("pages/structure.py").run()
    return show(app, "Inspection")


def test_looking_asks_no_model(inspection: AppTest, server: GeminiServer) -> None:
    assert "chosen by the policy, without a model" in said(inspection)
    assert server.received == []


def test_the_model_decides_when_it_is_let_and_its_steps_are_shown(
    inspection: AppTest, server: GeminiServer, record: DocumentRecord
) -> None:
    click(inspection, f"Let {MODEL} decide")
    assert f"chosen by {MODEL}" in said(inspection)
    assert f"How {MODEL} came to it" in [one.value for one in inspection.header]
    assert "**probe_layout_complexity** (document=" in said(inspection)
    assert "tokens sent" in said(inspection)
    assert resources.workbench().library.get(record.sha) == record
    sent = len(server.received)
    inspection.run()
    assert len(server.received) == sent
    assert f"Let {MODEL} decide" not in [one.label for one in inspection.button]


def test_where_the_model_fails_the_policy_is_said_to_have_decided(
    inspection: AppTest, server: GeminiServer
) -> None:
    server.next(failures.wrong_key())
    click(inspection, f"Let {MODEL} decide")
    assert f"{MODEL} could not choose the route" in inspection.warning[0].value
    assert "chosen by the policy, without a model" in said(inspection)
    sent = len(server.received)
    inspection.run()
    assert len(server.received) == sent
    assert f"Ask {MODEL} again" in [one.label for one in inspection.button]


def test_another_route_is_taken_only_when_it_is_wanted(
    inspection: AppTest, server: GeminiServer, record: DocumentRecord
) -> None:
    def respond(asked: object) -> str:
        return (
            '{"selected_path": "semantic_flow", "confidence_score": 0.9, "risk_score": 0.1, '
            '"reason": "Running text."}'
        )

    from benchmarks.stand_in import answer

    server.respond = lambda asked: answer(asked) if asked.tools else respond(asked)
    click(inspection, f"Let {MODEL} decide")
    assert "The document was read along structural rule" in inspection.info[0].value
    assert resources.workbench().library.get(record.sha) == record
    click(inspection, "Read it anew by this decision")
    parse = resources.workbench().library.get(record.sha).parse
    assert parse is not None
    assert (parse.options["route"], parse.decided_by) == ("semantic_flow", MODEL)
    assert not inspection.info
