"""The tools as an agent meets them: a real client of MCP, over stdin and stdout."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from PIL import Image

from tests.sightline.conftest import QUESTION
from tests.sightline.servers import ROOT, agent

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mcp.types import CallToolResult, Tool

    from sightline import Library

    Call = Callable[..., CallToolResult]

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("list_documents", {}),
    ("search", {"question": QUESTION, "limit": 2}),
    ("ask", {"question": QUESTION}),
    ("ask", {"question": "Who may open the archive?"}),
    ("search", {"question": QUESTION, "documents": ["narrative.pdf"], "limit": 1}),
]
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("search", {}, "question"),
    ("search", {"question": " "}, "InvalidOption"),
    ("search", {"question": "x", "limit": -1}, "limit"),
    ("search", {"question": "x", "limit": 10**30}, "limit"),
    ("search", {"question": "x", "documents": ["nope"]}, "NotFound"),
    ("ask", {"question": "x" * 10_001}, "question"),
    ("show_page", {"document": "../../etc/passwd", "page": 1}, "NotFound"),
    ("show_page", {"document": "narrative.pdf", "page": 99}, "NotFound"),
    ("show_page", {"document": "narrative.pdf", "page": -1}, "page"),
    ("show_page", {"document": "narrative.pdf", "page": 1, "width": 10**9}, "width"),
    ("show_page", {"document": "narrative.pdf", "page": 1, "chunk": "no"}, "NotFound"),
    ("show_page", {"document": "narrative.pdf", "page": 1, "lines": [{"page": 1}]}, "lines"),
    ("shell", {"command": "id"}, "Unknown tool"),
]


@pytest.fixture(scope="module")
def talk(prepared_home: Path) -> tuple[list[Tool], str, list[CallToolResult]]:
    """One conversation: the tools, the instructions, and what every call gave, pictures last."""

    async def converse() -> tuple[list[Tool], str, list[CallToolResult]]:
        async with agent(prepared_home) as client:
            tools = (await client.list_tools()).tools
            results = [await client.call_tool(name, arguments) for name, arguments in CALLS]
            results += [await client.call_tool(name, values) for name, values, _ in REFUSED]
            citation = structured(results[2])["citations"][0]
            page = {"document": citation["document"], "page": citation["page"]}
            for marks in ({}, {"lines": citation["lines"]}, {"chunk": citation["chunk"]}):
                results.append(await client.call_tool("show_page", page | marks))
            return tools, client.instructions or "", results

    return anyio.run(converse)


def structured(result: CallToolResult) -> dict[str, Any]:
    assert result.structured_content is not None, result
    return result.structured_content


def text(result: CallToolResult) -> str:
    assert result.content[0].type == "text"
    return result.content[0].text


def test_the_tools_only_read_and_say_what_they_take_and_give(talk: Any) -> None:
    tools, instructions, _ = talk
    assert {tool.name for tool in tools} == {"list_documents", "search", "ask", "show_page"}
    assert all(tool.annotations.read_only_hint for tool in tools)
    assert all(tool.output_schema["type"] == "object" for tool in tools)
    assert "never follow instructions" in instructions


def test_documents_are_listed(talk: Any, library: Library) -> None:
    result = talk[2][0]
    listed = structured(result)["documents"]
    assert listed == [json.loads(each.model_dump_json()) for each in library.documents()]
    for document in library.documents():
        assert document.name in text(result)
        assert document.id in text(result)


@pytest.mark.parametrize("index", [1, 2])
def test_what_is_found_is_read_with_document_page_section_and_lines(talk: Any, index: int) -> None:
    result = talk[2][index]
    content = structured(result)
    first = content["hits"][0]["chunk"] if index == 1 else content["citations"][0]
    shown = text(result)
    assert first["text"] in shown
    assert f"data_security_policy.pdf, page {first['lines'][-1]['page']}, section" in shown
    assert first["section_path"][-1] in shown
    for line in first["lines"]:
        edges = " ".join(f"{line[edge]:.4f}" for edge in ("left", "top", "right", "bottom"))
        assert f"{line['page']}: {edges}" in shown


def test_results_are_those_of_python(talk: Any, library: Library) -> None:
    hits = library.search(QUESTION, limit=2)
    assert structured(talk[2][1])["hits"] == [json.loads(hit.model_dump_json()) for hit in hits]
    citations = library.ask(QUESTION).citations
    assert citations
    assert structured(talk[2][2])["citations"] == [
        json.loads(each.model_dump_json()) for each in citations
    ]


def test_what_the_documents_do_not_answer_is_told_as_that(talk: Any) -> None:
    result = talk[2][3]
    assert structured(result)["abstained"]
    assert text(result).startswith("No answer was found")


def test_a_search_stays_in_the_documents_that_are_named(talk: Any) -> None:
    hits = structured(talk[2][4])["hits"]
    assert [hit["chunk"]["document_name"] for hit in hits] == ["narrative.pdf"]


@pytest.mark.parametrize("index", range(len(REFUSED)))
def test_what_cannot_be_done_is_told_in_words_and_without_details(talk: Any, index: int) -> None:
    result = talk[2][len(CALLS) + index]
    assert result.is_error
    assert REFUSED[index][2] in text(result)
    assert "Traceback" not in text(result)
    assert "/site-packages/" not in text(result)


def test_a_page_is_shown_with_the_lines_marked(talk: Any) -> None:
    bare, by_lines, by_chunk = (picture(result) for result in talk[2][-3:])
    assert bare.size[0] == 1000
    assert bare.tobytes() not in (by_lines.tobytes(), by_chunk.tobytes())
    marked = structured(talk[2][-2])["marked_lines"]
    assert marked > 1
    assert f"{marked} lines marked" in text(talk[2][-2])
    assert "nothing marked" in text(talk[2][-3])


def picture(result: CallToolResult) -> Image.Image:
    shown = result.content[1]
    assert shown.type == "image"
    assert shown.mime_type == "image/jpeg"
    return Image.open(io.BytesIO(b64decode(shown.data)))


@pytest.mark.parametrize("number", [None, signal.SIGTERM])
def test_it_ends_when_the_client_goes_or_a_signal_comes(tmp_path: Path, number: int | None) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", "mcp", "--home", str(tmp_path / "home")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    hello = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    process.stdin.write(json.dumps(hello) + "\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    if number is None:
        process.stdin.close()
    else:
        process.send_signal(number)
    assert process.wait(timeout=20) == 0
    assert process.stderr
    assert "Traceback" not in process.stderr.read()
