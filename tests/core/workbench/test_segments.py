"""Segments of a narrative by a model over HTTP, in place of distances, and taken back."""

from __future__ import annotations

from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from core.errors import Cancelled, InvalidOption, ModelError, SetupError
from core.parsing.semantic_flow.given_segments import GivenSegments
from core.sir import ElementType, Route
from tests import narratives
from tests.core.parsing.papers import PROSE, Paper
from tests.gemini_server import GeminiServer, failures
from tests.narratives import BEGINS, narrative_home

if TYPE_CHECKING:
    from pathlib import Path

    from core.workbench import Workbench


respond = narratives.respond


@pytest.fixture
def bench(
    home: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Workbench:
    copytree(narrative_home(tmp_path_factory), home)
    return request.getfixturevalue("bench_with_model")


@pytest.fixture
def document(bench: Workbench) -> str:
    (record,) = bench.library.list()
    return record.sha


def openings(bench: Workbench, document: str) -> list[tuple[int, str | None]]:
    """The number of the paragraph that each segment begins with, and why it begins."""
    sir = bench.documents.sir(document)
    segments = [node for node in sir.nodes if node.type is ElementType.SEGMENT]
    firsts = [sir.nodes[node.children[0]].text for node in segments]
    return [
        (int(text.split()[1]), node.metadata.get("break"))
        for text, node in zip(firsts, segments, strict=True)
    ]


def test_segments_begin_where_the_model_says_and_come_back(
    bench: Workbench, document: str, server: GeminiServer
) -> None:
    record = bench.library.get(document)
    assert record.parse is not None and record.parse.options["route"] == Route.SEMANTIC_FLOW
    ours, key = openings(bench, document), bench.documents.tree_key(document)
    assert bench.segments.possible(document) and bench.segments.by(document) == ""
    assert not server.received

    steps: list[tuple[int, int]] = []
    record = bench.segments.ask(document, lambda done, total: steps.append((done, total)))
    assert openings(bench, document) == [(0, None), *((n, "model") for n in BEGINS)]
    assert bench.segments.by(document) == "sees"
    assert record.parse is not None and not record.parse.warnings
    assert len(server.received) == 2 and steps

    # Asked again, the answers are known, and the tree too.
    again = bench.documents.tree_key(document)
    bench.segments.ask(document)
    assert bench.documents.tree_key(document) == again != key
    assert len(server.received) == 2

    bench.segments.take_back(document)
    assert openings(bench, document) == ours
    assert bench.segments.by(document) == ""


def test_the_route_chosen_by_hand_has_segments_by_the_model_too(
    bench: Workbench, document: str
) -> None:
    bench.documents.use_route(document, "semantic_flow")
    record = bench.segments.ask(document)
    assert record.parse is not None and record.parse.parser == "semantic_flow"
    assert [begin for begin, _ in openings(bench, document)] == [0, *BEGINS]


def test_about_what_is_expected_is_sent(
    bench: Workbench, document: str, server: GeminiServer
) -> None:
    expected = bench.segments.expected(document)
    bench.segments.ask(document)
    assert bench.model is not None and bench.model.ledger is not None
    calls = [call for call in bench.model.ledger.calls() if call.stage == "segment"]
    total = sum(call.input for call in calls)
    assert expected.calls == len(server.received)
    assert expected.usage.input == pytest.approx(total, rel=0.35)


def test_where_the_model_fails_for_a_part_distances_decide_and_it_is_said(
    bench: Workbench, document: str, server: GeminiServer
) -> None:
    server.next(failures.blocked())
    record = bench.segments.ask(document)
    assert record.parse is not None
    (warning,) = record.parse.warnings
    assert warning.startswith("sees did not part 1 of 2 stretches of text: ")
    # The first stretch was blocked: nothing of it is the model's.
    assert [begin for begin, why in openings(bench, document) if why == "model"] == [BEGINS[-1]]


def test_a_model_that_fails_for_all_changes_nothing(
    bench: Workbench, document: str, server: GeminiServer
) -> None:
    key = bench.documents.tree_key(document)
    server.next(*[failures.blocked()] * 2)
    with pytest.raises(ModelError):
        bench.segments.ask(document)
    assert bench.documents.tree_key(document) == key


def test_work_can_be_cancelled_and_changes_nothing(bench: Workbench, document: str) -> None:
    key = bench.documents.tree_key(document)

    def cancel(_done: int, _total: int) -> None:
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        bench.segments.ask(document, cancel)
    assert bench.documents.tree_key(document) == key


def test_another_route_and_no_model_are_refused_with_a_way_on(
    bench: Workbench, document: str
) -> None:
    paper = Paper()
    paper.prose(60, 80, 0, PROSE)
    short = bench.documents.add(paper.pdf.tobytes(), "short.pdf", by_model=False).sha
    assert not bench.segments.possible(short)
    with pytest.raises(InvalidOption, match="--route semantic_flow"):
        bench.segments.ask(short)
    bench.documents.use_route(short, "semantic_flow")
    with pytest.raises(InvalidOption, match="too short"):
        bench.segments.ask(short)
    bench.model = None
    with pytest.raises(SetupError, match="page Settings"):
        bench.segments.ask(document)


def test_an_answer_for_another_reading_of_the_pages_is_not_used() -> None:
    given = GivenSegments(model="m", digest="0" * 16, begins=(3,), gaps=(1, 2, 3))
    other = given.for_flow(["Another text."])
    assert not other.begins and not other.gaps
    assert "Ask the model again" in other.notices[0]
