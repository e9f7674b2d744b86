"""Single pages read by a model over HTTP, in place of ours, and taken back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from core.errors import ModelError, PageSeenBlank
from core.parsing.adapters import get_adapter
from core.parsing.page_doubts import page_doubt
from core.parsing.pages_by_model import LEFT_OUT, MODEL
from core.sir import ElementType
from tests.core.parsing.papers import PROSE, Paper
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.stand_in import Asked
    from core.workbench import Workbench

_PROSE = " ".join(PROSE)
_WHOLE = [50, 50, 400, 950]
_SEEN = [
    {"category": "section_header", "heading_level": 1, "content": "On evidence"},
    {"category": "text", "content": f"{_PROSE} Nobody voted against it in the end."},
]


def respond(asked: Asked) -> str:
    number = int(asked.text.rpartition("page_number ")[2].split(".")[0])
    bbox = {"page_number": number, "box_2d": [50, 50, 400, 950]}
    return json.dumps({"layout_elements": [{**element, "bbox": bbox} for element in _SEEN]})


@pytest.fixture
def bench(bench_with_model: Workbench) -> Workbench:
    return bench_with_model


@pytest.fixture
def document(bench: Workbench) -> str:
    paper = Paper(2)
    paper.write("On the first page", 72, 80, size=18)
    paper.prose(72, 120)
    paper.write("On evidence", 72, 80, page=1, size=18)
    paper.write("It was late.", 72, paper.prose(72, 120, page=1) + 20, page=1)
    return bench.documents.add(paper.pdf.tobytes(), "paper.pdf", by_model=False).sha


def texts(bench: Workbench, document: str, page: int, *, aside: bool = False) -> list[str]:
    sir = bench.documents.sir(document)
    inside = range(sir.flow, len(sir.nodes)) if aside else range(1, sir.flow)
    return [
        sir.nodes[at].text
        for at in inside
        if sir.nodes[at].text and sir.boxes(at) and sir.boxes(at)[0].page == page
    ]


def test_one_page_becomes_the_models_and_the_other_stays(
    bench: Workbench, document: str, server: GeminiServer
):
    ours = texts(bench, document, 1)
    options = bench.parsers.read_page(document, 2)
    record = bench.documents.use_route(document, "automatic", options=options)
    assert bench.parsers.pages_by_model(document) == (2,)
    assert texts(bench, document, 1) == ours
    assert texts(bench, document, 2) == [_SEEN[0]["content"], _SEEN[1]["content"]]
    sir = bench.documents.sir(document)
    assert [node.type for node in sir.nodes[1 : sir.flow]][-2:] == [
        ElementType.SECTION_HEADER,
        ElementType.PARAGRAPH,
    ]
    # What it invents is told, and what it leaves out stays to be seen.
    assert record.parse is not None
    assert record.parse.warnings == ("1 of 6 sentences stands nowhere on the pages.",)
    aside = [node for node in sir.nodes[sir.flow :] if node.metadata["aside"] == LEFT_OUT]
    assert [node.text for node in aside] == ["It was late."]
    assert sir.pages[1].route == "gemini"
    assert len(server.received) == 1

    again = bench.parsers.read_page(document, 1)
    bench.documents.use_route(document, "automatic", options=again)
    assert bench.parsers.pages_by_model(document) == (1, 2)

    for page in (1, 2):
        bench.documents.use_route(
            document, "automatic", options=bench.parsers.take_back(document, page)
        )
    assert bench.parsers.pages_by_model(document) == ()
    assert texts(bench, document, 1) == ours
    assert texts(bench, document, 2)[-1] == "It was late."


def test_a_page_stays_in_its_place_whatever_the_model_invents_first(
    bench: Workbench, document: str, monkeypatch: pytest.MonkeyPatch
):
    # Of a box that is turned inside out nothing is known but that it is on the page.
    invented = {"category": "text", "content": "Nobody wrote this anywhere at all."}
    bbox = {"page_number": 1, "box_2d": [400, 50, 50, 950]}
    elements = [{**invented, "bbox": bbox}, {**_SEEN[1], "bbox": {**bbox, "box_2d": _WHOLE}}]
    _answer(monkeypatch, lambda *_: _output(1, elements))
    options = bench.parsers.read_page(document, 1)
    record = bench.documents.use_route(document, "automatic", options=options)
    sir = bench.documents.sir(document)
    flow = [node.text for node in sir.nodes[1 : sir.flow] if node.text]
    assert flow[:2] == [invented["content"], _SEEN[1]["content"]]
    assert flow[-1] == "It was late."
    assert record.parse is not None
    assert "A box on page 1 cannot be right" in record.parse.warnings[0]


def test_what_another_session_had_read_meanwhile_stays(
    bench: Workbench, document: str, monkeypatch: pytest.MonkeyPatch
):
    first = bench.parsers.read_page(document, 1)

    def meanwhile(*_: object) -> bytes:
        bench.documents.use_route(document, "automatic", options=first)
        return _output(2, _SEEN)

    _answer(monkeypatch, meanwhile)
    options = bench.parsers.read_page(document, 2)
    bench.documents.use_route(document, "automatic", options=options)
    assert bench.parsers.pages_by_model(document) == (1, 2)


def _output(number: int, elements: list[dict[str, Any]]) -> bytes:
    return json.dumps({"pages": [{"page_number": number, "layout_elements": elements}]}).encode()


def _answer(monkeypatch: pytest.MonkeyPatch, run: Callable[..., bytes]) -> None:
    """Has the model's output made by a function in place of the model."""
    adapter = replace(get_adapter(MODEL), run=run)
    monkeypatch.setattr("core.parsing.adapters.gemini.ADAPTER", adapter)


def test_a_failing_model_changes_nothing(bench: Workbench, document: str, server: GeminiServer):
    key = bench.documents.tree_key(document)
    server.next(failures.blocked())
    with pytest.raises(ModelError):
        bench.parsers.read_page(document, 2)
    assert bench.documents.tree_key(document) == key
    assert bench.parsers.pages_by_model(document) == ()


def test_a_page_on_which_the_model_sees_nothing_stays_ours_until_it_is_said_to_be_blank(
    bench: Workbench, document: str, server: GeminiServer
):
    ours = texts(bench, document, 2)
    server.always(failures.says('{"layout_elements": []}'))
    for calls in (2, 4):  # An answer of no use is asked for again, and does not stay.
        with pytest.raises(PageSeenBlank, match=r"saw nothing on page 2 of paper\.pdf"):
            bench.parsers.read_page(document, 2)
        assert len(server.received) == calls
    assert bench.parsers.pages_by_model(document) == ()

    blank = bench.parsers.take_as_blank(document, 2)
    bench.documents.use_route(document, "automatic", options=blank)
    assert bench.parsers.pages_by_model(document) == (2,)
    assert texts(bench, document, 1)
    assert texts(bench, document, 2) == []
    assert texts(bench, document, 2, aside=True)
    back = bench.parsers.take_back(document, 2)
    bench.documents.use_route(document, "automatic", options=back)
    assert texts(bench, document, 2) == ours


def test_a_page_that_is_blank_may_be_seen_as_such(bench: Workbench, server: GeminiServer):
    paper = Paper(2)
    paper.prose(72, 120)
    document = bench.documents.add(paper.pdf.tobytes(), "half.pdf", by_model=False).sha
    server.always(failures.says('{"layout_elements": []}'))
    options = bench.parsers.read_page(document, 2)
    bench.documents.use_route(document, "automatic", options=options)
    assert bench.parsers.pages_by_model(document) == (2,)
    assert len(server.received) == 1


def test_a_page_of_pale_words_is_not_taken_for_blank(bench: Workbench, server: GeminiServer):
    paper = Paper(2)
    paper.prose(72, 120)
    words, pale = "Give 5 mg of calverin twice a day.", (0.85, 0.85, 0.85)
    paper.pdf[1].insert_text((72, 120), words, fontsize=7, color=pale)
    document = bench.documents.add(paper.pdf.tobytes(), "pale.pdf", by_model=False).sha
    server.always(failures.says('{"layout_elements": []}'))
    with pytest.raises(PageSeenBlank, match=r"saw nothing on page 2 of pale\.pdf"):
        bench.parsers.read_page(document, 2)
    assert texts(bench, document, 2) == [words]


def test_only_pages_that_ocr_is_unsure_of_are_doubtful(bench: Workbench, document: str):
    sir = bench.documents.sir(document)
    assert [page_doubt(sir, page) for page in sir.pages] == ["", ""]
    prose = next(node for node in sir.nodes if node.text.startswith(PROSE[0]))
    prose.metadata["confidence"] = "0.42"
    doubts = [page_doubt(sir, page) for page in sir.pages]
    assert doubts[0].startswith("OCR is unsure of")
    assert doubts[1] == ""
