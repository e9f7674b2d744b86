"""A plan of the language model is made when it is asked for, and says what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pydantic import BaseModel

from components import resources
from core.chunking import STRATEGIES
from core.chunking.additions import SupplementEntry
from core.chunking.additions import SupplementKind as Kind
from core.chunking.base import Chunk, ChunkingResult, ChunkSource, Cutting, Making
from core.chunking.splitting import split
from core.chunking.topology import TopologyOptions
from core.errors import ModelError, ReplyUnusable
from core.llm.base import Request, user_says
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from tests.pages.test_chunks import list_buttons, pages_of

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench

NAME = "gemini-2.5-flash"
RULES = "topology,max_tokens=16,theta=500"


class Sizes(BaseModel):
    """What the model answers."""

    size: int


class AskingChunker:
    """Cuts in the size that the model says, else in that of the options."""

    name = "topology"
    title = "Topology"
    options = TopologyOptions

    def cut(self, source: ChunkSource, options: TopologyOptions) -> Cutting:
        """See the protocol."""
        size, making = options.size, Making()
        if source.model:
            document = source.stream.sir.document
            task = source.model.task("plan", document)
            try:
                size = task.ask(user_says("Say a size.", f"{options.theta} {document}"), Sizes).size
                making = Making(source.model.name, repairs=("Unit 3 was missing.",), use=task.use)
            except ModelError as error:
                making = Making(notices=(f"Rules planned: {error}",), use=task.use)
        if source.progress:
            source.progress(1, 1)
        return Cutting(list(split(source.stream, 0, len(source.stream), size)), making)


@pytest.fixture
def service() -> FakeTransport:
    """A service that answers, except to those whose theta is 100."""

    def respond(request: Request) -> str:
        if request.turns[0].text.startswith("100 "):
            raise ReplyUnusable("The service's safety filter refused to answer this.")
        return '{"size": 40}'

    return FakeTransport(respond, NAME)


@pytest.fixture
def planned(
    app: AppTest, library: Workbench, service: FakeTransport, monkeypatch: pytest.MonkeyPatch
) -> AppTest:
    """The page with chunks by the rules of a strategy that can ask a model."""
    monkeypatch.setitem(STRATEGIES, "topology", f"{__name__}:AskingChunker")
    monkeypatch.setattr("core.refining.refine", explained)
    monkeypatch.setattr(
        "core.workbench.workbench.open_model",
        lambda _: LanguageModel(service, sleep=lambda _: None),
    )
    monkeypatch.setattr("components.chunks.explorer.chunk_list", list_buttons)
    resources.restart()
    app.switch_page("pages/chunks.py")
    app.query_params["document"] = library.library.find("guideline.pdf").sha
    app.query_params["recipe"] = RULES
    app.run()
    assert not app.exception
    return app


def explained(result: ChunkingResult, *_: object) -> ChunkingResult:
    """The last chunk, explained by the first heading of the document."""
    nodes = enumerate(result.sir.nodes)
    node = next((n for n, one in nodes if one.text.startswith("1 Section")), None)
    if node is None:
        return result
    entry = SupplementEntry("the drug", Kind.DEFINITION, node, 0, 9)
    last: Chunk = replace(result.chunks[-1], signature="end of drugs", supplement=(entry,))
    return replace(result, chunks=(*result.chunks[:-1], last))


def words(app: AppTest) -> str:
    return " ".join(one.value for one in [*app.markdown, *app.caption])


def want_model(app: AppTest) -> AppTest:
    app.toggle(key="chunks.model").set_value(True).run()
    assert not app.exception
    return app


def plan(app: AppTest) -> AppTest:
    app.button(key="chunks.plan").click().run()
    assert not app.exception
    return app


def test_nothing_is_sent_before_the_plan_is_asked_for(
    planned: AppTest, service: FakeTransport
) -> None:
    assert "by rules" in words(planned)
    want_model(planned)
    assert planned.query_params["recipe"] == f"{RULES},model={NAME}"
    assert f"sends text of this document to {NAME}: about 47 tokens in about 1 call" in words(
        planned
    )
    assert "by rules" in words(planned)
    planned.select_slider(key="chunks.topology.theta").set_value(384).run()
    assert "model=" in planned.query_params["recipe"]
    assert service.requests == []


def test_a_plan_says_who_made_it_and_what_was_repaired(
    planned: AppTest, service: FakeTransport
) -> None:
    plan(want_model(planned))
    assert len(service.requests) == 1
    said = words(planned)
    assert f"Planned by **{NAME}** · 1 call" in said
    assert "by rules" not in said
    assert "Unit 3 was missing." in said
    assert "repaired in 1 place" in planned.expander[0].label
    assert not [one for one in planned.button if one.key == "chunks.plan"]


def test_what_was_planned_is_shown_again_at_once(planned: AppTest, service: FakeTransport) -> None:
    plan(want_model(planned))
    planned.toggle(key="chunks.model").set_value(False).run()
    assert "by rules" in words(planned)
    want_model(planned)
    assert f"Planned by **{NAME}**" in words(planned)
    assert len(service.requests) == 1


def test_a_model_that_fails_is_named_nowhere_as_the_planner_and_can_be_asked_again(
    planned: AppTest, service: FakeTransport
) -> None:
    planned.query_params["recipe"] = f"topology,max_tokens=16,theta=100,model={NAME}"
    planned.run()
    plan(planned)
    assert "Rules planned" in planned.warning[0].value
    assert "**by rules**" in words(planned)
    before = len(service.requests)
    planned.button(key="chunks.again").click().run()
    assert len(service.requests) > before


def test_a_chosen_chunk_is_followed_from_the_rules_to_the_plan(
    planned: AppTest, library: Workbench
) -> None:
    want_model(planned)
    next(one for one in planned.button if one.label == "chunk 3").click().run()
    chosen = planned.query_params["chunk"]
    plan(planned)
    assert not planned.warning
    assert planned.query_params["chunk"] != chosen


def test_an_entry_shows_its_words_and_leads_back(planned: AppTest) -> None:
    listed = [one for one in planned.button if one.label.startswith("chunk ")]
    listed[-1].click().run()
    assert "end of drugs" in words(planned)
    assert "[3]" in pages_of(planned)
    entry = next(one for one in planned.button if one.key and one.key.startswith("entry-"))
    entry.click().run()
    assert pages_of(planned).startswith("chunks-pages: guideline.pdf [1] ")
    assert "explained-0" in pages_of(planned)
    assert any(one.label.startswith("supplement ") for one in planned.button)
    back = next(one for one in planned.button if "back to the chunk" in one.label)
    back.click().run()
    assert "[3]" in pages_of(planned)
    assert "explained" not in pages_of(planned)


def test_a_click_on_the_marked_words_leads_back_too(planned: AppTest) -> None:
    [one for one in planned.button if one.label.startswith("chunk ")][-1].click().run()
    next(one for one in planned.button if one.key and one.key.startswith("entry-")).click().run()
    next(one for one in planned.button if one.label.startswith("supplement ")).click().run()
    assert "[3]" in pages_of(planned)


def test_documents_are_planned_before_they_are_indexed_for_a_question(
    planned: AppTest, library: Workbench, service: FakeTransport
) -> None:
    want_model(planned)
    planned.switch_page("pages/ask.py").run()
    next(one for one in planned.button if one.label == "Take over from Chunks").click().run()
    assert service.requests == []
    planned.chat_input[0].set_value("What is given for ten days?").run()
    assert not planned.exception
    asked = [one for one in service.requests if one.schema is Sizes]
    assert len(asked) == len(library.library.list())


def test_a_comparison_leaves_the_plan_as_it_was(planned: AppTest, service: FakeTransport) -> None:
    plan(want_model(planned))
    before = planned.query_params["recipe"]
    for wanted in (True, False):
        planned.toggle(key="chunks-compare").set_value(wanted).run()
        assert not planned.exception
        assert planned.query_params["recipe"] == before
        assert f"Planned by **{NAME}**" in words(planned)
    assert planned.toggle(key="chunks.model").value
    assert len(service.requests) == 1


def test_settings_outlive_a_run_that_is_stopped_while_chunks_are_made(
    planned: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as stopping:
        stopping.setattr("components.chunks.page.make_chunks", lambda *_, **__: None)
        want_model(planned)
    assert planned.query_params["recipe"] == f"{RULES},model={NAME}"
    planned.run()
    assert planned.toggle(key="chunks.model").value
