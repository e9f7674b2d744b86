"""The app's own way to a model, over HTTP: what it brings, and what is left when it fails."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.stand_in import RESPONDERS, stand_in
from benchmarks.stand_in.fences import read_fences
from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.questions.by_model.generating import generate_by_model
from core.llm import open_model
from core.llm.base import Speaker
from core.llm.model import LanguageModel
from core.refining.options import DEFAULT_REFINING, WHOLE
from core.settings import load_settings
from core.workbench.workbench import Workbench
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    from collections.abc import Iterator

POLICY = Path(__file__).parents[3] / "sample_docs" / "data_security_policy.pdf"
NAME = "gemini-test"
LONG = 20
"""Characters by which a text of the document is known again."""
PLANNED = ("topology", "retrieval_aware", "three_step", "lumber", "propositions")


@pytest.fixture(scope="module")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


@pytest.fixture(scope="module")
def bench(server: GeminiServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    given = {
        "home": tmp_path_factory.mktemp("home"),
        "gemini_api_key": "a-secret-key",
        "gemini_base_url": server.url,
        "gemini_model": NAME,
        "parse_workers": 1,
        "encoder": "hashing",
    }
    made = Workbench(load_settings(**given))
    yield made
    made.close()


def config(strategy: str) -> Configuration:
    refining = WHOLE if strategy == "topology" else DEFAULT_REFINING
    return Configuration(strategy, make_options(strategy, {}), "hashing", NAME, refining=refining)


def test_over_http_the_model_says_what_it_says_in_this_process(bench: Workbench):
    document = bench.documents.add(POLICY, POLICY.name).sha
    over_http, here = bench.model, stand_in()
    here.model = NAME
    for strategy in PLANNED:
        found = bench.chunks.of(document, config(strategy))
        assert found.making and found.making.model == NAME
        bench.model = LanguageModel(here)
        bench.chunk_again(document, config(strategy))
        again = bench.chunks.of(document, config(strategy))
        assert [(c.id, c.signature, c.supplement) for c in again.chunks] == [
            (c.id, c.signature, c.supplement) for c in found.chunks
        ]
        bench.model = over_http


def test_text_of_a_document_is_sent_in_fences_only(bench: Workbench):
    document = bench.documents.add(POLICY, POLICY.name).sha
    texts = [node.text for node in bench.documents.sir(document).nodes if len(node.text) > LONG]
    over_http, here = bench.model, stand_in()
    bench.model = LanguageModel(here)
    for strategy in PLANNED:
        bench.chunk_again(document, config(strategy))
        bench.chunks.of(document, config(strategy))
    bench.answers.ask(texts[0][:LONG], config("recursive"), [document])
    generate_by_model([bench.documents.sir(document)], bench.model)
    bench.model = over_http
    schemas = {request.schema.__name__ for request in here.requests if request.schema}
    assert len(schemas) >= len(RESPONDERS) // 2
    for request in here.requests:
        said = "\n".join(turn.text for turn in request.turns if turn.speaker is Speaker.USER)
        outside = request.instructions + read_fences(request.instructions, said).outside
        assert not [text for text in texts if text[:LONG] in outside]


@pytest.mark.parametrize(
    "act",
    [failures.wrong_key(), failures.unknown_model(), failures.blocked(), failures.says("no")],
    ids=["wrong key", "unknown model", "blocked", "nonsense"],
)
def test_a_document_whose_every_call_fails_is_chunked_and_found(
    bench: Workbench, server: GeminiServer, act: failures.Act
):
    document = bench.documents.add(POLICY, POLICY.name).sha
    bench.model = open_model(bench.settings)
    assert bench.model
    bench.model.cache = None
    server.always(act)
    try:
        for strategy in PLANNED:
            bench.chunk_again(document, config(strategy))
            found = bench.chunks.of(document, config(strategy))
            assert found.chunks and found.making
            assert not found.making.model and found.making.notices
            assert "a-secret-key" not in str(found.making)
        bench.index.add([document], config("topology"))
        answer = bench.answers.ask("What is Level 2 data?", config("topology"), [document])
        assert answer.passages or answer.citations
    finally:
        server.always(None)
