"""The HTTP API as its users meet it: a real server, asked over a real connection."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from tests.builders import pdf_bytes
from tests.sightline.conftest import QUESTION
from tests.sightline.servers import ApiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx2

    from sightline import Library

TOKENS = ("first-token-" + "a" * 32, "second-token-" + "b" * 32)


@pytest.fixture(scope="module")
def api(prepared_home: Path) -> Iterator[httpx2.Client]:
    server = ApiServer(prepared_home, SIGHTLINE_API_TOKENS=" , ".join(TOKENS))
    with server, server.client(TOKENS[1]) as client:
        yield client


@pytest.fixture(scope="module")
def policy(api: httpx2.Client) -> dict[str, Any]:
    documents = api.get("/v1/documents").json()["documents"]
    return next(each for each in documents if each["name"] == "data_security_policy.pdf")


def picture(response: httpx2.Response) -> Image.Image:
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "image/jpeg"
    return Image.open(io.BytesIO(response.content))


def test_health_needs_no_token_and_says_nothing_else(api: httpx2.Client) -> None:
    response = api.get("/v1/health", headers={"Authorization": ""})
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_documents_are_listed_as_python_lists_them(api: httpx2.Client, library: Library) -> None:
    listed = api.get("/v1/documents").json()["documents"]
    assert listed == [json.loads(each.model_dump_json()) for each in library.documents()]
    first = listed[0]
    assert api.get(f"/v1/documents/{first['id']}").json() == first


def test_a_document_is_added_searched_and_removed(api: httpx2.Client) -> None:
    content = pdf_bytes(["Adults take five milligrams of calverine twice a day."])
    added = api.post("/v1/documents", files={"file": ("dose.pdf", content, "application/pdf")})
    assert added.status_code == 201, added.text
    document = added.json()
    assert (document["name"], document["pages"]) == ("dose.pdf", 1)
    again = api.post("/v1/documents", files={"file": ("dose.pdf", content)}).json()
    assert again["id"] == document["id"]

    asked = {"question": "How much calverine do adults take?", "documents": [document["id"]]}
    answer = api.post("/v1/ask", json=asked).json()
    assert answer["citations"][0]["document_name"] == "dose.pdf"

    path = f"/v1/documents/{document['id']}"
    assert api.delete(path).status_code == 204
    assert api.get(path).status_code == 404
    assert api.delete(path).json()["error"] == "NotFound"


def test_a_name_given_beside_the_file_is_the_name(api: httpx2.Client) -> None:
    form = {"name": "other.pdf"}
    added = api.post("/v1/documents", files={"file": ("x.pdf", pdf_bytes(["Words."]))}, data=form)
    assert added.json()["name"] == "other.pdf"
    assert api.delete(f"/v1/documents/{added.json()['id']}").status_code == 204


def test_chunks_come_page_by_page_in_reading_order(
    api: httpx2.Client, policy: dict[str, Any], library: Library
) -> None:
    path, chunks = f"/v1/documents/{policy['id']}/chunks", library.chunks(policy["id"])
    first = api.get(path, params={"limit": 3}).json()
    second = api.get(path, params={"limit": 3, "offset": 3}).json()
    assert (first["total"], first["offset"], second["offset"]) == (len(chunks), 0, 3)
    given = first["chunks"] + second["chunks"]
    assert given == [json.loads(chunk.model_dump_json()) for chunk in chunks[:6]]
    assert api.get(path, params={"offset": 10_000}).json()["chunks"] == []


def test_a_recipe_in_the_request_cuts_and_searches_by_itself(
    api: httpx2.Client, policy: dict[str, Any]
) -> None:
    path = f"/v1/documents/{policy['id']}/chunks"
    recipe = {"strategy": "fixed", "options": {"max_tokens": 48, "overlap": 0}}
    longest = api.post(path, json={"recipe": recipe}).json()["chunks"]
    assert max(chunk["tokens"] for chunk in longest) <= 48
    asked = {"question": QUESTION, "limit": 2, "recipe": recipe}
    hits = api.post("/v1/search", json=asked).json()["hits"]
    assert len(hits) == 2
    assert hits[0]["chunk"]["tokens"] <= 48


def test_the_recipe_in_force_is_told(api: httpx2.Client, library: Library) -> None:
    assert api.get("/v1/recipe").json() == library.recipe.to_json()


def test_a_page_is_drawn_with_the_lines_of_a_chunk_or_citation_marked(
    api: httpx2.Client, policy: dict[str, Any]
) -> None:
    citation = api.post("/v1/ask", json={"question": QUESTION}).json()["citations"][0]
    path = f"/v1/documents/{policy['id']}/pages/{citation['page']}.jpg"
    bare = picture(api.get(path, params={"width": 500}))
    by_chunk = picture(api.get(path, params={"width": 500, "chunk": citation["chunk"]}))
    by_lines = picture(api.post(path, json={"width": 500, "lines": citation["lines"]}))
    assert bare.size[0] == 500
    line = citation["lines"][0]
    place = (int((line["right"] - 0.002) * 500), int((line["bottom"] - 0.002) * bare.size[1]))
    assert bare.getpixel(place) != by_lines.getpixel(place)
    assert by_chunk.tobytes() != bare.tobytes() != by_lines.tobytes()


def test_an_answer_is_that_of_python(api: httpx2.Client, library: Library) -> None:
    citations = library.ask(QUESTION).citations
    assert citations
    answer = api.post("/v1/ask", json={"question": QUESTION}).json()
    assert answer["citations"] == [json.loads(each.model_dump_json()) for each in citations]


def test_what_was_asked_before_is_gone_on_from(api: httpx2.Client) -> None:
    asked = {"question": "And how long must they be?", "before": [QUESTION]}
    assert "password" in api.post("/v1/ask", json=asked).json()["searched"].lower()


def test_an_answer_that_does_not_state_the_quantity_asked_for_is_told(
    api: httpx2.Client, library: Library
) -> None:
    recipe = {**library.recipe.to_json(), "answer": {"threshold": 0.0}}  # not refused
    asked = {"question": "At what age did she leave?", "recipe": recipe}
    answer = api.post("/v1/ask", json=asked).json()
    assert answer["citations"]
    assert answer["notice"].startswith("None of these lines states an age")
    assert answer["asked"] == [{"kind": "age", "stated_by": []}]


def test_the_description_says_which_routes_need_a_token(api: httpx2.Client) -> None:
    paths = api.get("/v1/openapi.json").json()["paths"]
    open_paths = {
        path
        for path, methods in paths.items()
        for each in methods.values()
        if "security" not in each
    }
    assert open_paths == {"/v1/health"}
    assert {"/v1/ask", "/v1/search", "/v1/documents/{document}/pages/{page}.jpg"} <= set(paths)


def test_requests_are_counted_by_route_and_never_by_what_was_asked(api: httpx2.Client) -> None:
    api.get("/v1/documents/guessed")
    api.get("/v1/elsewhere/guessed")
    text = api.get("/v1/metrics").text
    assert 'route="/v1/documents/{document}",status="404"' in text
    assert 'route="other",status="404"' in text
    assert 'sightline_http_request_seconds_count{method="POST",route="/v1/ask"}' in text
    assert "sightline_documents 2.0" in text
    assert "guessed" not in text


def test_browsers_are_told_to_keep_and_guess_nothing(api: httpx2.Client) -> None:
    headers = api.get("/v1/documents").headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers
    assert not [name for name in headers if name.startswith("access-control")]
