"""Descriptions of figures over HTTP: made, kept, found by a search, and never quoted."""

from __future__ import annotations

import base64
import io
import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import Cancelled, DataDamaged, SetupError
from core.evidence.numbered_lines import gather
from core.llm import open_model
from core.llm.costs import STAGES
from core.llm.ledger import Ledger
from core.maintenance import check
from core.refining.figures import figures_of
from core.refining.stored_descriptions import STAGE
from core.sir import ElementType
from core.workbench import Workbench
from tests.figure_documents import DESCRIPTION, figure_library
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.stand_in import Asked

QUESTION = "How efficient is the turbine at noon, by the azure bar?"
PLAIN = replace(
    Configuration.default(),
    strategy="recursive",
    options=make_options("recursive", {"max_tokens": 32, "overlap": 0.0}),
)


def respond(asked: Asked) -> str:
    assert asked.schema == "FigureWords"
    captioned = "Overview for the annex" in dict(asked.fenced).get("", "")
    return json.dumps({"description": DESCRIPTION if captioned else "A photo of a\n meadow."})


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return figure_library(tmp_path_factory.mktemp("held") / "home")


@pytest.fixture
def home(home: Path, held: Path) -> Path:
    shutil.copytree(held, home)
    return home


@pytest.fixture
def bench(bench_with_model: Workbench) -> Workbench:
    return bench_with_model


@pytest.fixture
def document(bench: Workbench) -> str:
    return bench.library.find("plant.pdf").sha


def test_figures_are_described_from_their_pictures_and_kept(
    bench: Workbench, document: str, server: GeminiServer
):
    wanted = bench.descriptions.missing(document)
    steps: list[tuple[int, ...]] = []
    described = bench.descriptions.make(document, wanted, lambda *done: steps.append(done))
    assert [each.text for each in described.made] == [DESCRIPTION, "A photo of a meadow."]
    assert (described.failed, steps[-1]) == ({}, (2, 2))
    [words, picture] = server.received[0].body["contents"][0]["parts"]
    assert "Figure 1. Overview for the annex." in words["text"]
    image = Image.open(io.BytesIO(base64.urlsafe_b64decode(picture["inlineData"]["data"])))
    assert image.width / image.height == pytest.approx(64 / 48, rel=0.05), "only the figure"
    again = Workbench(bench.settings)
    assert again.descriptions.of(document) == described.made
    assert again.descriptions.missing(document) == ()
    assert {call.stage for call in Ledger(bench.settings.home).calls()} == {"describe"}
    assert "describe" in STAGES
    again.descriptions.drop(document, wanted[0])
    assert again.descriptions.missing(document) == wanted[:1]


def test_a_question_about_a_chart_finds_its_chunk_and_nothing_quotes_the_description(
    bench: Workbench, document: str
):
    before = bench.answers.retrieve(QUESTION, PLAIN, [document])
    assert "Overview for the annex" not in before[0][2].content
    contents = [chunk.content for chunk in bench.chunks.of(document, PLAIN).chunks]
    bench.descriptions.make(document, bench.descriptions.missing(document))
    assert bench.index.missing([document], PLAIN) == [document], "it is indexed anew"
    hits = bench.answers.retrieve(QUESTION, PLAIN, [document])
    hit, result, first = hits[0]
    assert "Overview for the annex" in first.content
    assert [each.text for each in first.descriptions] == [DESCRIPTION]
    assert hit.words > 0, "its words count, too"
    assert [chunk.content for chunk in result.chunks] == contents
    answer = bench.answers.ask(QUESTION, PLAIN, [document], by_model=False)
    quoted = [citation.quote.text for citation in answer.citations]
    assert not any("azure" in text or "turbine" in text for text in quoted)
    lines = gather([hit], lambda _: (result, first))
    assert "azure" not in lines.text(), "a model that answers is not given it either"


def test_what_is_no_plain_text_is_asked_for_again_and_the_others_stay(
    bench: Workbench, document: str, server: GeminiServer
):
    wanted = bench.descriptions.missing(document)
    marked = failures.says(json.dumps({"description": "See <img src=x> ![it](http://a.example)."}))
    long = failures.says(json.dumps({"description": "word " * 400}))
    server.next(marked, long)
    described = bench.descriptions.make(document, wanted)
    assert [each.node for each in described.made] == [wanted[1]]
    assert "1999 characters" in str(described.failed[wanted[0]])
    assert len(server.received) == 3
    server.next(marked)
    assert bench.descriptions.make(document, wanted[:1]).made[0].text == DESCRIPTION


def test_what_was_answered_before_a_stop_is_kept(
    bench: Workbench, document: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("core.workbench.descriptions._AT_ONCE", 1)

    def progress(done: int, _: int) -> None:
        if done:
            raise Cancelled("stopped")

    wanted = bench.descriptions.missing(document)
    with pytest.raises(Cancelled):
        bench.descriptions.make(document, (*wanted, wanted[0]), progress)
    bench.descriptions.make(document, wanted)
    with pytest.raises(Cancelled):
        bench.descriptions.make(document, wanted, progress)
    assert len(bench.descriptions.of(document)) == 2


def test_another_tree_has_none_of_them(bench: Workbench, document: str):
    bench.descriptions.make(document, bench.descriptions.missing(document))
    sir = bench.documents.sir(document)
    paragraph = next(node for node in sir.nodes if node.type is ElementType.PARAGRAPH)
    bench.documents.correct(document, paragraph.id, aside=True)
    assert bench.descriptions.of(document) == ()
    assert len(figures_of(bench.documents.sir(document)).large) == 2


def test_a_damaged_file_is_named_and_the_chunks_stay(bench: Workbench, document: str):
    bench.descriptions.make(document, bench.descriptions.missing(document))
    path = bench.library.stage_path(document, STAGE, bench.documents.tree_key(document))
    path.write_bytes(path.read_bytes().replace(b"azure", b"green"))
    other = Workbench(bench.settings)
    with pytest.raises(DataDamaged, match="--repair"):
        other.descriptions.of(document)
    chunks = other.chunks.of(document, PLAIN)
    assert not any(chunk.descriptions for chunk in chunks.chunks)
    assert any("cannot be read" in notice for notice in chunks.making.notices)
    findings = [finding for finding in check(other, repair=True) if finding.path == path]
    assert [finding.repaired for finding in findings] == [
        "It was removed and is made anew when its figures are described again."
    ]
    assert other.descriptions.of(document) == ()


def test_without_a_model_it_says_what_to_set(bench: Workbench, document: str):
    bench.model = None
    with pytest.raises(SetupError, match="GEMINI_API_KEY or SIGHTLINE_MODEL"):
        bench.descriptions.make(document, bench.descriptions.missing(document))
    bench.model = open_model(bench.settings)
